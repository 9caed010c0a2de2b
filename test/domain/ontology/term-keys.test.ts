import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { spokenKey, termKey } from "../../../lib/domain/ontology/term-keys.ts";

describe("termKey", () => {
  it("is the same for terms that a reader takes for the same", () => {
    for (const term of ["Bee-wax", " bee  wax", "BÉE WAX.", "bee’s wax"]) {
      assert.equal(termKey(term), "bee wax");
    }
  });

  it("is empty for what holds no word", () => {
    assert.equal(termKey(" -!"), "");
  });
});

describe("spokenKey", () => {
  for (const [written, spoken] of [
    ["Rot, Nocturnal", "nocturnal rot"],
    ["Comb Rot, Early Nocturnal", "early nocturnal comb rot"],
  ] as const) {
    it(`turns ${written}`, () => {
      assert.equal(spokenKey(written), spoken);
    });
  }

  for (const term of ["nocturnal rot", "rot, early, nocturnal", "1,2-waxol", ", rot", "rot, "]) {
    it(`leaves ${term}`, () => {
      assert.equal(spokenKey(term), undefined);
    });
  }
});
