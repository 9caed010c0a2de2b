import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { kneeEps } from "../../../../lib/domain/stats/cluster/page-clusters.ts";

const curve = (...values: number[]) => Float64Array.from(values).sort();
const NO_GUARD = { leastNoise: 0 };

describe("the knee of the K-distances", () => {
  it("Knee eps is where the K-distances lie farthest below the chord: worked by hand", () => {
    // Below the chord by 1/4 − 0, 2/4 − 0.1, 3/4 − 0.2 = 0.55, 0.
    assert.equal(kneeEps(curve(0, 0, 1, 2, 10), NO_GUARD), 2);
  });

  it("Knee eps is searched for lower down when too few rows lie above it", () => {
    const low = Array.from({ length: 11 }, () => 0.1);
    const distances = curve(...low, 0.15, 1, 1.2, 1.4, 1.6, 30);
    assert.equal(kneeEps(distances, NO_GUARD), 1.6);
    assert.equal(kneeEps(distances, { leastNoise: 0.2 }), 0.15);
  });

  it("Knee eps is searched for higher up when it splits equal rows from all others", () => {
    const equal = Array.from({ length: 7 }, () => 0);
    // The first knee is the last 0, with 8 of 15 rows above it; from there on, 4 is.
    assert.equal(kneeEps(curve(...equal, 1, 2, 3, 4, 4, 4, 5, 8), NO_GUARD), 4);
  });

  it("Knee eps leaves out rows without a K-th neighbour and counts them as noise", () => {
    assert.equal(kneeEps(curve(0, 0, 1, 2, 10, Infinity), { leastNoise: 0.3 }), 2);
    assert.equal(kneeEps(curve(Infinity, Infinity), NO_GUARD), 0);
    assert.equal(kneeEps(curve(), NO_GUARD), 0);
  });

  it("Knee eps leaves the least allowed noise when the curve has no knee", () => {
    assert.equal(kneeEps(curve(1, 2, 3, 4), NO_GUARD), 4);
    assert.equal(kneeEps(curve(1, 2, 3, 4), { leastNoise: 0.25 }), 3);
    assert.equal(kneeEps(curve(3, 3, 3), NO_GUARD), 3);
    assert.equal(kneeEps(curve(0, 9, 9, 9), NO_GUARD), 9);
  });

  it("Knee eps is one of the distances and scales with them", () => {
    const distances = fc.array(fc.integer({ min: 0, max: 64 }), { minLength: 1, maxLength: 60 });
    const property = fc.property(
      distances,
      fc.double({ min: 0, max: 0.3, noNaN: true }),
      (d, n) => {
        const eps = kneeEps(curve(...d), { leastNoise: n });
        assert.ok(d.includes(eps));
        assert.equal(kneeEps(curve(...d.map((value) => value * 4)), { leastNoise: n }), eps * 4);
      },
    );
    fc.assert(property, { seed: 1, numRuns: 300 });
  });
});
