import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { learnedEstimation } from "../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import type { FollowedLink, Need as NeedOfCrawl } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { linkIntent } from "../../lib/domain/web/url/url-words.ts";
import { type ModelDocument, modelDocument } from "../../lib/run/export/model-document.ts";
import { readRun, storedViews } from "../../lib/run/folder/read-run.ts";
import { RUN_FILES } from "../../lib/run/folder/run-database.ts";
import { loadRunProject } from "../../lib/run/folder/run-project.ts";
import { EXIT } from "../../lib/run/print/print-error.ts";
import { pagesOnBees, pagesOnCars } from "../domain/methods/adaptive/page-estimator/some-pages.ts";
import { aNeed } from "../support/a-need.ts";
import { aPage } from "../support/a-page.ts";
import { aUrl } from "../support/a-url.ts";
import { writeDemoWarc } from "../support/demo-warc.ts";
import { runCli } from "../support/run-cli.ts";

const SCRIPT = join(import.meta.dirname, "../../examples/score_model.py");
const TOPIC = "beekeeping honey hive";

type Written = Awaited<ReturnType<typeof writeDemoWarc>>;
type Need = (demo: Written["demo"]) => object;

const BY_TOPIC: Need = () => ({ topic: TOPIC });
const BY_LABELS: Need = ({ examples: { good, bad } }) => ({
  topic: TOPIC,
  good: good.slice(0, 5),
  bad: bad.slice(0, 5),
});
const BY_ONE_BAD_PAGE: Need = ({ examples: { bad } }) => ({ topic: TOPIC, bad: bad.slice(0, 1) });

/** The kinds of models that the documents of these crawls have: of pages, and of links. */
const CRAWLS: readonly (readonly [
  strategy: string,
  by: string,
  need: Need,
  page: string,
  link: string,
])[] = [
  ["best-first", "words", BY_TOPIC, "words", "page"],
  ["best-first", "one page", BY_ONE_BAD_PAGE, "cosine", "page"],
  ["adaptive", "one page", BY_ONE_BAD_PAGE, "cosine", "linear"],
  ["adaptive:beta=4", "labels", BY_LABELS, "terms", "linear"],
  ["auto", "words", BY_TOPIC, "words", "linear"],
  ["auto", "labels", BY_LABELS, "terms", "linear"],
];

const aLinkNamed = (anchor: string): FollowedLink => ({
  parent: aUrl("http://site.example/"),
  snippet: { anchor, before: "all of", after: "", title: "Pages - Site" },
});

const kindOf = (model: unknown) =>
  typeof model === "object" && model !== null && "kind" in model ? model.kind : undefined;

describe("examples/score_model.py", () => {
  let folder = "";
  let written: Written;
  const runs = new Map<string, string>();
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-model-"));
    written = await writeDemoWarc(folder);
    for (const [strategy, by, need] of CRAWLS)
      runs.set(`${strategy} ${by}`, await aRun(strategy, need(written.demo)));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Crawls some pages of the demo web, which has more. */
  async function aRun(strategy: string, need: object): Promise<string> {
    const name = `run${runs.size}`;
    const file = join(folder, `${name}.json`);
    const run = join(folder, name);
    const seeds = { urls: written.demo.seeds };
    const project = { name, need, seeds, strategy: "best-first", budget: { pages: 40 } };
    writeFileSync(file, JSON.stringify(project));
    const crawl = ["crawl", file, "--strategy", strategy, "--web", written.warc, "--out", run];
    const { code, stderr } = await runCli(crawl);
    assert.ok(code === EXIT.ok || code === EXIT.noTarget, stderr);
    return run;
  }

  /** What the scorer prints of a document; `undefined` where this machine has no Python. */
  function scored(document: string): string | undefined {
    const file = join(folder, "model.json");
    writeFileSync(file, document);
    const { status, stdout, stderr } = spawnSync("python3", [SCRIPT, file], { encoding: "utf8" });
    if (status === null) return undefined;
    assert.equal(status, 0, stdout + stderr);
    return stdout;
  }

  for (const [strategy, by, , page, link] of CRAWLS)
    it(`The scorer scores all pages and waiting links as the crawl by ${strategy} with ${by} does, within 1e-9`, async (test) => {
      const run = runs.get(`${strategy} ${by}`) ?? "";
      const document = await modelDocument(run, Infinity);
      assert.deepEqual([kindOf(document.page), kindOf(document.link)], [page, link]);
      const { pages, links } = document.examples;
      assert.deepEqual([pages.length, links.length], await counted(run));
      assert.ok(new Set(pages.map(({ score }) => score)).size > 5);
      assert.ok(new Set(links.map(({ score }) => score)).size > 5);
      const text = scored(JSON.stringify(document));
      if (text === undefined) return test.skip("there is no python3");
      assert.ok(text.startsWith(`${pages.length} pages, ${links.length} links, `), text);
      test.diagnostic(text.trim());
    });

  /** Counts the pages of a run, and the waiting links of pages that lead to no form and that no page tells more of. */
  async function counted(directory: string): Promise<readonly [pages: number, links: number]> {
    const run = readRun(directory);
    let [pages, links] = [0, 0];
    for await (const { page } of run.decided.list()) if (page !== undefined) pages += 1;
    for (const { state, link } of run.knownLinks()) {
      const { url, parent, snippet } = link ?? {};
      if (state !== "waiting" || url === undefined || parent === undefined) continue;
      if (snippet?.advice !== undefined) continue;
      const isOfPage = (await run.decided.get(parent))?.page !== undefined;
      if (isOfPage && linkIntent(url, parent) === undefined) links += 1;
    }
    await run.close();
    return [pages, links];
  }

  /** Asserts that the scorer judges pages as an estimation trained on a need does; returns the model. */
  function assertScored(test: TestContext, need: NeedOfCrawl, pages: readonly PageView[]): string {
    const estimation = learnedEstimation({ seed: 1, readsLinks: true });
    const trained = estimation.train(need, undefined);
    const [judge, portable] = [estimation.compile(trained), estimation.portable?.(trained)];
    const examples = pages.map((page) => {
      const link = need.links?.get(page.url);
      const features = portable?.featuresOf(page, link) ?? null;
      return { features, score: judge(page, link).utility };
    });
    assert.ok(new Set(examples.map(({ score }) => score)).size > 2);
    const page = portable?.model ?? null;
    const text = scored(
      JSON.stringify({ page, link: null, examples: { pages: examples, links: [] } }),
    );
    if (text === undefined) test.skip("there is no python3");
    return JSON.stringify(page);
  }

  it("The scorer adds what words of URLs and links say, as auto does where labelled pages were found by links", (test) => {
    const [good, bad] = [pagesOnBees(12), pagesOnCars(12)];
    const links = new Map(
      [...good, ...bad].map(({ url }, at) => [
        url,
        aLinkNamed(at < 12 ? "our bees" : "latest cars"),
      ]),
    );
    const need = aNeed({
      topic: "bees honey",
      good: good.slice(0, 8),
      bad: bad.slice(0, 8),
      links,
    });
    assert.match(assertScored(test, need, [...good, ...bad, aPage()]), /"features":"address"/);
  });

  it("The scorer judges a page in one of a topic's languages by the words of that language", (test) => {
    const inLanguage = (language: string | undefined, mainText: string, at: number) =>
      aPage({ url: aUrl(`http://site.example/${language}/${at}`), language, mainText });
    const words = { en: "bees hive honey", "de-DE": "Bienen Stock Honig" };
    const seen = Object.entries(words).flatMap(([language, own]) =>
      Array.from({ length: 40 }, (_, at) => inLanguage(language, at < 4 ? own : `word${at}`, at)),
    );
    const topic = Object.values(words).join(" ");
    const pages = [
      ...seen,
      ...["en-GB", "de", "fr", undefined].map((code) =>
        inLanguage(code, `${topic} hives hives`, 99),
      ),
    ];
    assert.match(assertScored(test, aNeed({ topic, seen }), pages), /"de":\{/);
  });

  it("A crawl by best-first queues each link for the greatest score of the pages that it is on", async () => {
    const directory = runs.get("best-first one page") ?? "";
    const { examples } = await modelDocument(directory, Infinity);
    const run = readRun(directory);
    const viewOf = storedViews(run.pages, loadRunProject(directory) ?? {});
    const greatest = new Map<string, number>();
    for (const { url: page, score } of examples.pages)
      for (const { url } of (await viewOf(page))?.anchors ?? [])
        greatest.set(url, Math.max(score, greatest.get(url) ?? 0));
    const queued = new Map(Array.from(run.knownLinks(), ({ url, link }) => [url, link?.priority]));
    await run.close();
    assert.ok(examples.links.length > 0);
    for (const { url } of examples.links) assert.equal(queued.get(url), greatest.get(url), url);
  });

  it("The command writes a document with twenty examples of each kind, which the scorer accepts", async () => {
    const { code, stdout, stderr } = await runCli([
      "export",
      runs.get("auto labels") ?? "",
      "--model",
    ]);
    assert.equal(code, 0, stderr);
    const document: ModelDocument = JSON.parse(stdout);
    const { format, version, strategy, examples, notExported } = document;
    assert.deepEqual([format, version, strategy], ["dowser-model", 1, "auto"]);
    assert.deepEqual([examples.pages.length, examples.links.length], [20, 20]);
    assert.deepEqual(
      notExported.map(({ part }) => part),
      ["groups"],
    );
    assert.match(scored(stdout) ?? "20 pages, 20 links, ", /^20 pages, 20 links, /);
  });

  it("A model that only Dowser can score with is named with the reason, and is an error where nothing else is left", async () => {
    const run = await aRun("breadth-first", { topic: TOPIC });
    const order = await modelDocument(run);
    assert.equal(order.link, null);
    assert.deepEqual(order.notExported, [
      { part: "link", reason: "links have an order, and no scores" },
    ]);
    assert.deepEqual(order.examples.links, []);
    runs.set("", run);
    const beside = await aRun("auto", { detect: "user-content" });
    const { code, stderr } = await runCli(["export", beside, "--model"]);
    assert.equal(code, EXIT.usage);
    assert.match(stderr, /no other program can score with the model of auto: /);
    writeFileSync(join(beside, RUN_FILES.log), "");
    const untrained = await runCli(["export", beside, "--model"]);
    assert.equal(untrained.code, EXIT.usage);
    assert.match(untrained.stderr, /has no trained model yet/);
    const both = await runCli(["export", run, "--model", "--format", "csv"]);
    assert.equal(both.code, EXIT.usage);
    assert.match(both.stderr, /--model writes a JSON document of its own/);
  });
});
