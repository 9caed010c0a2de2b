import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isAcronym } from "../../../../lib/domain/methods/ontology/collect-terms.ts";

describe("isAcronym", () => {
  for (const term of ["NCR", "AIDS", "HIV-1", "BRCA2", "STDs", "ÄÖ", "СПИД"]) {
    it(`isAcronym accepts ${term} in capitals`, () => {
      assert.equal(isAcronym(term, []), true);
    });
  }

  for (const term of ["Rot", "iPad", "X-ray", "B", "B12", "NIGHT ROT", "rot", "日本", "12", ""]) {
    it(`isAcronym rejects ${JSON.stringify(term)}`, () => {
      assert.equal(isAcronym(term, []), false);
    });
  }

  for (const [term, other] of [
    ["aids", "acquired immune deficiency syndrome"],
    ["ncr", "Nocturnal Comb-Rot"],
    ["rl", "rot of the larvae"],
    ["rotl", "rot of the larvae"],
    ["rol", "rot of the larvae"],
  ] as const) {
    it(`isAcronym accepts ${term} beside ${other}`, () => {
      assert.equal(isAcronym(term, ["unlike", other]), true);
    });
  }

  for (const [why, term, other] of [
    ["a word is left over", "cr", "nocturnal comb rot"],
    ["a letter is left over", "ncrs", "nocturnal comb rot"],
    ["the order differs", "crn", "nocturnal comb rot"],
    ["there are two words", "ncr rot", "nocturnal comb rot"],
    ["a small word cannot stand for a letter", "nx", "night of the"],
    ["it is one letter", "w", "wax"],
    ["a digit is no initial", "n2", "night 2"],
    ["it is as long as a word", "swarmed", "slow wax and royal moth early decay"],
    ["it stands beside itself", "ncr", "ncr"],
  ] as const) {
    it(`isAcronym rejects ${term} for ${other}: ${why}`, () => {
      assert.equal(isAcronym(term, [other]), false);
    });
  }
});
