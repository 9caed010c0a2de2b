import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { clusteringFigures } from "../../../bench/source/clustering-metrics.ts";

/** `{ "a0": 3 }` → three pages of type a in cluster 0; `-` is noise. */
const placed = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([key, count]) =>
    Array.from({ length: count }, () => ({
      type: key.charAt(0),
      cluster: key.charAt(1) === "-" ? -1 : Number(key.charAt(1)),
    })),
  );

describe("figures of a clustering", () => {
  it("Clustering metrics have the purity of the textbook example (Manning, Raghavan & Schütze 2008, fig. 16.4)", () => {
    const figures = clusteringFigures(placed({ x0: 5, o0: 1, x1: 1, o1: 4, d1: 1, x2: 2, d2: 3 }));
    assert.equal(figures?.purity, 12 / 17);
  });

  it("Clustering metrics match each type with its best cluster: worked by hand", () => {
    // a: cluster 0 has 6 of its 8 in 6: 12/14; b: cluster 1 has its 2 in 4: 4/6.
    const figures = clusteringFigures(placed({ a0: 6, a1: 2, b1: 2 }));
    const [a, b] = [12 / 14, 4 / 6];
    assert.ok(Math.abs((figures?.microF ?? 0) - (0.8 * a + 0.2 * b)) < 1e-12);
    assert.ok(Math.abs((figures?.macroF ?? 0) - (a + b) / 2) < 1e-12);
    assert.equal(figures?.purity, 0.8);
    assert.equal(figures?.clusters, 2);
  });

  it("Clustering metrics count each noise page as a cluster of one and report their number", () => {
    const figures = clusteringFigures(placed({ "a-": 3, b0: 1 }));
    assert.equal(figures?.purity, 1);
    assert.equal(figures?.noiseShare, 0.75);
    // a: one of its 3 in a cluster of 1: 2/4.
    assert.equal(figures?.macroF, 0.75);
    assert.equal(figures?.clusters, 1);
  });

  it("Clustering metrics are 1 for clusters equal to the types, and none without a page", () => {
    const figures = clusteringFigures(placed({ a0: 4, b1: 2, c2: 1 }));
    assert.deepEqual(figures, { purity: 1, microF: 1, macroF: 1, noiseShare: 0, clusters: 3 });
    assert.equal(clusteringFigures([]), undefined);
  });

  it("Clustering metrics lie in [0,1], and F is 1 only for perfect clusters", () => {
    const page = fc.record({
      type: fc.constantFrom("a", "b", "c"),
      cluster: fc.integer({ min: -1, max: 3 }),
    });
    const property = fc.property(fc.array(page, { minLength: 1, maxLength: 40 }), (pages) => {
      const figures = clusteringFigures(pages);
      assert.ok(figures !== undefined);
      const { purity, microF, macroF, noiseShare } = figures;
      for (const share of [purity, microF, macroF]) assert.ok(share > 0 && share <= 1 + 1e-12);
      assert.ok(noiseShare >= 0 && noiseShare <= 1);
      if (macroF > 1 - 1e-12) assert.equal(purity, 1);
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });
});
