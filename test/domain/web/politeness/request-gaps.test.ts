import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HostGaps } from "../../../../lib/domain/web/politeness/crawl-delay.ts";

describe("the time between requests to a host", () => {
  it("The time between requests counts from the last end before, and says what was still running", () => {
    const gaps = new HostGaps();
    const first = { running: 0, gapMs: Infinity, untilFreeMs: Infinity };
    assert.deepEqual(gaps.begin(1_000, 500), first);
    assert.deepEqual(gaps.begin(1_200, 100), { running: 1, gapMs: Infinity, untilFreeMs: 300 });
    // One ended at 1300; the first still runs.
    assert.deepEqual(gaps.begin(1_450, 1_000), { running: 1, gapMs: 150, untilFreeMs: 50 });
    assert.deepEqual(gaps.begin(3_000, 0), { running: 0, gapMs: 550, untilFreeMs: Infinity });
  });

  it("The time between requests is none when one begins as the other ends: they are not at once", () => {
    const gaps = new HostGaps();
    gaps.begin(1_000, 500);
    assert.deepEqual(gaps.begin(1_500, 0), { running: 0, gapMs: 0, untilFreeMs: Infinity });
  });

  it("The time between requests also counts from an end whose start is unknown, and never from an earlier one", () => {
    const gaps = new HostGaps();
    gaps.end(900);
    gaps.end(400);
    assert.equal(gaps.begin(1_000, 0).gapMs, 100);
  });
});
