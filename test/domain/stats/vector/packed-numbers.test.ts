import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { packNumbers, unpackNumbers } from "../../../../lib/domain/stats/vector/stored-vectors.ts";

describe("packed numbers", () => {
  it("Packed numbers come back as they were, in their order, from where they begin", () => {
    const property = fc.property(
      fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 })),
      fc.uint8Array({ maxLength: 3 }),
      (numbers, before) => {
        const bytes = Uint8Array.of(...before, ...packNumbers(Int32Array.from(numbers)));
        const into = new Int32Array(numbers.length + 2);
        const count = unpackNumbers(bytes, before.length, into);
        assert.deepEqual([...into.subarray(0, count)], numbers);
      },
    );
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("Small numbers take one byte each", () => {
    assert.equal(packNumbers(Int32Array.of(0, 1, 127)).length, 3);
    assert.equal(packNumbers(Int32Array.of(128)).length, 2);
  });
});
