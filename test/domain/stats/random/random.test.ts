import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { hashToUnit, seedOf } from "../../../../lib/domain/stats/random/random.ts";
import { anyCharacter } from "../../../support/any-text.ts";

describe("the seed of a part", () => {
  it("The seed of a part is a 32-bit word that depends on the seed and the part", () => {
    const seeds = [0, 1, 2].flatMap((seed) => ["a", "b", ""].map((part) => seedOf(seed, part)));
    assert.equal(new Set(seeds).size, 9);
    for (const seed of seeds) assert.ok(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32);
    assert.equal(seedOf(1, "a"), seedOf(1, "a"));
  });
});

describe("hashToUnit", () => {
  it("`hashToUnit` stays in (0,1) for any text and seed", () => {
    const property = fc.property(
      fc.maxSafeInteger(),
      fc.string({ unit: anyCharacter }),
      (seed, text) => {
        const unit = hashToUnit(seed, text);
        assert.ok(unit > 0 && unit < 1);
      },
    );
    fc.assert(property, { seed: 1, numRuns: 500 });
  });

  it("`hashToUnit` depends on the text, on the seed's low word and on its high word", () => {
    const units = [
      hashToUnit(1, "a"),
      hashToUnit(1, "b"),
      hashToUnit(2, "a"),
      hashToUnit(2 ** 40 + 1, "a"),
    ];
    assert.equal(new Set(units).size, units.length);
    assert.equal(hashToUnit(1, "a"), units[0]);
  });

  it("`hashToUnit` never changes, so that a later version resumes a run with the same draws", () => {
    assert.equal(hashToUnit(1, "https://a.test/"), 0.25315643522702114);
  });

  it("`hashToUnit` spreads URLs that differ in one digit evenly", () => {
    const cells = Array.from({ length: 64 }, () => 0);
    const perCell = 500;
    for (let index = 0; index < perCell * cells.length; index += 1) {
      const cell = Math.floor(hashToUnit(7, `https://a.test/${index}`) * cells.length);
      cells[cell] = (cells[cell] ?? 0) + 1;
    }
    const chiSquare = cells.reduce((sum, count) => sum + (count - perCell) ** 2 / perCell, 0);
    // The 0.001 and 0.999 quantiles of χ² with 63 degrees of freedom.
    assert.ok(chiSquare > 32.5 && chiSquare < 104, `χ² = ${chiSquare}`);
  });
});
