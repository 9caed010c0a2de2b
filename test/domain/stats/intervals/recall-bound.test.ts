import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  captureRecapture,
  controlNeeded,
  leastShare,
} from "../../../../lib/domain/stats/intervals/recall-bound.ts";
import { hashToUnit } from "../../../../lib/domain/stats/random/random.ts";

describe("bounds of recall", () => {
  it("The least share is that of the published tables: all of 10 at 95 % is 0.741, 9 of 10 is 0.606", () => {
    assert.equal(leastShare(10, 10, 0.95).toFixed(3), "0.741");
    assert.equal(leastShare(9, 10, 0.95).toFixed(3), "0.606");
    assert.equal(leastShare(0, 10, 0.95), 0);
    assert.equal(leastShare(0, 0, 0.95), 0);
  });

  it("The rule for control lists is that of Lewis, Yang & Frieder (2021): 49 of 50 and 96 of 100 for 0.9 at 95 %", () => {
    assert.equal(controlNeeded(50, 0.9, 0.95), 49);
    assert.equal(controlNeeded(100, 0.9, 0.95), 96);
    assert.equal(controlNeeded(28, 0.9, 0.95), undefined);
    assert.equal(controlNeeded(29, 0.9, 0.95), 29);
  });

  it("A recall is stated by the rule exactly where the least share reaches it", () => {
    const cases = fc.integer({ min: 1, max: 150 });
    const shares = fc.constantFrom(0.5, 0.8, 0.9, 0.95);
    fc.assert(
      fc.property(cases, shares, (count, recall) => {
        const needed = controlNeeded(count, recall, 0.95) ?? count + 1;
        if (needed <= count) assert.ok(leastShare(needed, count, 0.95) >= recall - 1e-9);
        assert.ok(leastShare(needed - 1, count, 0.95) < recall);
      }),
      { seed: 1 },
    );
  });

  it("A crawl that stops by the rule has the stated recall in at least 95 of 100 cases, although it looks after each page", () => {
    const [relevant, size, recall] = [400, 50, 0.9];
    const needed = controlNeeded(size, recall, 0.95) ?? size;
    const runs = 4000;
    let held = 0;
    for (let run = 0; run < runs; run += 1) {
      // The positions of the control pages among all relevant ones in the order of fetching.
      const positions = new Set<number>();
      for (let draw = 0; positions.size < size; draw += 1)
        positions.add(Math.floor(hashToUnit(run, `draw ${draw}`) * relevant));
      const stop = [...positions].toSorted((a, b) => a - b)[needed - 1] ?? relevant;
      if ((stop + 1) / relevant >= recall) held += 1;
    }
    assert.ok(held / runs >= 0.945, String(held / runs));
  });

  it("Two crawls with half of their pages in common imply twice as many pages as either has", () => {
    const { estimate, low, high } = captureRecapture(200, 200, 100);
    assert.ok(Math.abs(estimate - 399) < 1, String(estimate));
    assert.ok(low > 300 && low < estimate && high > estimate && high < 500, `${low} ${high}`);
  });

  it("Two crawls with the same pages imply no others", () => {
    assert.deepEqual(captureRecapture(50, 50, 50), { estimate: 50, low: 50, high: 50 });
  });

  it("Recapture implies at least what both crawls have found together", () => {
    const counts = fc
      .tuple(fc.nat(500), fc.nat(500), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([a, b, share]) => [a, b, Math.floor(share * Math.min(a, b))] as const);
    fc.assert(
      fc.property(counts, ([first, second, both]) => {
        const { estimate, low, high } = captureRecapture(first, second, both);
        const found = first + second - both;
        assert.ok(low >= found - 1e-9 && estimate >= low - 1e-9 && high >= estimate - 1e-9);
      }),
      { seed: 1 },
    );
  });
});
