import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { labelAddText } from "../../../lib/cli/label/label.ts";
import { reportText } from "../../../lib/cli/report/report.ts";
import { formatPrecision, formatQueries } from "../../../lib/evaluation/report/report-text.ts";
import { aCrawledSite } from "../../support/a-crawled-site.ts";
import { runCli } from "../../support/run-cli.ts";
import { linking } from "../../support/scripted-web.ts";

const SITE = "http://site.example";
/** Of 20 pages every fourth is about bees. */
const PATHS = Array.from({ length: 20 }, (_, number) => `/page${number}`);
const htmlOf = (number: number) =>
  number % 4 === 3 ? "<p>Bees make honey.</p>" : `<p>Stones.</p>${linking(...PATHS)}`;

describe("dowser report", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-report-"));
    run = await aCrawledSite(
      folder,
      PATHS.map((path, number) => [SITE + path, htmlOf(number)]),
    );
  });
  after(() => rmSync(folder, { recursive: true }));

  const json = async () => JSON.parse(await reportText(run, { json: true }));

  it("`dowser report` says what was asked and found, how sure that is, and what to do next, then the precision at tenths", async () => {
    const { code, stdout, stderr } = await runCli(["report", run]);
    assert.equal(code, 0, stderr);
    const [asked = "", found = "", sure = "", next = "", urls = "", precision = "", ...rest] =
      stdout.trimEnd().split("\n\n");
    assert.deepEqual(rest, []);
    assert.match(asked, /: strategy .* looked for pages/);
    assert.match(
      found,
      /\npages fetched +20 .*\nrelevant pages as predicted by the crawl +5 +25\.0 %/,
    );
    assert.match(
      sure,
      /^how sure that is\n.*As predicted by the crawl: 25\.0 % .* No person has checked it/,
    );
    assert.match(next, /^what to do next\n[\s\S]*\n {4}dowser judge /);
    assert.match(urls, /^URLs\n.*\nURLs discovered +20\n/);
    assert.match(
      precision,
      /^harvest rate over time\npages +predicted, this tenth +predicted, so far\n/,
    );
    assert.match(
      precision,
      /\n +2 +0\.0 % +0\.0 %\n +4 +50\.0 % +25\.0 %\n.*\n +8 +50\.0 % +25\.0 %\n/,
    );
    assert.match(precision, /\n +20 +50\.0 % +25\.0 %$/);
  });

  it("`dowser report` gives everything as JSON", async () => {
    const { directory, fetched, precision, queries, labelled } = await json();
    assert.deepEqual([directory, fetched, queries], [run, 20, []]);
    assert.deepEqual(labelled, { good: 0, bad: 0 });
    assert.deepEqual(precision.own[1], { pages: 4, temporal: 0.5, cumulative: 0.25 });
    assert.equal(precision.own.length, 10);
  });

  it("`dowser report` says what the last training says of the labels, and hides control characters", async () => {
    const noted = join(folder, "noted");
    cpSync(run, noted, { recursive: true });
    const detail = { model: "m", pages: 20, rescored: 0, labelNotes: ["labels agree \u001b[31m"] };
    appendFileSync(
      join(noted, "log.jsonl"),
      `${JSON.stringify({ at: 0, kind: "trained", detail })}\n`,
    );
    assert.match(await reportText(noted, { json: false }), /\n\nlabels agree \ufffd\[31m/);
    const { labelNotes } = JSON.parse(await reportText(noted, { json: true }));
    assert.deepEqual(labelNotes, detail.labelNotes);
    assert.deepEqual((await json()).labelNotes, []);
  });

  it("`dowser report` counts labels, and makes no precision of them: they are no random sample", async () => {
    const urls = [0, 3, 7].map((number) => `${SITE}/page${number}`);
    const [stone = "", ...bees] = urls;
    await labelAddText(run, [...bees, "good", stone, "bad"], { json: false });
    const text = await reportText(run, { json: false });
    assert.match(text, /so far 2 relevant and 1 irrelevant/);
    assert.match(text, /\npages +predicted, this tenth +predicted, so far\n/);
    assert.deepEqual((await json()).labelled, { good: 2, bad: 1 });
  });

  it("`dowser report` reports an error when there is no run", async () => {
    await assert.rejects(reportText(folder, { json: true }), { code: "no-run" });
  });
});

describe("the tables of a report", () => {
  it("The tables of a report leave out empty parts", () => {
    assert.equal(formatPrecision([]), undefined);
    assert.equal(formatQueries([]), undefined);
  });

  it("The tables of a report give each query's results, whatever its words are", () => {
    const wax = { query: "wax \u001b[31m", askedAt: 0, results: 5, fetched: 4, targets: 3 };
    const silent = { query: "bees", askedAt: 9, results: undefined, fetched: 0, targets: 0 };
    const [, , first, second] = (
      formatQueries([
        { ...wax, utility: 0.625 },
        { ...silent, utility: undefined },
      ]) ?? ""
    ).split("\n");
    assert.match(first ?? "", /^wax \ufffd\[31m +5 +4 +3 +0\.625$/);
    assert.match(second ?? "", /^bees +no answer +0 +0 +–$/);
  });
});
