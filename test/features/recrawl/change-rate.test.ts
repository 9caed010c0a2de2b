import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { hashToUnit } from "../../../lib/domain/stats/random/random.ts";
import {
  type ChangeEvidence,
  ChangeTally,
  chanceOfChange,
  changeRate,
} from "../../../lib/features/recrawl/revisit-order.ts";

const NOT_AGED = { count: 0, days: 0 };
const EXPECTED = 0.1;

/** Evidence of `count` gaps of so many days. */
const gaps = (days: number, count: number, changed: number): ChangeEvidence => ({
  gaps: [{ days, count, changed }],
  aged: NOT_AGED,
});

const aGap = fc
  .record({
    days: fc.double({ min: 0.01, max: 400, noNaN: true }),
    count: fc.integer({ min: 1, max: 9 }),
  })
  .chain(({ days, count }) =>
    fc.record({
      days: fc.constant(days),
      count: fc.constant(count),
      changed: fc.integer({ min: 0, max: count }),
    }),
  );
const evidence = fc.record({
  gaps: fc.array(aGap, { maxLength: 6 }),
  aged: fc.integer({ min: 0, max: 3 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      days: fc.double({ min: 0, max: 900, noNaN: true }).map((days) => count * days),
    }),
  ),
});
const rate = fc.double({ min: 1e-4, max: 10, noNaN: true });

describe("the rate at which a page changes", () => {
  it("Without evidence it is the expected one", () => {
    assert.ok(Math.abs(changeRate({ gaps: [], aged: NOT_AGED }, EXPECTED) - EXPECTED) < 1e-9);
  });

  it("A worked example: 10 visits of 5 days, 4 of which found a change", () => {
    // 4·5 / (e^(5r) − 1) + 1 / r = 6·5 + 1 / 0.1 = 40
    const found = changeRate(gaps(5, 10, 4), EXPECTED);
    assert.ok(Math.abs(20 / Math.expm1(5 * found) + 1 / found - 40) < 1e-4);
    assert.equal(found.toFixed(4), "0.1017");
    // Without the expected rate it would be −ln(6 / 10) / 5.
    assert.equal((-Math.log(0.6) / 5).toFixed(4), "0.1022");
  });

  it("A page that changed at every visit has a finite rate, and one that never did has one above 0", () => {
    const [always, never] = [
      changeRate(gaps(1, 20, 20), EXPECTED),
      changeRate(gaps(1, 20, 0), EXPECTED),
    ];
    assert.ok(always > 1 && Number.isFinite(always), String(always));
    assert.ok(never > 0 && never < EXPECTED / 2, String(never));
  });

  it("A page that said that it had not changed for long has a low rate", () => {
    const old = changeRate({ gaps: [], aged: { count: 1, days: 1_000 } }, EXPECTED);
    assert.ok(Math.abs(old - 2 / 1_010) < 1e-6, String(old));
  });

  it("With many visits at random times it comes near the true rate", () => {
    const tally = new ChangeTally();
    for (let visit = 0; visit < 4_000; visit += 1) {
      const days = 1 + 29 * hashToUnit(1, `gap ${visit}`);
      tally.addGap(days, hashToUnit(2, `change ${visit}`) < chanceOfChange(0.05, days));
    }
    const found = changeRate(tally.evidence(), 1);
    assert.ok(Math.abs(found - 0.05) < 0.004, String(found));
  });

  it("Each change that is seen raises it, each visit without one lowers it", () => {
    fc.assert(
      fc.property(
        evidence,
        rate,
        fc.double({ min: 0.01, max: 400, noNaN: true }),
        (known, expected, days) => {
          const before = changeRate(known, expected);
          const withGap = (changed: number) =>
            changeRate({ ...known, gaps: [...known.gaps, { days, count: 1, changed }] }, expected);
          assert.ok(withGap(1) > before * (1 - 1e-6), "a change");
          assert.ok(withGap(0) < before * (1 + 1e-6), "none");
        },
      ),
      { seed: 1 },
    );
  });

  it("It solves its equation, whatever was seen", () => {
    fc.assert(
      fc.property(evidence, rate, (known, expected) => {
        const found = changeRate(known, expected);
        const seen = known.gaps.reduce(
          (sum, gap) => sum + (gap.changed * gap.days) / Math.expm1(found * gap.days),
          (1 + known.aged.count) / found,
        );
        const still = known.gaps.reduce(
          (sum, gap) => sum + (gap.count - gap.changed) * gap.days,
          1 / expected + known.aged.days,
        );
        assert.ok(Math.abs(seen / still - 1) < 1e-6, `${seen} and ${still}`);
      }),
      { seed: 1 },
    );
  });
});
