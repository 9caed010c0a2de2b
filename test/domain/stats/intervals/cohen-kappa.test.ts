import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { cohenKappa } from "../../../../lib/domain/stats/intervals/prediction-quality.ts";
import { hashToUnit } from "../../../../lib/domain/stats/random/random.ts";

type Pair = readonly [boolean, boolean];

/** Pairs by their number: both good, only the first, only the second, none. */
function pairs(both: number, first: number, second: number, none: number): Pair[] {
  const times = (count: number, pair: Pair): Pair[] => Array.from({ length: count }, () => pair);
  return [
    ...times(both, [true, true]),
    ...times(first, [true, false]),
    ...times(second, [false, true]),
    ...times(none, [false, false]),
  ];
}

describe("cohenKappa", () => {
  it("Is the share of agreement beyond chance", () => {
    const { kappa, pages, agreed, low, high } = cohenKappa(pairs(20, 5, 10, 15));
    assert.deepEqual([pages, agreed], [50, 35]);
    assert.ok(Math.abs((kappa ?? 0) - 0.4) < 1e-12);
    assert.ok(low < 0.4 && high > 0.4);
  });

  it("Is 1 for readers who agree on all, and its interval has a width", () => {
    const { kappa, low, high } = cohenKappa(pairs(5, 0, 0, 5));
    assert.deepEqual([kappa, high], [1, 1]);
    assert.ok(low > 0.2 && low < 0.6, String(low));
  });

  it("Is not defined without a page, and where both say the same of all", () => {
    assert.deepEqual(cohenKappa([]), { kappa: undefined, low: -1, high: 1, pages: 0, agreed: 0 });
    assert.equal(cohenKappa(pairs(7, 0, 0, 0)).kappa, undefined);
  });

  it("Its interval has the true value nine times in ten or more, of 30 pages", () => {
    // Two readers who each say the truth nine times in ten; half, or a fifth, of the pages are good.
    for (const good of [0.5, 0.2]) {
      const says = (part: number, good_: boolean) => (part < 0.9 ? good_ : !good_);
      const agreement = 0.9 * 0.9 + 0.1 * 0.1;
      const share = 0.9 * good + 0.1 * (1 - good);
      const byChance = share * share + (1 - share) * (1 - share);
      const truth = (agreement - byChance) / (1 - byChance);
      let held = 0;
      const trials = 1_000;
      for (let trial = 0; trial < trials; trial += 1) {
        const drawn = Array.from({ length: 30 }, (_, page): Pair => {
          const unit = (part: string) => hashToUnit(trial, `${good} ${part} ${page}`);
          const isGood = unit("good") < good;
          return [says(unit("one"), isGood), says(unit("other"), isGood)];
        });
        const { low, high } = cohenKappa(drawn);
        if (low <= truth && truth <= high) held += 1;
      }
      assert.ok(held >= 0.9 * trials, `${held} of ${trials}`);
    }
  });
});
