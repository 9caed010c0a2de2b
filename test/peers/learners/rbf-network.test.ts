import { describe, it } from "node:test";
import { rbfNetwork } from "../../../peers/learners/rbf-network.ts";
import { assertNear, learnerContract, rowOfNumbers, samplesOf } from "../../contract/learner.ts";

learnerContract("RBF network", () => rbfNetwork({ centres: 3, lambda: 0.01, seed: 1 }));

describe("RBF network", () => {
  it("An RBF network with one centre predicts a line of the proximity to it: worked by hand", () => {
    // Centre 0, σ² = 2/3: the Gaussian is 1 at 0 and g = exp(−3/4) at ±1. Slope of the regression on it:
    // Sgy ÷ (Sgg + λ) with Sgg = ⅔·(1 − g)² and Sgy = ⅔·(1 − g).
    const samples = samplesOf(
      [
        { x: [-1], y: 0 },
        { x: [0], y: 1 },
        { x: [1], y: 0 },
      ],
      1,
    );
    const learner = rbfNetwork({ centres: 1, lambda: 0.05, seed: 1 });
    const predict = learner.compile(learner.fit(samples));
    const fall = 1 - Math.exp(-0.75);
    const slope = ((2 / 3) * fall) / ((2 / 3) * fall * fall + 0.05);
    assertNear(predict(rowOfNumbers(0)), 1 / 3 + (slope * fall * 2) / 3);
    assertNear(predict(rowOfNumbers(1)), 1 / 3 - (slope * fall) / 3);
    assertNear(predict(rowOfNumbers(-1)), predict(rowOfNumbers(1)));
  });

  it("An RBF network learns exclusive or, which no line can separate", () => {
    const corners = [
      { x: [0, 0], y: 0 },
      { x: [0, 1], y: 1 },
      { x: [1, 0], y: 1 },
      { x: [1, 1], y: 0 },
    ];
    const learner = rbfNetwork({ centres: 4, lambda: 1e-6, seed: 1 });
    const predict = learner.compile(learner.fit(samplesOf(corners, 2)));
    for (const { x, y } of corners) assertNear(predict(rowOfNumbers(...x)), y, 1e-3);
  });

  it("An RBF network learns a ring around a disc", () => {
    const ring = Array.from({ length: 60 }, (_, n) => {
      const [radius, y] = n % 2 === 0 ? [1, 1] : [3, 0];
      return { x: [radius * Math.cos(n), radius * Math.sin(n)], y };
    });
    const learner = rbfNetwork({ centres: 8, lambda: 0.01, seed: 1 });
    const predict = learner.compile(learner.fit(samplesOf(ring, 2)));
    for (const { x, y } of ring) assertNear(predict(rowOfNumbers(...x)), y, 0.4);
  });
});
