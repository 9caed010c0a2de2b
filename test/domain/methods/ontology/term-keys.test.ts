import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { spokenKey, termKey } from "../../../../lib/domain/methods/ontology/concept-set.ts";

describe("termKey", () => {
  it("termKey is the same for terms that a reader considers equal", () => {
    for (const term of ["Bee-wax", " bee  wax", "BÉE WAX.", "bee’s wax"]) {
      assert.equal(termKey(term), "bee wax");
    }
  });

  it("termKey is empty for text without a word", () => {
    assert.equal(termKey(" -!"), "");
  });
});

describe("spokenKey", () => {
  for (const [written, spoken] of [
    ["Rot, Nocturnal", "nocturnal rot"],
    ["Comb Rot, Early Nocturnal", "early nocturnal comb rot"],
  ] as const) {
    it(`spokenKey puts ${written} into spoken order`, () => {
      assert.equal(spokenKey(written), spoken);
    });
  }

  for (const term of ["nocturnal rot", "rot, early, nocturnal", "1,2-waxol", ", rot", "rot, "]) {
    it(`spokenKey does not reorder ${term}`, () => {
      assert.equal(spokenKey(term), undefined);
    });
  }
});
