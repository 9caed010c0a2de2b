import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TermNumbers } from "../../lib/evaluation/overlap.ts";

describe("the numbers of terms", () => {
  it("Term numbers are assigned in order of first occurrence and do not change", () => {
    const terms = new TermNumbers();
    const first = terms.number(new Map(Object.entries({ bee: 2, wax: 1 })));
    assert.deepEqual(
      [[...first.columns], [...first.values]],
      [
        [0, 1],
        [2, 1],
      ],
    );
    const second = terms.number(new Map(Object.entries({ wasp: 5, wax: 3 })));
    assert.deepEqual(
      [[...second.columns], [...second.values]],
      [
        [1, 2],
        [3, 5],
      ],
    );
    assert.equal(terms.size, 3);
  });

  it("Term numbers are none for a document without terms", () => {
    const terms = new TermNumbers();
    assert.equal(terms.number(new Map()).columns.length, 0);
    assert.equal(terms.size, 0);
  });
});
