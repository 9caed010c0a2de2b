import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { aUrl } from "../../support/a-url.ts";
import { runCli } from "../../support/run-cli.ts";
import { aFetchedPage } from "../../support/scripted-web.ts";

/** Pages of one site: every third has a comment. */
function sitePages(site: string): { url: string; html: string; comments: boolean | null }[] {
  return Array.from({ length: 12 }, (_, index) => {
    const comments = index % 3 === 0;
    const comment = `<div id="c${index}" class="skin${site} user-remark-${index}">Ann, May 5, 2011:
      bees dance, and how! <a href="#c${index}">link</a></div>`;
    const html = `<title>${index}</title><h1>Bees</h1><p class="${site}-text">Some words.</p>${comments ? comment : ""}`;
    return { url: `http://${site}.example/${index}`, html, comments };
  });
}

describe("dowser detect comments", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "dowser-detect-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** A recording and its labels. */
  async function write(name: string, sites: readonly string[]): Promise<string[]> {
    const pages = sites.flatMap(sitePages);
    const warc = join(folder, `${name}.warc.gz`);
    const recorded = pages.map(({ url, html }) => ({
      page: aFetchedPage(aUrl(url), html),
      fetchedAt: 0,
    }));
    await writeWarcFile(warc, recorded, {});
    const truth = join(folder, `${name}.jsonl`);
    const unsure = { url: `http://${sites[0]}.example/1`, comments: null };
    const elsewhere = { url: "http://elsewhere.example/", comments: true };
    const labels = [...pages.filter(({ url }) => url !== unsure.url), unsure, elsewhere];
    writeFileSync(
      truth,
      labels.map(({ url, comments }) => `${JSON.stringify({ url, comments })}\n`).join(""),
    );
    return ["detect", "comments", "--train", truth, "--web", warc];
  }

  it("`dowser detect comments` mines a list, and tests each site by the list of the others", async () => {
    const [list, json] = [join(folder, "list.txt"), join(folder, "out.json")];
    const args = await write("three", ["a", "b", "c"]);
    const { code, stdout, stderr } = await runCli([...args, "--out", list, "--json", json]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^keyword +odds ratio/);
    assert.match(stdout, /keywords, learned +12 +0 +0 +23 +1.000 +1.000 +1.000/);
    assert.match(stdout, /keywords, default +0 +12 +0 +23 +0.657 +– +0.000/);
    assert.match(stdout, /structure +12 +0 +0 +23/);
    const learned = readFileSync(list, "utf8").trim().split("\n");
    assert.ok(learned.length >= 1 && learned.length <= 25);
    for (const keyword of learned) assert.match(keyword, /user|remark/);
    const result = JSON.parse(readFileSync(json, "utf8"));
    assert.equal(result.pages, 35);
    assert.deepEqual(
      result.keywords.map(({ keyword }: { keyword: string }) => keyword),
      learned,
    );
    assert.equal(result.detectors.both.truePositives, 12);
  });

  it("`dowser detect comments` keeps the list as short as asked", async () => {
    const list = join(folder, "one.txt");
    const args = await write("three", ["a", "b", "c"]);
    assert.equal((await runCli([...args, "--out", list, "--keywords", "1"])).code, 0);
    assert.equal(readFileSync(list, "utf8").trim().split("\n").length, 1);
  });

  it("`dowser detect comments` reports that one site allows no honest validation", async () => {
    const { code, stdout, stderr } = await runCli(await write("one", ["a"]));
    assert.equal(code, 0, stderr);
    assert.match(stderr, /all labelled pages are of one site/);
    assert.match(stderr, /no keyword was learned/);
    assert.ok(!stdout.includes("keywords, learned"));
  });

  it("`dowser detect comments` names what is wrong with the labels, and exits with 2", async () => {
    const args = await write("two", ["a", "b"]);
    const wrong: readonly [string, RegExp][] = [
      ["has=none", /no-labelled-page/],
      ["comments=maybe", /one-class-only/],
      ["comments", /bad-target-rule/],
    ];
    for (const [target, expected] of wrong) {
      const { code, stderr } = await runCli([...args, "--target", target]);
      assert.equal(code, 2);
      assert.match(stderr, expected);
    }
  });
});
