import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { loadFloats, storeFloats } from "../../../../lib/domain/stats/vector/stored-vectors.ts";

describe("stored floats", () => {
  it("Stored floats are little-endian bytes in base64: worked by hand", () => {
    // 1 is 0x3f800000, so that the bytes are 00 00 80 3f.
    assert.equal(storeFloats(Float32Array.of(1)), "AACAPw==");
    assert.deepEqual([...loadFloats("AACAPw==")], [1]);
  });

  it("Stored floats survive storage unchanged", () => {
    fc.assert(
      fc.property(fc.float32Array(), (numbers) => {
        assert.deepEqual(loadFloats(storeFloats(numbers)), numbers);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("Stored floats may be many", () => {
    const numbers = Float32Array.from({ length: 100_001 }, (_, at) => Math.sin(at));
    assert.deepEqual(loadFloats(storeFloats(numbers)), numbers);
  });
});
