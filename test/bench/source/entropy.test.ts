import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { entropyBits } from "../../../bench/source/entropy.ts";

describe("entropy", () => {
  it("Entropy is measured in bits: worked by hand", () => {
    assert.equal(entropyBits([5, 5]), 1);
    assert.equal(entropyBits([1, 1, 1, 1]), 2);
    // 1/2 · 1 + 1/4 · 2 + 1/4 · 2.
    assert.equal(entropyBits([4, 2, 2]), 1.5);
    assert.equal(entropyBits([7]), 0);
    assert.equal(entropyBits([]), 0);
    assert.equal(entropyBits([0, 3, 0]), 0);
  });

  it("Entropy lies between 0 and log₂ of the number of kinds, and ignores scale", () => {
    const counts = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 20 });
    const property = fc.property(counts, (kinds) => {
      const bits = entropyBits(kinds);
      assert.ok(bits >= 0 && bits <= Math.log2(kinds.length) + 1e-9);
      assert.ok(Math.abs(entropyBits(kinds.map((count) => count * 8)) - bits) < 1e-9);
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
