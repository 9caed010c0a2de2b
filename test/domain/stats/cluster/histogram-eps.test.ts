import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { histogramEps } from "../../../../lib/domain/stats/cluster/page-clusters.ts";

/** `[place, times]` … as a curve. */
const curve = (...groups: (readonly [number, number])[]) =>
  Float64Array.from(groups.flatMap(([value, times]) => Array.from({ length: times }, () => value)));

describe("eps by the paper's histogram", () => {
  it("Histogram eps is the lower end of the first bin with fewer than minPts rows: worked by hand", () => {
    // 10 rows and 208 features: 4.8 · 10/1000 · 208 = 9.98, so 10 bins of width 1.
    const distances = curve([0.5, 4], [1.5, 4], [2.5, 1], [10, 1]);
    assert.equal(histogramEps(distances, { features: 208, minPts: 4 }), 2);
  });

  it("Histogram eps has half of the rows below it", () => {
    const distances = curve([1.5, 1], [2.5, 3], [3.5, 4], [4.5, 1], [10, 1]);
    assert.equal(histogramEps(distances, { features: 208, minPts: 4 }), 4);
  });

  it("The eps histogram has 1,200 bins for 250 features and 1,000 rows", () => {
    const distances = curve([0, 600], [1 / 1200 + 1e-9, 4], [0.5, 395], [1, 1]);
    const eps = histogramEps(distances, { features: 250, minPts: 4 });
    assert.ok(Math.abs(eps - 2 / 1200) < 1e-12);
  });

  it("Histogram eps is the greatest distance when every bin is full, and 0 when all distances are 0", () => {
    assert.equal(histogramEps(curve([1, 9]), { features: 1, minPts: 4 }), 1);
    assert.equal(histogramEps(curve([0, 9]), { features: 9, minPts: 4 }), 0);
    assert.equal(histogramEps(curve(), { features: 9, minPts: 4 }), 0);
    assert.equal(histogramEps(curve([Infinity, 3]), { features: 9, minPts: 4 }), 0);
  });

  it("Histogram eps lies between 0 and the greatest distance", () => {
    const distances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 80 });
    const property = fc.property(distances, fc.nat(400), (values, features) => {
      const sorted = Float64Array.from(values).sort();
      const eps = histogramEps(sorted, { features, minPts: 4 });
      assert.ok(eps >= 0 && eps <= (sorted.at(-1) ?? 0));
      const below = values.filter((value) => value < eps).length;
      assert.ok(eps === 0 || below >= values.length / 2 - 1e-9 || eps === sorted.at(-1));
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });
});
