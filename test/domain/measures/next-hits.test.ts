import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { nextHits } from "../../../lib/domain/measures/harvest-rate.ts";
import { hashToUnit } from "../../../lib/domain/stats/random/random.ts";

describe("nextHits", () => {
  it("Expects the share of the last cases, within wider bounds than theirs", () => {
    const { expected, low, high } = nextHits(30, 100, 100);
    assert.equal(Math.round(expected), 30);
    assert.ok(low < 21 && low > 12 && high > 39 && high < 50, `${low} ${high}`);
  });

  it("Knows little after few cases", () => {
    assert.deepEqual(nextHits(0, 0, 10), { expected: 5, low: 0, high: 10 });
    assert.ok(nextHits(1, 1, 100).low < 20);
  });

  it("Has bounds around the expectation", () => {
    fc.assert(
      fc.property(
        fc.nat(200),
        fc.nat(200),
        fc.integer({ min: 1, max: 300 }),
        (hits, misses, more) => {
          const { expected, low, high } = nextHits(hits, hits + misses, more);
          assert.ok(low >= 0 && low <= expected + 1 && expected - 1 <= high && high <= more);
        },
      ),
      { seed: 1 },
    );
  });

  it("Holds the hits of the next hundred some 95 times in 100", () => {
    for (const share of [0.05, 0.5]) {
      let held = 0;
      for (let trial = 0; trial < 1_000; trial += 1) {
        const drawn = (part: string) =>
          Array.from({ length: 100 }, (_, at) =>
            hashToUnit(trial, `${share} ${part} ${at}`),
          ).filter((unit) => unit < share).length;
        const { low, high } = nextHits(drawn("before"), 100, 100);
        const next = drawn("after");
        if (low <= next && next <= high) held += 1;
      }
      assert.ok(held >= 930 && held <= 995, `${held} of 1000 at ${share}`);
    }
  });
});
