import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { parseProject } from "../../../lib/project/load-project.ts";
import { requireMemory } from "../../../lib/stack/bundle.ts";
import { runCli, succeed } from "../../support/run-cli.ts";
import { htmlAnswer, serveHosts } from "../../support/served-hosts.ts";

const GERMAN =
  "Die Bienen sammeln im Frühling den Nektar der Blüten und tragen ihn in den Stock, wo sie ihn zu Honig eindicken.";
const ENGLISH =
  "In spring the bees collect the nectar of the blossoms and carry it home to the hive, where they turn it into honey.";

/** Pages by path: the language that is declared, the text, and a link to a page behind it. */
const PAGES: Readonly<Record<string, readonly [string, string]>> = {
  "/silent-de": ["", GERMAN],
  "/silent-en": ["", ENGLISH],
  "/wrong-de": ["en", GERMAN],
  "/wrong-en": ["de", ENGLISH],
  "/short": ["", "Honig"],
};

describe("a crawl that tells languages by text", () => {
  let folder = "";
  let served: Awaited<ReturnType<typeof serveHosts>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-languages-"));
    served = await serveHosts((_host, path) => {
      if (path === "/") return Object.keys(PAGES);
      const [declared, text] = PAGES[path] ?? [];
      if (text === undefined) return [];
      const lang = declared === "" ? "" : ` lang="${declared}"`;
      return htmlAnswer(`<html${lang}><p>${text}</p><a href="${path}/behind">1</a></html>`);
    });
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  const project = (name: string, detectLanguage?: string) =>
    JSON.stringify({
      ...{ name, strategy: "breadth-first" },
      seeds: { urls: [`http://a.localhost:${served.port}/`] },
      scope: { languages: ["de"], ...(detectLanguage === undefined ? {} : { detectLanguage }) },
      politeness: { contact: "me@example.org", minDelayMs: 0, allowLoopback: true },
    });

  /** Returns the language of each page with how it is known, and the pages whose link was followed. */
  async function crawl(name: string, detectLanguage?: string) {
    const file = join(folder, `${name}.yaml`);
    const out = join(folder, name);
    writeFileSync(file, project(name, detectLanguage));
    await succeed("crawl", file, "--out", out);
    await succeed("audit", out);
    const lines = (await succeed("export", out, "--format", "jsonl")).trim().split("\n");
    const rows: { url: string; language: string | null; languageBy: string | null }[] = lines.map(
      (line) => JSON.parse(line),
    );
    const paths = new Map(rows.map((row) => [new URL(row.url).pathname, row]));
    return {
      languages: Object.keys(PAGES).map((path) => {
        const { language, languageBy } = paths.get(path) ?? {};
        return [language, languageBy];
      }),
      followed: Object.keys(PAGES).filter((path) => paths.has(`${path}/behind`)),
    };
  }

  it("The scope goes by declarations alone when the project does not say otherwise; the export tells the others", async () => {
    const { languages, followed } = await crawl("declared");
    assert.deepEqual(languages, [
      ["de", "detected"],
      ["en", "detected"],
      ["en", "declared"],
      ["de", "declared"],
      [null, null],
    ]);
    assert.deepEqual(followed, ["/silent-de", "/silent-en", "/wrong-en", "/short"]);
  });

  it("The text of pages that declare no language tells it, and the scope goes by it", async () => {
    const { languages, followed } = await crawl("undeclared", "undeclared");
    assert.deepEqual(languages.slice(0, 3), [
      ["de", "detected"],
      ["en", "detected"],
      ["en", "declared"],
    ]);
    assert.deepEqual(followed, ["/silent-de", "/wrong-en", "/short"]);
  });

  it("The text counts more than a declaration where that is asked for", async () => {
    const { languages, followed } = await crawl("always", "always");
    assert.deepEqual(languages, [
      ["de", "detected"],
      ["en", "detected"],
      ["de", "corrected"],
      ["en", "corrected"],
      [null, null],
    ]);
    assert.deepEqual(followed, ["/silent-de", "/wrong-de", "/short"]);
  });

  it("A stack without the memory for it refuses to tell languages", async () => {
    const asked = await parseProject(project("stack", "always"), "p");
    assert.doesNotThrow(() => requireMemory(asked, 320));
    assert.throws(() => requireMemory(asked, 256), { code: "project-not-for-stack", value: 256 });
  });

  it("A project is refused that asks for a language which is not detected", async () => {
    const file = join(folder, "unknown.yaml");
    writeFileSync(file, project("unknown", "always").replace('["de"]', '["gl"]'));
    const { stderr } = await runCli(["crawl", file]);
    assert.match(
      stderr,
      /scope\.languages\[0\]: expected one of the languages that scope\.detect/u,
    );
  });
});
