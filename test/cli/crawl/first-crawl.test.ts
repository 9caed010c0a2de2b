import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { truthOf } from "../../../demo/demo-truth.ts";
import type { DemoWeb } from "../../../demo/demo-web.ts";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";

import { aUrl } from "../../support/a-url.ts";
import { writeDemoWarc } from "../../support/demo-warc.ts";
import { runCli } from "../../support/run-cli.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";
import { IS_SLOW } from "../../support/slow.ts";

const ENCYCLOPEDIA = join(import.meta.dirname, "../../../../shared/corpora/wikispeedia");

/** Why the story of the recorded web is not played; `false` when it is. */
const SKIPPED = !IS_SLOW
  ? "a crawl of minutes: npm run test:slow"
  : !existsSync(ENCYCLOPEDIA) && "the recorded encyclopedia is not at hand";

describe("the README's first example", () => {
  let folder = "";
  let warc = "";
  let demo: DemoWeb;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-first-"));
    ({ warc, demo } = await writeDemoWarc(folder));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Writes a project file as `dowser init` does, and crawls it; `change` edits the file. */
  async function firstCrawl(
    name: string,
    given: { readonly topic: string; readonly seeds: readonly string[] },
    change: (text: string) => string,
    web: readonly string[] = [],
  ) {
    const file = join(folder, `${name}.yaml`);
    const run = join(folder, name);
    const seeds = given.seeds.flatMap((url) => ["--seed-url", url]);
    const answers = ["--topic", given.topic, ...seeds, "--contact", "you@example.org"];
    const written = await runCli(["init", ...answers, "--yes", "--out", file]);
    assert.equal(written.code, 0, written.stderr);
    writeFileSync(file, change(readFileSync(file, "utf8")));
    const crawled = await runCli([
      "crawl",
      file,
      "--out",
      run,
      ...web.flatMap((w) => ["--web", w]),
    ]);
    const exported = await runCli(["export", run, "--format", "jsonl", "--relevant"]);
    assert.equal(exported.code, 0, exported.stderr);
    const urls = exported.stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line): string => JSON.parse(line).url);
    return { run, urls, code: crawled.code, text: crawled.stdout, said: exported.stderr };
  }

  it("`init`, `crawl` and `export` of the README make a corpus with the right pages of the demo in it, and more of them by more words", async () => {
    const { urls, code, text } = await firstCrawl(
      "beekeeping",
      { topic: "beekeeping", seeds: demo.seeds },
      (text) => text.replace("pages: 1000", "pages: 300"),
      [warc],
    );
    assert.equal(code, 0, text);
    const truth = truthOf(demo).filter(({ target }) => target);
    const targets = new Set(truth.map(({ url }) => url));
    const right = urls.filter((url) => targets.has(url)).length;
    assert.ok(right >= 10, `${right} right pages of ${urls.length}`);
    assert.ok(right >= urls.length / 2, `${right} right pages of ${urls.length}`);
    assert.match(text, /\npredicted harvest +\d+\.\d %\n/);
    assert.match(text, /^harvest predicted, not judged: \d+\.\d % of the \d+ pages fetched\n/);
    assert.match(text, /\npredicted, not judged: by the crawl itself; no person has checked\n/);
    assert.match(text, /\nnot judged yet: 50 pages by single keys, .*: dowser judge \S+\n?$/);
    assert.doesNotMatch(text, /no page is a target/);
    assert.match(text, /\nasked by one word alone: .*; 7 to 25 .* in need\.words/);

    const words = "words: [bees, hive, honey, queen, swarm, varroa, brood, colony]";
    const told = await firstCrawl(
      "with-words",
      { topic: "beekeeping", seeds: demo.seeds },
      (project) =>
        project.replace("pages: 1000", "pages: 300").replace(/^ {2}# words: .*$/m, `  ${words}`),
      [warc],
    );
    assert.doesNotMatch(told.text, /asked by/);
    const rightByWords = told.urls.filter((url) => targets.has(url)).length;
    assert.ok(rightByWords > right, `${rightByWords} right pages by words, ${right} by one`);
  });

  it("A first crawl without a target page ends with 4, says why and what to do, as `export --relevant` does", async () => {
    const web = join(folder, "stones.warc.gz");
    const site = "http://stones.example";
    const paths = ["/a", "/b", "/c"];
    const pages = ["/", ...paths].map((path) => ({
      page: aFetchedPage(aUrl(site + path), `<p>Stones lie there.</p>${linking(...paths)}`),
      fetchedAt: 0,
    }));
    await writeWarcFile(web, pages, {});
    const given = { topic: "asthma", seeds: [`${site}/`] };
    const { urls, code, text, said } = await firstCrawl("asthma", given, (text) => text, [web]);
    assert.equal(code, 4, text);
    assert.deepEqual(urls, []);
    for (const told of [text, said]) {
      assert.match(told, /no page is predicted relevant:\n/);
      assert.match(told, /4 pages have less utility than the strategy's threshold/);
      assert.match(told, /the topic's words \(asthma\) occur on 0 of 4 pages read/);
      assert.match(told, /so that the next crawl finds some:\n/);
    }
  });

  it("The README's first example makes a corpus with the right pages of a recorded encyclopedia in it", {
    skip: SKIPPED,
  }, async (test) => {
    const truth = join(ENCYCLOPEDIA, "labels.jsonl");
    const isRight = new Set(
      readFileSync(truth, "utf8")
        .split("\n")
        .filter((line) => line.includes("Health_and_medicine"))
        .map((line): string => JSON.parse(line).url),
    );
    const { urls, code } = await firstCrawl(
      "health",
      {
        topic: "health medicine disease",
        seeds: ["https://schools.example.org/wiki/United_States"],
      },
      (text) => text.replace("pages: 1000", "pages: 300"),
      [join(ENCYCLOPEDIA, "wikispeedia.warc.gz")],
    );
    assert.equal(code, 0);
    const right = urls.filter((url) => isRight.has(url)).length;
    test.diagnostic(`${right} right pages of ${urls.length}`);
    assert.ok(right >= 20, `${right} right pages of ${urls.length}`);
    assert.ok(right >= urls.length / 3, `${right} right pages of ${urls.length}`);
  });
});
