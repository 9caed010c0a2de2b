import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeWarcFile } from "../../lib/adapters/warc/write-warc-file.ts";
import { labelAddText } from "../../lib/cli/label/label.ts";
import { whyText } from "../../lib/cli/why.ts";
import type { LinkSign } from "../../lib/domain/methods/strategy.ts";
import { loadProject } from "../../lib/project/load-project.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { crawlInto } from "../../lib/run/crawl/crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { runCli } from "../support/run-cli.ts";
import { aFetchedPage } from "../support/scripted-web.ts";

const SITE = "http://site.example";
const PAGES: Readonly<Record<string, string>> = {
  "/": `<title>The index</title>all on <a href="/bees">honey &#27;[31m bees</a> and <a href="/login">secrets</a>`,
  "/bees": `<title>Of bees</title>Bees make honey. <a href="/hives">the hives</a> <a href="/lost">lost</a>`,
  "/hives": "<title>Hives</title>Hives are full of honey.",
};

describe("dowser why", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-why-"));
    run = join(folder, "run");
    const web = join(folder, "web.warc.gz");
    const pages = Object.entries(PAGES).map(([path, html]) => {
      return { page: aFetchedPage(aUrl(SITE + path), html), fetchedAt: 0 };
    });
    await writeWarcFile(web, pages, {});
    const project = join(folder, "project.json");
    const text = {
      name: "why",
      need: { topic: "honey" },
      seeds: { urls: [`${SITE}/`] },
      strategy: "shark-search",
      scope: { denyPatterns: ["/login*"], dropParameters: ["utm_*"] },
      budget: { pages: 2 },
    };
    writeFileSync(project, JSON.stringify(text));
    await crawlInto(run, await loadProject(project), [web]);
    await labelAddText(run, [`${SITE}/bees`, "good"], { json: false });
  });
  after(() => rmSync(folder, { recursive: true }));

  const why = (path: string) => whyText(run, SITE + path, { json: false });

  it("`dowser why` prints the path, the link with its reason and model, and the page's own", async () => {
    const { code, stdout, stderr } = await runCli(["why", run, `${SITE}/bees`]);
    assert.equal(code, 0, stderr);
    const [head = "", way = "", link = "", page = "", label = "", ...rest] = stdout
      .trimEnd()
      .split("\n\n");
    assert.deepEqual(rest, []);
    assert.match(
      head,
      /^http:\/\/site\.example\/bees\n {2}fetched: page \(status 200; \S+Z, \d+ ms\)$/,
    );
    assert.equal(
      way,
      [
        "crawl path",
        "  0  http://site.example/  a seed",
        "  1  http://site.example/bees  by a link: “honey \ufffd[31m bees”",
      ].join("\n"),
    );
    assert.match(
      link,
      /^the link was worth 0\.\d+, 1 from a seed\n {2}inherited 0\.\d+, at the link /,
    );
    assert.match(
      link,
      /\n {2}all on \[honey \ufffd\[31m bees\] and secrets\n {2}on the page “The index”\n/,
    );
    assert.match(link, /\n {2}by model sha256:[0-9a-f]{12}, trained on 0 pages at \S+Z$/);
    assert.match(
      page,
      /^the page is worth 0\.\d+, relevant\n {2}cosine 0\.\d+: honey\n {2}title: “Of bees”\n/,
    );
    assert.equal(label, "labelled relevant");
  });

  it("`dowser why` prints the current priority of a queued link", async () => {
    const text = await why("/hives");
    assert.match(text, /^http:\/\/site\.example\/hives\n {2}waiting\n/);
    assert.match(text, /\n {2}2 {2}http:\/\/site\.example\/hives {2}by a link: “the hives”\n/);
    assert.match(text, /\nthe link is worth 0\.\d+, 2 from a seed\n/);
    assert.doesNotMatch(text, /the page is|labelled/);
  });

  it("`dowser why` prints the rule that refused a link out of scope", async () => {
    assert.equal(
      await why("/login"),
      `${SITE}/login\n  refused: pattern-denied\n\nrefused when it was discovered; nothing else is stored`,
    );
  });

  it("`dowser why` prints the features that the model uses, the strongest first, and how many more there are", async () => {
    const signs = Array.from({ length: 14 }, (_, index): LinkSign => {
      return { feature: `word ${index}`, weight: index === 1 ? -0.25 : 0.5 };
    });
    const explaining: typeof createStrategy = async (choice, context) => {
      const strategy = await createStrategy(choice, context);
      const compile: typeof strategy.compile = (model) => {
        return { ...strategy.compile(model), explainLink: () => signs };
      };
      return { ...strategy, compile };
    };
    const text = await whyText(run, `${SITE}/hives`, { json: false }, explaining);
    assert.match(
      text,
      /\n {2}what the model goes by in it\n {4}\+0\.500 {2}word 0\n {4}−0\.250 {2}word 1\n/,
    );
    assert.match(text, /\n {4}\+0\.500 {2}word 11\n {4}and 2 more \(--json\)\n/);
    const json = await whyText(run, `${SITE}/hives`, { json: true }, explaining);
    assert.deepEqual(JSON.parse(json).link.signs, signs);
  });

  it("`dowser why` knows a URL by an alias, and without the parameters that the crawl drops", async () => {
    for (const path of ["/bees/", "/bees?utm_medium=x#top"]) {
      assert.match(await why(path), /^http:\/\/site\.example\/bees\n/);
    }
  });

  it("`dowser why` gives everything as JSON", async () => {
    const told = JSON.parse(await whyText(run, `${SITE}/bees`, { json: true }));
    assert.deepEqual([told.directory, told.state, told.label], [run, "fetched", 1]);
    assert.equal(told.path.length, 2);
    assert.match(told.link.model.hash, /^sha256:[0-9a-f]{64}$/);
  });

  it("`dowser why` reports an error when the URL was never discovered, and suggests one", async () => {
    await assert.rejects(why("/hive"), {
      code: "unknown-url",
      hint: /^did you mean http:\/\/site\.example\/hives\?/,
    });
    await assert.rejects(whyText(run, "http://other.example/", { json: false }), {
      code: "unknown-url",
      hint: /^name a URL/,
    });
    await assert.rejects(whyText(run, "bees", { json: false }), { code: "bad-url" });
    await assert.rejects(whyText(folder, SITE, { json: false }), { code: "no-run" });
  });
});
