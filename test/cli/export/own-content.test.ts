import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { knownPages } from "../../../lib/evaluation/export/run-repeats.ts";
import { ownViews, readRun, storedViews } from "../../../lib/run/folder/read-run.ts";
import { loadRunProject } from "../../../lib/run/folder/run-project.ts";
import { aCrawledSite } from "../../support/a-crawled-site.ts";
import { aUrl } from "../../support/a-url.ts";
import { runCli } from "../../support/run-cli.ts";
import { linking } from "../../support/scripted-web.ts";

const SITE = "http://site.example";
const NOTICE = "This is the forum of all beekeepers of York, and it is open to everybody else.";

/** A sentence or two on bees in ten languages. */
const TEXTS = {
  en: "Bees fly from flower to flower in the garden and gather the sweet nectar, from which they make honey for the long winter.",
  de: "Die Bienen fliegen im Garten von Blume zu Blume und sammeln den süßen Nektar, aus dem sie Honig für den langen Winter machen.",
  fr: "Les abeilles volent de fleur en fleur dans le jardin et récoltent le nectar sucré, dont elles font du miel pour le long hiver.",
  es: "Las abejas vuelan de flor en flor por el jardín y recogen el dulce néctar, con el que hacen miel para el largo invierno.",
  it: "Le api volano di fiore in fiore nel giardino e raccolgono il dolce nettare, con cui fanno il miele per il lungo inverno.",
  pl: "Pszczoły latają w ogrodzie z kwiatka na kwiatek i zbierają słodki nektar, z którego robią miód na długą zimę.",
  ru: "Пчёлы летают по саду с цветка на цветок и собирают сладкий нектар, из которого делают мёд на долгую зиму.",
  ar: "تطير النحلات من زهرة إلى زهرة في الحديقة وتجمع الرحيق الحلو الذي تصنع منه العسل للشتاء الطويل الذي سيأتي بعد الصيف.",
  ja: "ミツバチは庭の花から花へと飛びまわり、甘い蜜を集めて、長い冬のためにはちみつを作ります。これはとても大切な仕事です。",
  zh: "蜜蜂在花园里从一朵花飞到另一朵花,采集甜美的花蜜,为漫长的冬天酿造蜂蜜。这是一项非常重要的工作,我们都应该感谢它们。",
} as const;

const LANGUAGES = Object.keys(TEXTS);

type Row = Readonly<Record<string, string | null>>;

describe("dowser export of a host that repeats itself", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-own-"));
    const links = linking("/short", "/declared", ...LANGUAGES.map((name) => `/${name}`));
    const page = (title: string, text: string, lang = "") =>
      `<html${lang}><title>Beekeepers :: ${title} | York</title><body><p>${NOTICE}</p><p>${text}</p>`;
    run = await aCrawledSite(folder, [
      [`${SITE}/`, `${page("All threads", "Here are the threads of all beekeepers.")}${links}`],
      [`${SITE}/short`, page("A short one", "Honey. 1,234 jars of it.")],
      [`${SITE}/declared`, page("Declared", TEXTS.de, ' lang="de-AT"')],
      ...Object.entries(TEXTS).map(
        ([name, text]) => [`${SITE}/${name}`, page(name, text)] as const,
      ),
    ]);
  });
  after(() => rmSync(folder, { recursive: true }));

  async function exported(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runCli(["export", run, "--format", "jsonl", ...args]);
    assert.equal(code, 0, stderr);
    return stdout;
  }

  async function rowOf(name: string, ...args: readonly string[]): Promise<Row | undefined> {
    const rows: Row[] = (await exported(...args))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    return rows.find(({ url }) => url === `${SITE}/${name}`);
  }

  it("Titles and texts have what is of the page itself, and the title as it is written stands beside", async () => {
    for (const args of [[], ["--text", "markdown"]]) {
      const row = await rowOf("de", ...args);
      assert.deepEqual(
        [row?.["title"], row?.["rawTitle"], row?.["text"]],
        ["de", "Beekeepers :: de | York", TEXTS.de],
      );
    }
  });

  it("The language of a page that declares none is told by its text, in ten languages", async () => {
    for (const name of LANGUAGES) {
      const { language, languageBy } = (await rowOf(name)) ?? {};
      assert.deepEqual([language, languageBy], [name, "detected"]);
    }
  });

  it("A declared language is said to be declared, and a short text has none", async () => {
    const [declared, short] = [await rowOf("declared"), await rowOf("short")];
    assert.deepEqual([declared?.["language"], declared?.["languageBy"]], ["de-at", "declared"]);
    assert.deepEqual([short?.["language"], short?.["languageBy"]], [null, null]);
  });

  it("Pages that are shown to people lack what the host repeats, and views for judges have it", async () => {
    const opened = readRun(run);
    const project = loadRunProject(run) ?? {};
    const url = aUrl(`${SITE}/fr`);
    const own = await ownViews(opened.pages, project, () => knownPages(opened.records))(url);
    const judged = await storedViews(opened.pages, project)(url);
    await opened.close();
    assert.deepEqual([own?.mainText, judged?.mainText], [TEXTS.fr, `${NOTICE}\n${TEXTS.fr}`]);
  });

  it("The same export is byte for byte the same, and a part of the pages has the same rows", async () => {
    const all = await exported();
    assert.equal(await exported(), all);
    const relevant = await exported("--relevant");
    for (const line of relevant.split("\n")) assert.ok(all.includes(line));
    assert.ok(relevant.length < all.length);
    assert.equal(await exported("--targets"), relevant, "the former name of --relevant");
  });
});
