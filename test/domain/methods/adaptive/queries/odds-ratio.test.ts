import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { oddsRatio } from "../../../../../lib/domain/methods/adaptive/queries/query-model.ts";

const all = { good: 10, bad: 20 };

describe("odds ratio", () => {
  it("The odds ratio adds half a page to every count: worked by hand", () => {
    // p11 = 8.5, p10 = 2.5, p01 = 2.5, p00 = 18.5
    assert.equal(oddsRatio({ good: 8, bad: 2 }, all), (8.5 * 18.5) / (2.5 * 2.5));
  });

  it("The odds ratio is finite when a feature separates good from bad", () => {
    assert.equal(oddsRatio({ good: 10, bad: 0 }, all), (10.5 * 20.5) / (0.5 * 0.5));
    assert.equal(oddsRatio({ good: 0, bad: 20 }, all), (0.5 * 0.5) / (10.5 * 20.5));
  });

  it("The odds ratio is 1 for a feature of half of the good and half of the bad pages", () => {
    assert.equal(oddsRatio({ good: 5, bad: 10 }, all), 1);
  });

  it("The odds ratio is inverted when good and bad are swapped", () => {
    const side = fc
      .tuple(fc.nat(50), fc.nat(50))
      .map(([having, lacking]) => [having, having + lacking]);
    const prop = fc.property(side, side, ([g = 0, goods = 0], [b = 0, bads = 0]) => {
      const ratio = oddsRatio({ good: g, bad: b }, { good: goods, bad: bads });
      const swapped = oddsRatio({ good: b, bad: g }, { good: bads, bad: goods });
      assert.ok(Math.abs(ratio * swapped - 1) < 1e-12);
    });
    fc.assert(prop, { seed: 1, numRuns: 100 });
  });
});
