import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Container } from "../../../lib/domain/page/container-hints.ts";
import { BlockSums } from "../../../lib/domain/page/content-form.ts";
import { tagKind } from "../../../lib/domain/page/tag-kinds.ts";

function container(firstBlock: number, endBlock: number): Container {
  const place = { kind: tagKind("div"), parent: undefined, shape: "", firstBlock, endBlock };
  return { ...place, hints: 0, ownHints: 0, buttons: 0 };
}

describe("BlockSums", () => {
  it("BlockSums gives the same sums, ends and median as a walk over the blocks", () => {
    const numbers = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(numbers, fc.nat(), fc.nat(), (values, a, b) => {
        const first = a % values.length;
        const end = first + 1 + (b % (values.length - first));
        const inside = values.slice(first, end);
        const total = inside.reduce((sum, value) => sum + value, 0);
        const sums = new BlockSums(values);
        const part = container(first, end);
        assert.equal(sums.within(part), total);
        if (total === 0) return;
        const filled = [...inside.keys()].filter((index) => inside[index] !== 0);
        assert.deepEqual(sums.ends(part), [first + (filled[0] ?? 0), first + (filled.at(-1) ?? 0)]);
        const median = sums.median(part);
        const before = values.slice(first, median).reduce((sum, value) => sum + value, 0);
        assert.ok(before * 2 <= total && (before + (values[median] ?? 0)) * 2 > total);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
