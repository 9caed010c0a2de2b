import assert from "node:assert/strict";
import { it } from "node:test";
import type { CrawlReport } from "../../../lib/crawl/report-crawl.ts";
import { formatElapsed, progressText, waitText } from "../../../lib/run/print/progress-line.ts";

const REPORT: CrawlReport = {
  fetched: 1_200,
  targets: 300,
  harvestRate: 0.25,
  bodyBytes: 5e6,
  hosts: 12,
  states: { waiting: 34_567, leased: 3, fetched: 1_300, refused: 9, failed: 4, cut: 0 },
  reasons: {},
};

it("The progress line gives a crawl's state in one line, with the rate of this run", () => {
  assert.equal(
    progressText(REPORT, 200, 100),
    "pages 1,200 · predicted harvest 0.250 · 10.0 pages/s · frontier 34,567 · hosts 12 · 1:40",
  );
  assert.match(progressText(REPORT, 1_200, 0), / 0\.0 pages\/s /);
});

it("The progress line writes elapsed time as clocks do", () => {
  assert.deepEqual([0, 59.9, 61, 3_600, 36_061].map(formatElapsed), [
    "0:00",
    "0:59",
    "1:01",
    "1:00:00",
    "10:01:01",
  ]);
});

it("The progress line says after three seconds without a page what it waits for, and no sooner", () => {
  const wait = "http://a.example/\u001b[31m has not answered for 5 s";
  assert.equal(waitText(REPORT, 2.9, wait), undefined);
  assert.equal(waitText(REPORT, 60, undefined), undefined);
  assert.equal(
    waitText(REPORT, 5.7, wait),
    "pages 1,200 · no page for 5 s · waiting: http://a.example/\ufffd[31m has not answered for 5 s",
  );
});
