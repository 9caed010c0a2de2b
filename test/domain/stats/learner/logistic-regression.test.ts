import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  type Example,
  fitLogisticRegression,
  probability,
} from "../../../../lib/domain/stats/learner/cross-validation.ts";

const many = (count: number, features: readonly string[], isGood: boolean): Example[] =>
  Array.from({ length: count }, (_, n) => ({ id: `${features.join()} ${n}`, features, isGood }));

const examples = fc.uniqueArray(
  fc.record({
    id: fc.string({ maxLength: 4 }),
    features: fc.uniqueArray(fc.constantFrom("a", "b", "c", "__proto__", "constructor")),
    isGood: fc.boolean(),
  }),
  { selector: ({ id }) => id },
);

describe("logistic regression", () => {
  it("Logistic regression distinguishes features of good examples from those of bad ones", () => {
    const weights = fitLogisticRegression(
      [...many(30, ["any", "post"], true), ...many(30, ["any", "tag"], false)],
      {},
    );
    assert.ok(probability(weights, ["any", "post"]) > 0.9);
    assert.ok(probability(weights, ["any", "tag"]) < 0.1);
  });

  it("Logistic regression approaches the share of good examples when features give no information", () => {
    const weights = fitLogisticRegression(
      [...many(200, ["any"], true), ...many(600, ["any", "noise"], false)].map((example) => ({
        ...example,
        features: ["any"],
      })),
      {},
    );
    assert.ok(Math.abs(probability(weights, ["any"]) - 0.25) < 0.05);
  });

  it("Logistic regression uses the prior before it has examples, and is undecided without a prior", () => {
    assert.equal(probability(fitLogisticRegression([], {}), ["a"]), 0.5);
    const prior = fitLogisticRegression([], { a: 1 });
    assert.ok(probability(prior, ["a"]) > probability(prior, ["b"]));
    const learned = fitLogisticRegression(many(30, ["a"], false), { a: 1 });
    assert.ok(probability(learned, ["a"]) < 0.1);
  });

  it("Logistic regression learns the same from examples in any order, and its weights survive JSON", () => {
    const property = fc.property(examples, fc.nat(), (list, turn) => {
      const turned = [
        ...list.slice(turn % (list.length + 1)),
        ...list.slice(0, turn % (list.length + 1)),
      ];
      const weights = fitLogisticRegression(list, {});
      assert.deepEqual(fitLogisticRegression(turned, {}), weights);
      assert.deepEqual(JSON.parse(JSON.stringify(weights)), weights);
      for (const { features } of list) {
        const p = probability(weights, features);
        assert.ok(p > 0 && p < 1, String(p));
      }
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
