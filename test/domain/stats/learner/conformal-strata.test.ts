import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { empiricalCoverage } from "../../../../bench/adaptive/empirical-coverage.ts";
import {
  type CalibrationCase,
  CONFORMAL_LEVELS,
  compileConformalStrata,
  DEFAULT_CUTS,
  fitConformalStrata,
  GLOBAL_CUTS,
} from "../../../../lib/domain/stats/learner/conformal-strata.ts";
import { hashToUnit } from "../../../../lib/domain/stats/random/random.ts";

/** Cases with a prediction of 0.5 that are off by 0.01, 0.02, … : relative errors 0.02, 0.04, … */
const stepped = (count: number, evidence = 0): CalibrationCase[] =>
  Array.from({ length: count }, (_, index) => ({
    prediction: 0.5,
    label: 0.5 + 0.01 * (index + 1),
    evidence,
  }));

/** Cases whose errors depend on prediction and evidence. */
const drawn = (count: number, seed: number): CalibrationCase[] =>
  Array.from({ length: count }, (_, index) => {
    const unit = (of: string) => hashToUnit(seed, `${of} ${index}`);
    const prediction = unit("prediction") ** 2;
    const evidence = Math.floor(10 * unit("evidence"));
    const noise = ((unit("noise") - 0.5) * 2) / (1 + evidence);
    return { prediction, evidence, label: Math.min(1, Math.max(0, prediction + noise)) };
  });

const levelOf = (eta: number) => CONFORMAL_LEVELS.findIndex((level) => level === eta);

const isNear = (actual: number | null | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-9, `${actual}, not ${expected}`);

describe("conformal strata", () => {
  it("Conformal strata take the ⌈(n + 1)η⌉-th smallest relative error: worked by hand", () => {
    const { all } = fitConformalStrata(stepped(9), GLOBAL_CUTS);
    assert.equal(all.cases, 9);
    // n + 1 = 10: the 9th, 8th, …, 1st; ⌈0.5⌉ is the 1st again.
    const expected = [0.18, 0.16, 0.14, 0.12, 0.1, 0.08, 0.06, 0.04, 0.02, 0.02];
    for (const [level, error] of all.errors.entries()) isNear(error, expected[level] ?? 0);
  });

  it("Conformal strata modulate by Σ η · max(0, 1 − ψ)", () => {
    const { modulation } = compileConformalStrata(fitConformalStrata(stepped(9), GLOBAL_CUTS));
    const expected =
      0.9 * 0.82 +
      0.8 * 0.84 +
      0.7 * 0.86 +
      0.6 * 0.88 +
      0.5 * 0.9 +
      0.4 * 0.92 +
      0.3 * 0.94 +
      0.2 * 0.96 +
      0.1 * 0.98 +
      0.05 * 0.98;
    isNear(modulation({ prediction: 0.01, evidence: 4 }), expected);
    const poor = stepped(40).map((each) => ({ ...each, prediction: 0.1 }));
    // Predicted 0.1, errors from 0.41 on: relative errors above 4.
    const wrong = compileConformalStrata(fitConformalStrata(poor));
    assert.equal(wrong.modulation({ prediction: 0.1, evidence: 0 }), 0);
  });

  it("Conformal strata bound labels by Ψ(1 ± ψ), within [0,1]", () => {
    const { interval } = compileConformalStrata(fitConformalStrata(stepped(9), GLOBAL_CUTS));
    const [low, high] = interval({ prediction: 0.5, evidence: 0 }, levelOf(0.9));
    isNear(low, 0.41);
    isNear(high, 0.59);
    assert.equal(interval({ prediction: 0.95, evidence: 0 }, levelOf(0.9))[1], 1);
    // Below ε = 0.01 errors are relative to ε.
    isNear(interval({ prediction: 0, evidence: 0 }, levelOf(0.9))[1], 0.0018);
  });

  it("Conformal strata give no bound with too few cases and no trust without cases", () => {
    const few = fitConformalStrata(stepped(8), GLOBAL_CUTS);
    assert.equal(few.all.errors[levelOf(0.9)], null);
    isNear(few.all.errors[levelOf(0.8)], 0.16);
    const { interval } = compileConformalStrata(few);
    assert.deepEqual(interval({ prediction: 0.5, evidence: 0 }, levelOf(0.9)), [0, 1]);
    const none = compileConformalStrata(fitConformalStrata([]));
    assert.equal(none.modulation({ prediction: 0.9, evidence: 9 }), 0);
    assert.deepEqual(none.interval({ prediction: 0.9, evidence: 9 }, 0), [0, 1]);
  });

  it("Conformal strata with fewer than 30 cases fall back on the prediction's bin, then on all cases", () => {
    const cuts = { prediction: [0.3], evidence: [5] };
    const cases = [
      ...stepped(30, 9),
      ...stepped(29, 1),
      ...stepped(29).map((each) => ({ ...each, prediction: 0.2 })),
    ];
    const { stratumOf } = compileConformalStrata(fitConformalStrata(cases, cuts));
    assert.equal(stratumOf({ prediction: 0.6, evidence: 5 }).cases, 30);
    assert.equal(stratumOf({ prediction: 0.3, evidence: 4 }).cases, 59);
    assert.equal(stratumOf({ prediction: 0.29, evidence: 9 }).cases, 88);
  });

  it("Conformal strata survive JSON unchanged", () => {
    for (const cases of [drawn(500, 1), stepped(3)]) {
      const model = fitConformalStrata(cases);
      assert.deepEqual(JSON.parse(JSON.stringify(model)), model);
    }
  });

  it("Conformal strata cover new cases of the same kind as often as stated, in every stratum", () => {
    const model = compileConformalStrata(fitConformalStrata(drawn(4_000, 1), DEFAULT_CUTS));
    const fresh = drawn(20_000, 2);
    const kinds = [
      fresh,
      fresh.filter(({ evidence }) => evidence === 0),
      fresh.filter(({ prediction }) => prediction > 0.7),
    ];
    for (const cases of kinds) {
      for (const [level, coverage] of empiricalCoverage(model, cases).entries())
        assert.ok(coverage > (CONFORMAL_LEVELS[level] ?? 1) - 0.04, `${level}: ${coverage}`);
    }
    const exact = empiricalCoverage(model, fresh)[levelOf(0.5)] ?? 1;
    assert.ok(exact < 0.56, String(exact));
  });

  it("A single conformal stratum covers all cases together, but not cases with little evidence", () => {
    const model = compileConformalStrata(fitConformalStrata(drawn(4_000, 1), GLOBAL_CUTS));
    const fresh = drawn(20_000, 2);
    const poor = fresh.filter(({ evidence, prediction }) => evidence === 0 && prediction < 0.5);
    assert.ok((empiricalCoverage(model, fresh)[levelOf(0.8)] ?? 0) > 0.77);
    assert.ok((empiricalCoverage(model, poor)[levelOf(0.8)] ?? 1) < 0.7);
  });

  it("Conformal strata allow less error at a lower level", () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const aCase = fc.record({ prediction: unit, label: unit, evidence: fc.nat(10) });
    const property = fc.property(fc.array(aCase, { maxLength: 200 }), (cases) => {
      const { cells, bins, all } = fitConformalStrata(cases, { prediction: [0.5], evidence: [5] });
      for (const stratum of [...cells, ...bins, all]) {
        const errors = stratum?.errors.map((error) => error ?? Number.POSITIVE_INFINITY) ?? [];
        for (const [level, error] of errors.entries()) assert.ok(error >= (errors[level + 1] ?? 0));
      }
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });
});
