import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import type { FetchOutcome } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import {
  FIRST_FAILURE_DELAY_MS,
  freshPace,
  MAX_DELAY_MS,
  paceAfter,
  withCrawlDelay,
  withMinDelay,
} from "../../../../lib/domain/web/politeness/crawl-delay.ts";
import { MAX_RETRY_AFTER_MS } from "../../../../lib/domain/web/politeness/retry.ts";
import { aUrl } from "../../../support/a-url.ts";

const GONE: FetchOutcome = { kind: "gone", status: 404 };
const PAGE: FetchOutcome = {
  kind: "page",
  url: aUrl("https://a.example/"),
  status: 200,
  headers: [],
  body: new Uint8Array(),
  mediaType: "text/html",
  charset: undefined,
  truncated: false,
};
const DNS: FetchOutcome = { kind: "failed", reason: "dns", detail: "" };

function slowDown(retryAfterMs?: number): FetchOutcome {
  const outcome = { kind: "failed", reason: "slow-down", detail: "", status: 429 } as const;
  return retryAfterMs === undefined ? outcome : { ...outcome, retryAfterMs };
}

describe("the pace of a host", () => {
  it("A host's pace starts at the minimum delay of the project", () => {
    assert.deepEqual(freshPace(1_000), {
      delayMs: 1_000,
      baseDelayMs: 1_000,
      crawlDelayMs: 0,
      consecutiveFailures: 0,
      notBefore: 0,
    });
  });

  it("A host's pace follows a longer crawl delay up to the maximum obeyed, but no shorter one", () => {
    const pace = freshPace(1_000);
    assert.equal(withCrawlDelay(pace, 5_000, 30_000).delayMs, 5_000);
    assert.equal(withCrawlDelay(pace, 5_000, 30_000).baseDelayMs, 5_000);
    assert.equal(withCrawlDelay(pace, 86_400_000, 30_000).delayMs, 30_000);
    assert.equal(withCrawlDelay(pace, 10, 30_000).delayMs, 1_000);
  });

  it("A host's pace keeps a slower delay when the crawl delay is read", () => {
    const slow = paceAfter(freshPace(8_000), slowDown(), 0);
    assert.equal(withCrawlDelay(slow, 5_000, 30_000).delayMs, 16_000);
  });

  it("A host's pace follows a changed setting up, and down to the crawl delay", () => {
    const pace = withCrawlDelay(freshPace(1_000), 5_000, 30_000);
    assert.deepEqual(withMinDelay(freshPace(1_000), 9_000), freshPace(9_000));
    assert.deepEqual(withMinDelay(freshPace(1_000), 0), freshPace(0));
    assert.equal(withMinDelay(pace, 9_000).delayMs, 9_000);
    assert.deepEqual(withMinDelay(withMinDelay(pace, 9_000), 0), { ...pace, baseDelayMs: 5_000 });
  });

  it("A host's pace keeps a slower delay under a changed setting, and recovers to the new base", () => {
    const slow = paceAfter(freshPace(1_000), slowDown(), 0);
    const lowered = withMinDelay(slow, 600);
    assert.equal(lowered.delayMs, 2_000);
    assert.equal(paceAfter(paceAfter(lowered, GONE, 0), GONE, 0).delayMs, 600);
    assert.equal(withMinDelay(slow, 9_000).delayMs, 9_000);
  });

  it("A host's pace doubles the delay after each failure, up to five minutes", () => {
    let pace = freshPace(1_000);
    const delays: number[] = [];
    for (let i = 0; i < 10; i++) {
      pace = paceAfter(pace, slowDown(), 0);
      delays.push(pace.delayMs);
    }
    assert.deepEqual(delays.slice(0, 4), [2_000, 4_000, 8_000, 16_000]);
    assert.equal(delays.at(-1), MAX_DELAY_MS);
    assert.equal(pace.consecutiveFailures, 10);
  });

  it("A host's pace also slows down from no delay at all", () => {
    assert.equal(paceAfter(freshPace(0), slowDown(), 0).delayMs, FIRST_FAILURE_DELAY_MS);
  });

  it("A host's pace recovers by halves when the host answers again", () => {
    let pace = freshPace(1_000);
    for (let i = 0; i < 3; i++) pace = paceAfter(pace, slowDown(), 0);
    const delays: number[] = [];
    for (let i = 0; i < 4; i++) {
      pace = paceAfter(pace, GONE, 0);
      delays.push(pace.delayMs);
    }
    assert.deepEqual(delays, [4_000, 2_000, 1_000, 1_000]);
    assert.equal(pace.consecutiveFailures, 0);
  });

  it("A host's pace allows no request before the Retry-After time, even after an answer", () => {
    const told = paceAfter(freshPace(1_000), slowDown(60_000), 5_000);
    assert.equal(told.notBefore, 65_000);
    assert.equal(paceAfter(told, GONE, 6_000).notBefore, 65_000);
    assert.equal(paceAfter(told, slowDown(1_000), 6_000).notBefore, 65_000);
    assert.equal(paceAfter(told, slowDown(1e12), 0).notBefore, MAX_RETRY_AFTER_MS);
  });

  it("A host's pace recovers with every answer: a page, a redirect, a missing page, another media type", () => {
    const slow = paceAfter(freshPace(1_000), slowDown(), 0);
    const answers: readonly FetchOutcome[] = [
      PAGE,
      { kind: "redirect", status: 301, headers: [], location: PAGE.url },
      GONE,
      { kind: "refused", rule: "content-type", detail: "image/png" },
    ];
    for (const answer of answers) {
      assert.deepEqual(paceAfter(slow, answer, 0), freshPace(1_000), answer.kind);
    }
  });

  it("A host's pace counts an answer at its base delay as the end of the failures", () => {
    const failed = paceAfter(freshPace(MAX_DELAY_MS), slowDown(), 0);
    assert.equal(failed.delayMs, MAX_DELAY_MS);
    assert.equal(paceAfter(failed, GONE, 0).consecutiveFailures, 0);
  });

  it("A host's pace has no Retry-After time when a failure names none", () => {
    assert.equal(paceAfter(freshPace(1_000), slowDown(), 5_000).notBefore, 0);
    assert.equal(paceAfter(freshPace(1_000), slowDown(0), 5_000).notBefore, 0);
  });

  it("A host's pace ignores results that reveal nothing about the host's load", () => {
    const slow = paceAfter(freshPace(1_000), slowDown(), 0);
    const outcomes: readonly FetchOutcome[] = [
      DNS,
      { kind: "not-recorded" },
      { kind: "refused", rule: "address", detail: "" },
      { kind: "failed", reason: "bad-redirect", detail: "" },
    ];
    for (const outcome of outcomes) assert.equal(paceAfter(slow, outcome, 0), slow);
  });

  it("A host's pace stays between its base and the maximum delay, and always recovers", () => {
    const outcome = fc.constantFrom(GONE, DNS, slowDown(), slowDown(5_000));
    const history = fc.array(outcome, { maxLength: 60 });
    const base = fc.integer({ min: 0, max: 600_000 });
    const holds = (minDelayMs: number, outcomes: readonly FetchOutcome[]) => {
      let pace = freshPace(minDelayMs);
      for (const [now, each] of outcomes.entries()) {
        pace = paceAfter(pace, each, now);
        assert.ok(pace.delayMs >= pace.baseDelayMs);
        assert.ok(pace.delayMs <= Math.max(MAX_DELAY_MS, minDelayMs));
      }
      for (let i = 0; i < 20; i++) pace = paceAfter(pace, GONE, 0);
      assert.equal(pace.delayMs, minDelayMs);
    };
    fc.assert(fc.property(base, history, holds), { seed: 1, numRuns: 300 });
  });
});
