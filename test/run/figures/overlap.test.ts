import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { crawlInto } from "../../../lib/run/crawl/crawl.ts";
import { overlapText } from "../../../lib/run/figures/overlap.ts";
import { aUrl } from "../../support/a-url.ts";
import { runCli } from "../../support/run-cli.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";

const HIVE = "http://hive.example";
const FARM = "http://farm.example";
const PAGES: Readonly<Record<string, string>> = {
  [`${HIVE}/`]: linking("/one", "/two", `${FARM}/three`),
  [`${HIVE}/one`]:
    "<title>Bees</title><p>Bees carry sweet \u001b[31mnectar\u001b[0m to the hive.</p>",
  [`${HIVE}/two`]: "<title>Honey</title><p>Bees make honey of sweet nectar in the hive.</p>",
  [`${FARM}/three`]: "<title>Orchard</title><p>Apple trees of the orchard want bees in spring.</p>",
};

describe("dowser overlap", () => {
  let folder = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-overlap-"));
    const pages = Object.entries(PAGES).map(([url, html]) => {
      return { page: aFetchedPage(aUrl(url), html), fetchedAt: 0 };
    });
    await writeWarcFile(join(folder, "web.warc.gz"), pages, {});
    await crawl("bees/run", { topic: "bees" });
    await crawl("orchard/run", { topic: "apple trees orchard" });
    await crawl("nothing", { topic: "lighthouses" });
  });
  after(() => rmSync(folder, { recursive: true }));

  const at = (run: string) => join(folder, run);

  /** A crawl of all pages, which differs from the others in what it takes for a target. */
  async function crawl(run: string, need: object) {
    mkdirSync(at(run), { recursive: true });
    const file = `${at(run)}.json`;
    const parts = { need, seeds: { urls: [`${HIVE}/`] }, strategy: "breadth-first" };
    writeFileSync(file, JSON.stringify({ name: "run", ...parts, scope: { hosts: "any" } }));
    const { report } = await crawlInto(at(run), await loadProject(file), [at("web.warc.gz")]);
    assert.equal(report.fetched, 4);
  }

  const text = (first: string, second: string, top = 300) =>
    overlapText(at(first), at(second), { top, json: false });
  const json = async (first: string, second: string, top = 300) =>
    JSON.parse(await overlapText(at(first), at(second), { top, json: true }));

  it("`dowser overlap` prints both runs, their overlap, how it developed, and the key phrases", async () => {
    const { code, stdout, stderr } = await runCli(["overlap", at("bees/run"), at("orchard/run")]);
    assert.equal(code, 0, stderr);
    assert.equal(stderr, "");
    const [runs = "", overlap = "", recapture = "", overTime = "", phrases = "", ...rest] = stdout
      .trimEnd()
      .split("\n\n");
    assert.deepEqual(rest, []);
    assert.match(runs, /\nfirst +4 +3 +2 +\S+bees\/run\nsecond +4 +1 +1 +\S+orchard\/run$/);
    assert.match(overlap, /\nbest \d key phrases +\d\.\d{3}\ndocuments +0\.500\nsites +0\.500$/);
    assert.match(recapture, /^\d relevant pages are in both: some \d+ in all/);
    assert.match(overTime, /^best 300 key phrases over time\n.*\n.*\n +1 +1 +–\n/);
    assert.match(overTime, /\n +4 +4 +\d\.\d{3}$/);
    assert.match(
      phrases,
      /^key phrases\nin both \(\d\) +only in first \(\d\) +only in second \(0\)/,
    );
  });

  it("`dowser overlap` gives everything as JSON", async () => {
    const { first, second, top, figures } = await json("bees/run", "orchard/run", 2);
    assert.deepEqual(first, {
      ...{ directory: at("bees/run"), fetched: 4, targets: 3, read: 3, hosts: 2 },
    });
    assert.deepEqual([second.directory, second.targets, top], [at("orchard/run"), 1, 2]);
    assert.deepEqual([figures.documents, figures.sites, figures.overTime.length], [0.5, 0.5, 10]);
    assert.equal(figures.overTime[0].share, undefined);
    assert.ok(figures.lists.onlyFirst.length <= 2);
  });

  it("`dowser overlap` finds a run identical to itself", async () => {
    const { figures } = await json("bees/run", "bees/run");
    assert.deepEqual([figures.documents, figures.sites, figures.keywords[0].share], [1, 1, 1]);
    assert.deepEqual([figures.lists.onlyFirst, figures.lists.onlySecond], [[], []]);
  });

  it("`dowser overlap` reports when a run has no relevant page", async () => {
    const told = await text("bees/run", "nothing");
    assert.match(told, /\n\n\S+nothing has no relevant page: nothing to compare$/);
    assert.equal(told.split("\n\n").length, 2);
    assert.equal((await text("nothing", "nothing")).match(/has no relevant page/g)?.length, 1);
    assert.equal((await json("nothing", "bees/run")).figures, null);
  });

  it("`dowser overlap` prints no page text that could control a terminal", async () => {
    assert.ok(!(await text("bees/run", "bees/run")).includes("\u001b"));
  });

  it("`dowser overlap` names what is wrong on the command line", async () => {
    await assert.rejects(text("bees/run", "bees"), {
      code: "no-run",
      message: /bees holds no run/,
    });
    await assert.rejects(text("none", "bees/run"), { code: "no-run" });
    const { code, stderr } = await runCli(["overlap", at("nothing"), at("nothing"), "--top", "0"]);
    assert.equal(code, 2);
    assert.match(stderr, /expected a whole number from 1/);
  });
});
