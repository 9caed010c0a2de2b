import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { chunked, chunkedBy } from "../../../lib/adapters/aws/chunked.ts";

describe("a list cut into runs", () => {
  it("`chunkedBy` keeps every item in order, in chunks as long as allowed", () => {
    assert.deepEqual(chunked([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
    assert.deepEqual(chunked([], 2), []);
  });

  it("`chunkedBy` keeps both limits, except for an item that is too heavy alone", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12)), fc.integer({ min: 1, max: 5 }), (weights, size) => {
        const runs = chunkedBy(weights, size, 10, (weight) => weight);
        assert.deepEqual(runs.flat(), weights);
        for (const run of runs) {
          assert.ok(run.length > 0 && run.length <= size);
          const weight = run.reduce((sum, item) => sum + item, 0);
          assert.ok(weight <= 10 || run.length === 1);
        }
      }),
      { seed: 1 },
    );
  });
});
