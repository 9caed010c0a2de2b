import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  betaQuantile,
  hashToUnit,
  incompleteBeta,
} from "../../../../lib/domain/stats/random/random.ts";

const near = (actual: number, expected: number, digits = 12) =>
  assert.ok(
    Math.abs(actual - expected) <= 10 ** -digits * Math.max(1, Math.abs(expected)),
    `${actual}, not ${expected}`,
  );

const units = fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true });
const parameters = fc.double({ min: 0.05, max: 500, noNaN: true });

describe("quantile of the Beta distribution", () => {
  it("The Beta quantile has the closed forms of a parameter of 1: u^(1/a), and 1 − (1 − u)^(1/b)", () => {
    for (const u of [0.001, 0.2, 0.5, 0.9, 0.999]) {
      near(betaQuantile(u, 1, 1), u);
      for (const parameter of [0.1, 0.5, 3, 40]) {
        near(betaQuantile(u, parameter, 1), u ** (1 / parameter));
        near(betaQuantile(u, 1, parameter), 1 - (1 - u) ** (1 / parameter));
      }
    }
  });

  it("The Beta quantile has the arcsine law's closed form for two halves: sin²(πu/2)", () => {
    for (const u of [0.01, 0.3, 0.5, 0.77, 0.99]) {
      near(betaQuantile(u, 0.5, 0.5), Math.sin((Math.PI * u) / 2) ** 2);
    }
  });

  it("The Beta quantile inverts 3x² − 2x³ for (2, 2), as worked by hand at a quarter", () => {
    near(betaQuantile(3 / 16 - 2 / 64, 2, 2), 1 / 4);
    near(betaQuantile(1 / 2, 2, 2), 1 / 2);
  });

  it("The Beta quantile inverts the binomial tail: P(X ≥ 2) is 0.66304 for five trials at 0.4", () => {
    // P(X ≥ k) of n tosses at p is I_p(k, n − k + 1); 1 − 0.6^5 − 5 · 0.4 · 0.6^4 = 0.66304.
    near(incompleteBeta(0.4, 2, 4), 0.66304);
    near(betaQuantile(0.66304, 2, 4), 0.4);
  });

  it("The Beta quantile equals the other side's complement, and inverts the distribution function", () => {
    const property = fc.property(units, parameters, parameters, (u, a, b) => {
      const x = betaQuantile(u, a, b);
      assert.ok(x > 0 && x <= 1);
      near(x, 1 - betaQuantile(1 - u, b, a), 6);
      if (x > 1e-12 && x < 1 - 1e-12) near(incompleteBeta(x, a, b), u, 9);
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("The Beta quantile never falls as u grows", () => {
    const property = fc.property(units, units, parameters, parameters, (u, v, a, b) => {
      assert.ok(betaQuantile(Math.min(u, v), a, b) <= betaQuantile(Math.max(u, v), a, b));
    });
    fc.assert(property, { seed: 2, numRuns: 200 });
  });

  it("The Beta quantile draws with the distribution's mean and variance from uniform numbers", () => {
    const draws = Array.from({ length: 4_000 }, (_, n) =>
      betaQuantile(hashToUnit(1, `draw ${n}`), 3, 5),
    );
    const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
    const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length;
    // 3/8, and 15/(64 · 9); four standard errors of the mean are 0.0102.
    assert.ok(Math.abs(mean - 3 / 8) < 0.011, String(mean));
    assert.ok(Math.abs(variance - 15 / 576) < 0.003, String(variance));
  });
});
