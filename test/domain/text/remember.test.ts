import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { remember } from "../../../lib/domain/text/safe-text.ts";

/** The length of a text, and of which texts it was worked out, in order. */
function counted(most: number) {
  const asked: string[] = [];
  const lengthOf = remember((text) => {
    asked.push(text);
    return text.length;
  }, most);
  return { asked, lengthOf };
}

describe("a function that remembers", () => {
  it("A remembering function computes the same text once", () => {
    const { asked, lengthOf } = counted(10);
    assert.deepEqual(["bee", "hive", "bee", "hive"].map(lengthOf), [3, 4, 3, 4]);
    assert.deepEqual(asked, ["bee", "hive"]);
  });

  it("A remembering function forgets everything when its limit would be exceeded", () => {
    const { asked, lengthOf } = counted(2);
    for (const text of ["a", "b", "b", "c", "c", "a"]) lengthOf(text);
    assert.deepEqual(asked, ["a", "b", "c", "a"]);
  });

  it("A remembering function answers like the function itself, in any order of calls", () => {
    const texts = fc.array(fc.string({ maxLength: 2 }), { maxLength: 40 });
    const property = fc.property(texts, fc.integer({ min: 1, max: 5 }), (asked, most) => {
      const { lengthOf } = counted(most);
      assert.deepEqual(
        asked.map(lengthOf),
        asked.map((text) => text.length),
      );
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
