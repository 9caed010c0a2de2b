import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { wilsonInterval } from "../../../../lib/domain/stats/intervals/paired-bootstrap.ts";

const printed = (hits: number, cases: number) => {
  const { low, high } = wilsonInterval(hits, cases);
  return [low.toFixed(4), high.toFixed(4)];
};

describe("Wilson interval", () => {
  it("The Wilson interval gives the published bounds (Newcombe 1998, table I, method 3)", () => {
    assert.deepEqual(printed(81, 263), ["0.2553", "0.3662"]);
    assert.deepEqual(printed(15, 148), ["0.0624", "0.1605"]);
    assert.deepEqual(printed(0, 20), ["0.0000", "0.1611"]);
    assert.deepEqual(printed(1, 29), ["0.0061", "0.1718"]);
  });

  it("The Wilson interval has no share and spans [0,1] without a case", () => {
    assert.deepEqual(wilsonInterval(0, 0), { share: undefined, low: 0, high: 1, cases: 0 });
  });

  it("The Wilson interval contains the share, lies within [0,1] and is symmetric in hits and misses", () => {
    const counts = fc.tuple(fc.nat(1_000), fc.integer({ min: 1, max: 1_000 }));
    const property = fc.property(counts, ([a, cases]) => {
      const hits = Math.min(a, cases);
      const { share = Number.NaN, low, high } = wilsonInterval(hits, cases);
      assert.ok(low >= 0 && low <= share && share <= high && high <= 1);
      const misses = wilsonInterval(cases - hits, cases);
      assert.ok(Math.abs(1 - misses.high - low) < 1e-12);
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });
});
