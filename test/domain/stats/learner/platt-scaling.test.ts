import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  fitPlattScaling,
  plattProbability,
} from "../../../../lib/domain/stats/learner/platt-scaling.ts";

type Case = readonly [score: number, isPositive: boolean];

const fit = (cases: readonly Case[], weights?: readonly number[]) =>
  fitPlattScaling(
    Float64Array.from(cases, ([score]) => score),
    (index) => cases[index]?.[1] ?? false,
    weights === undefined ? undefined : Float64Array.from(weights),
  );

const isNear = (actual: number, expected: number, within = 1e-6) =>
  assert.ok(Math.abs(actual - expected) < within, `${actual}, not ${expected}`);

describe("Platt scaling", () => {
  // Of two scores the sigmoid can give each its mean target: with four good and four bad cases targets
  // are 5/6 and 1/6, so (3 · 5/6 + 1/6) / 4 = 2/3 at the upper score, and 1/3 at the lower.
  const two: readonly Case[] = [
    [1, true],
    [1, true],
    [1, true],
    [1, false],
    [-1, true],
    [-1, false],
    [-1, false],
    [-1, false],
  ];

  it("Platt scaling gives the closed form for two scores: worked by hand", () => {
    const model = fit(two);
    isNear(model.slope, -Math.log(2));
    isNear(model.intercept, 0);
    isNear(plattProbability(model, 1), 2 / 3);
    isNear(plattProbability(model, -1), 1 / 3);
  });

  it("Platt scaling accepts scores on any scale", () => {
    const model = fit(two.map(([score, isPositive]): Case => [1_000 * score + 7, isPositive]));
    isNear(plattProbability(model, 1_007), 2 / 3);
    isNear(plattProbability(model, -993), 1 / 3);
  });

  it("Platt scaling stays below certainty when scores separate the classes", () => {
    const model = fit([
      [2, true],
      [2, true],
      [-3, false],
    ]);
    isNear(plattProbability(model, 2), 3 / 4);
    isNear(plattProbability(model, -3), 1 / 3);
  });

  it("Platt scaling gives the corrected share when scores are uninformative or only one class exists", () => {
    isNear(plattProbability(fit([]), 5), 1 / 2);
    isNear(
      plattProbability(
        fit([
          [4, true],
          [4, true],
          [4, false],
        ]),
        4,
      ),
      (2 * (3 / 4) + 1 / 3) / 3,
    );
    isNear(
      plattProbability(
        fit([
          [1, true],
          [2, true],
        ]),
        1.5,
      ),
      3 / 4,
    );
  });

  it("Platt scaling counts a case according to its weight", () => {
    const once = fit(
      [
        [1, true],
        [1, false],
        [-1, true],
        [-1, false],
      ],
      [3, 1, 1, 3],
    );
    isNear(once.slope, -Math.log(2));
    assert.deepEqual(fit([...two, [9, false]], [...two.map(() => 1), 0]), fit(two));
  });

  it("Platt scaling matches the targets' mean and their mean weighted by scores, which is the optimum", () => {
    const score = fc.double({ min: -50, max: 50, noNaN: true });
    const property = fc.property(
      fc.array(fc.tuple(score, fc.boolean()), { minLength: 2, maxLength: 60 }),
      (cases) => {
        const model = fit(cases);
        const good = cases.filter(([, isPositive]) => isPositive).length;
        let [mean, moment] = [0, 0];
        for (const [at, isPositive] of cases) {
          const target = isPositive ? (good + 1) / (good + 2) : 1 / (cases.length - good + 2);
          mean += target - plattProbability(model, at);
          moment += at * (target - plattProbability(model, at));
        }
        isNear(mean, 0, 1e-4);
        isNear(moment, 0, 1e-3);
      },
    );
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  it("Platt scaling does not overflow", () => {
    assert.equal(plattProbability({ slope: -1, intercept: 0 }, 1e6), 1);
    assert.equal(plattProbability({ slope: -1, intercept: 0 }, -1e6), 0);
    const model = fit([
      [1e6, true],
      [-1e6, false],
    ]);
    assert.ok(Number.isFinite(model.slope) && Number.isFinite(model.intercept));
  });
});
