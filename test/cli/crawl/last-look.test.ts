import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { labelAddText } from "../../../lib/cli/label/label.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { lookAtRun } from "../../../lib/run/judge/look-at-run.ts";
import { WatchedRun } from "../../../lib/workbench/host/watched-run.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { collect } from "../../support/collect.ts";
import { succeed } from "../../support/run-cli.ts";

const SITE = "http://site.example";
const PAGES = 60;

describe("the last look of a crawl", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-look-"));
    run = await aCrawledSite(folder, beesAndStones(SITE, PAGES), "run", { strategy: "auto" });
  });
  after(() => rmSync(folder, { recursive: true }));

  const rowsOf = (text: string): readonly { readonly url: string; readonly isTarget: boolean }[] =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));

  async function exported(...more: readonly string[]): Promise<number> {
    const stdout = await succeed("export", run, "--format", "jsonl", "--relevant", ...more);
    return stdout === "" ? 0 : rowsOf(stdout).length;
  }

  /** Opens the run again, as the workbench does after a look. */
  async function watched(): Promise<number> {
    const opened = new WatchedRun(run);
    await opened.refresh();
    const { targets } = await opened.report();
    await opened.close();
    return targets;
  }

  it("The same pages are called in status, report, export and the workbench", async () => {
    const status = JSON.parse(await succeed("status", run, "--json"));
    const report = JSON.parse(await succeed("report", run, "--json"));
    const called = [status.targets, report.targets, await exported(), await watched()];
    assert.deepEqual(called, Array(4).fill(PAGES / 4));
    assert.deepEqual(status.cut, report.cut);
  });

  it("The status shows where the cut is, and what lies above and below it", async () => {
    const stdout = await succeed("status", run);
    assert.match(
      stdout,
      /called relevant from a score of 0\.\d{3} on, .*need\.cut complete: 15 pages/,
    );
    assert.match(stdout, /just above: 0\.\d{3} http:\/\/site\.example\/page\d+/);
    assert.match(stdout, /just below: 0\.\d{3} http:\/\/site\.example\/page\d+/);
  });

  it("A least score overrides the cut, and a higher one calls fewer pages", async () => {
    assert.equal(await exported("--min-score", "0"), PAGES);
    assert.ok((await exported("--min-score", "0.999")) < PAGES / 4);
    const report = await succeed("report", run, "--json", "--min-score", "0");
    assert.equal(JSON.parse(report).targets, PAGES);
  });

  it("The clean set is part of the complete one", async () => {
    const urls = async (name: string) => {
      const stdout = await succeed("export", run, "--format", "jsonl", "--relevant", "--cut", name);
      return new Set(rowsOf(stdout).map(({ url }) => url));
    };
    assert.ok((await urls("clean")).isSubsetOf(await urls("complete")));
  });

  it("A look leaves the records that the crawl decided by as they were", async () => {
    const opened = readRun(run);
    const decided = await collect(opened.decided.list());
    const looked = await collect(opened.records.list());
    await opened.close();
    assert.deepEqual(
      looked.map(({ sequence, url }) => [sequence, url]),
      decided.map(({ sequence, url }) => [sequence, url]),
    );
    await succeed("audit", run);
  });

  it("A label is applied by the next export, without another crawl", async () => {
    const [wrong] = rowsOf(await succeed("export", run, "--format", "jsonl", "--relevant"));
    const url = wrong?.url ?? "";
    await labelAddText(run, [url, "bad"], { json: true });
    const stdout = await succeed("export", run, "--format", "jsonl", "--relevant");
    const called = rowsOf(stdout).map((row) => row.url);
    assert.ok(!called.includes(url));
    assert.equal(called.length, PAGES / 4 - 1);
    assert.equal(await watched(), PAGES / 4 - 1);
  });

  it("A second look that knows no more judges nothing", async () => {
    const facts = async () => {
      await lookAtRun(run);
      const opened = readRun(run);
      const about = opened.look.about();
      await opened.close();
      return about;
    };
    assert.deepEqual(await facts(), await facts());
  });

  it("Labels leave what the words of the need find: these are believed beside them", async () => {
    const labels = (numbers: readonly number[], label: string) => [
      ...numbers.map((number) => `${SITE}/page${number}`),
      label,
    ];
    const given = [...labels([3, 7, 11, 15, 19], "good"), ...labels([1, 2, 5, 6, 9], "bad")];
    await labelAddText(run, given, { json: true });
    const stdout = await succeed("export", run, "--format", "jsonl", "--all-columns");
    const rows: readonly { url: string; isTarget: boolean; why: string }[] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const page = rows.find(({ url }) => url.endsWith("/page23"));
    assert.equal(page?.isTarget, true);
    assert.match(page?.why ?? "", /; beside it by the topic similar/);
  });

  it("A least score that the project names is the cut, in each of its names", async () => {
    const named = await aCrawledSite(folder, beesAndStones(SITE, PAGES), "named", {
      strategy: "auto",
      need: { topic: "bees honey", threshold: 0.999, cut: "clean" },
    });
    const status = JSON.parse(await succeed("status", named, "--json"));
    assert.deepEqual([status.cut.at, status.cut.by], [0.999, "asked"]);
    assert.ok(status.targets < PAGES / 4);
    const stdout = await succeed("export", named, "--format", "jsonl", "--cut", "complete");
    assert.ok(rowsOf(stdout).filter(({ isTarget }) => isTarget).length === status.targets);
  });
});
