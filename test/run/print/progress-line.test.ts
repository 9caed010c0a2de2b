import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlReport } from "../../../lib/crawl/report-crawl.ts";
import {
  formatElapsed,
  progressText,
  startStatus,
  waitText,
} from "../../../lib/run/print/progress-line.ts";

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

/** A stream that notes what is written, and a clock to set. */
function aStatus(isTTY: boolean) {
  const written: string[] = [];
  const clock = { time: 0 };
  const write = (text: string) => written.push(text) > 0;
  const status = startStatus({ isTTY, write }, () => clock.time);
  const showAt = (time: number, text: string, isNews?: boolean) => {
    clock.time = time;
    status.show(() => text, isNews);
  };
  return { written, status, showAt };
}

describe("startStatus", () => {
  it("`startStatus` writes a line every five seconds, and nothing for work that takes less", () => {
    const { written, status, showAt } = aStatus(false);
    showAt(4_999, "one");
    showAt(5_000, "two");
    showAt(9_999, "three");
    showAt(10_000, "four");
    status.stop();
    assert.deepEqual(written, ["two\n", "four\n"]);
  });

  it("`startStatus` rewrites one line of a terminal, and removes it at the end", () => {
    const { written, status, showAt } = aStatus(true);
    showAt(199, "one");
    showAt(200, "two");
    status.stop();
    assert.deepEqual(written, ["\r\u001b[2Ktwo", "\r\u001b[2K"]);
  });

  it("`startStatus` shows news at once when anything was shown before", () => {
    const { written, showAt } = aStatus(false);
    showAt(1, "early news", true);
    showAt(5_000, "work");
    showAt(5_001, "news", true);
    assert.deepEqual(written, ["work\n", "news\n"]);
  });
});
