import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { allocateSample } from "../../../../lib/domain/stats/intervals/allocate-sample.ts";

describe("the allocation of a sample", () => {
  it("A sample is allocated in proportion to the strata, rounded by largest remainders", () => {
    assert.deepEqual(allocateSample([500, 300, 200], 10), [5, 3, 2]);
    assert.deepEqual(allocateSample([500, 260, 240], 10), [5, 3, 2]);
  });

  it("A sample takes two of each stratum, or all of a smaller stratum", () => {
    assert.deepEqual(allocateSample([980, 18, 1, 1], 20), [16, 2, 1, 1]);
    assert.deepEqual(allocateSample([50, 50, 50], 1), [2, 2, 2]);
  });

  it("A sample that cannot be even takes the case more of the first of equal strata", () => {
    assert.deepEqual(allocateSample([100, 100, 100], 10), [4, 3, 3]);
    assert.deepEqual(allocateSample([100, 100, 100], 11), [4, 4, 3]);
  });

  it("A sample takes no more cases than there are", () => {
    assert.deepEqual(allocateSample([3, 4], 100), [3, 4]);
    assert.deepEqual(allocateSample([0, 0], 5), [0, 0]);
    assert.deepEqual(allocateSample([], 5), []);
  });

  it("A sample has the requested size within the bounds of every stratum", () => {
    const sizes = fc.array(fc.nat(1_000), { maxLength: 30 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 2_000 }), (sizes, wanted) => {
        const taken = allocateSample(sizes, wanted);
        const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
        const least = sizes.map((size) => Math.min(2, size));
        assert.equal(sum(taken), Math.min(sum(sizes), Math.max(wanted, sum(least))));
        for (const [stratum, count] of taken.entries()) {
          assert.ok(count >= (least[stratum] ?? 0) && count <= (sizes[stratum] ?? 0));
        }
      }),
      { seed: 1 },
    );
  });
});
