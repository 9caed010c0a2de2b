import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { runStatusText } from "../../../lib/run/crawl/run-status.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { RUN_FILES } from "../../../lib/run/folder/run-database.ts";
import { lookAtRun } from "../../../lib/run/judge/look-at-run.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { runCli } from "../../support/run-cli.ts";

const SITE = "http://site.example";
const PAGES = beesAndStones(SITE, 12);

/** Runs `dowser label` with keys piped in. */
const label = (keys: string, ...args: readonly string[]) =>
  runCli(["label", ...args], { input: keys });

/** The time of asking, in ms since the epoch: no text that is compared here depends on it. */
const NOW = 1_800_000_000_000;

describe("dowser label RUN", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-label-screen-"));
    run = await aCrawledSite(folder, PAGES);
  });
  beforeEach(() => rmSync(join(run, RUN_FILES.labels), { force: true }));
  after(() => rmSync(folder, { recursive: true }));

  async function labels() {
    const read = readRun(run);
    try {
      return (await read.labels.list()).map(({ url, label, by }) => [url, label, by]);
    } finally {
      await read.close();
    }
  }

  it("A key a page labels it, each at once, and the count so far is shown", async () => {
    const { code, stdout, stderr } = await label("ynq", run, "--by", "ana");
    assert.equal(code, 0, stderr);
    assert.match(stderr, /1 of \d+ · \d+ relevant and \d+ irrelevant so far/);
    assert.match(
      stdout,
      /^labelled: 1 relevant, 1 irrelevant; a running crawl applies them within seconds/,
    );
    const given = await labels();
    assert.deepEqual(
      given.map(([, value, by]) => [value, by]),
      [
        [1, "ana"],
        [0, "ana"],
      ],
    );
    const again = await label("q", run);
    for (const [url] of given)
      assert.ok(!again.stderr.includes(`\n${url}\n`), "a labelled page is shown no more");
  });

  it("The key b goes back, and the new label of that page counts", async () => {
    await label("ybnq", run);
    const given = await labels();
    assert.deepEqual(
      given.map(([, value]) => value),
      [1, 0],
    );
    assert.equal(given[0]?.[0], given[1]?.[0]);
  });

  it("A search shows only pages with its words, and says when no page has them", async () => {
    const { stderr } = await label("sssssssss", run, "--queue", "random", "--search", "bees");
    assert.match(stderr, /1 of 3 /);
    assert.doesNotMatch(stderr, /\nStones/);
    const none = await label("y", run, "--search", "submarine");
    assert.equal(none.code, 2);
    assert.match(none.stderr, /nothing-to-label.*submarine/s);
  });

  it("The queue of likely pages begins with the highest score", async () => {
    const read = readRun(run);
    const best: { url: string; utility: number }[] = [];
    for await (const { url, page } of read.records.list())
      if (page !== undefined) best.push({ url, utility: page.utility });
    await read.close();
    const most = Math.max(...best.map(({ utility }) => utility));
    const { stderr } = await label("q", run, "--queue", "likely");
    const shown = best.find(({ url }) => stderr.includes(`\n${url}\n`));
    assert.equal(shown?.utility, most);
  });

  it("Without a key to read, it says how to give some", async () => {
    const { code, stderr } = await label("", run);
    assert.equal(code, 2);
    assert.match(stderr, /no-keys/);
  });
});

describe("a label that all others contradict", () => {
  const pages = beesAndStones(SITE, 40);
  const folder = mkdtempSync(join(tmpdir(), "dowser-held-"));
  after(() => rmSync(folder, { recursive: true }));

  it("It is asked about again first, said in the status, and counts when it is given once more", async () => {
    const run = await aCrawledSite(folder, pages);
    const [bees, stones] = [true, false].map((isBees) =>
      pages.flatMap(([url, html]) => (/bees/i.test(html) === isBees ? [url] : [])),
    );
    const [wrong = "", ...bad] = stones ?? [];
    const good = (bees ?? []).slice(0, 5);
    const added = ["label", "add", run, ...good, wrong, "good", ...bad.slice(0, 12), "bad"];
    assert.equal((await runCli(added)).code, 0);
    const { stdout, stderr } = await label("q", run);
    assert.match(
      stderr,
      /^\n?1 of \d+, you said relevant, and the other labels contradict it: look again/,
    );
    assert.ok(stderr.includes(wrong));
    const held = `held back until you look again: you called ${wrong} relevant, and the other labels contradict it`;
    assert.ok(stdout.includes(held), stdout);
    await lookAtRun(run);
    assert.ok((await runStatusText(run, { json: false }, NOW)).includes(held));
    await label("yq", run);
    const after = await label("q", run);
    assert.doesNotMatch(after.stderr + after.stdout, /contradict/);
    assert.ok(!(await runStatusText(run, { json: false }, NOW)).includes(held));
  });
});
