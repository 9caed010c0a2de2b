import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { precisionOverTime } from "../../../lib/domain/measures/harvest-rate.ts";

const shares = (points: ReturnType<typeof precisionOverTime>) =>
  points.map(({ results, temporal, cumulative }) => [results, temporal.share, cumulative.share]);

describe("precision over time", () => {
  const hits = [true, true, false, true, false, false, false];

  it("Precision over time covers each window and all results so far, and the last window may be shorter", () => {
    assert.deepEqual(shares(precisionOverTime(hits, { window: 3, every: 1 })), [
      [3, 2 / 3, 2 / 3],
      [6, 1 / 3, 3 / 6],
      [7, 0, 3 / 7],
    ]);
  });

  it("Precision over time is known only at every n-th result when results are sampled", () => {
    const points = precisionOverTime(hits, { window: 4, every: 2 });
    assert.deepEqual(shares(points), [
      [4, 1, 1],
      [7, 0, 2 / 3],
    ]);
    assert.deepEqual(
      points.map(({ cumulative }) => cumulative.cases),
      [2, 3],
    );
    assert.ok(
      (points[1]?.cumulative.low ?? 0) < 2 / 3 && (points[1]?.cumulative.high ?? 0) > 2 / 3,
    );
  });

  it("Precision over time leaves out results that cannot be judged", () => {
    const points = precisionOverTime([undefined, true, undefined], { window: 1, every: 1 });
    assert.deepEqual(shares(points), [
      [1, undefined, undefined],
      [2, 1, 1],
      [3, undefined, 1],
    ]);
    assert.deepEqual(precisionOverTime([], { window: 1, every: 1 }), []);
  });
});
