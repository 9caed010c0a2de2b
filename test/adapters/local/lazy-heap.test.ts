import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { LazyHeap } from "../../../lib/adapters/local/lazy-heap.ts";

describe("LazyHeap", () => {
  it("gives the first current entry, through any number of sweeps", () => {
    const steps = fc.array(fc.record({ value: fc.nat(99), ends: fc.nat(99) }), {
      minLength: 5_000,
      maxLength: 6_000,
    });
    const property = fc.property(steps, (all) => {
      const current = new Set<number>();
      const heap = new LazyHeap<number>({
        compare: (a, b) => a - b,
        isCurrent: (value) => current.has(value),
      });
      for (const { value, ends } of all) {
        current.add(value);
        heap.push(value);
        current.delete(ends);
        const first = current.size === 0 ? undefined : Math.min(...current);
        assert.equal(heap.peek(), first);
      }
    });
    fc.assert(property, { seed: 1, numRuns: 5 });
  });
});
