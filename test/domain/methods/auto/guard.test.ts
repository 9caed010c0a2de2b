import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { LEARNERS, leaderOf } from "../../../../lib/domain/methods/auto/link-model.ts";

const trials = (count: number, errors: readonly number[]) =>
  Array.from({ length: count }, (_, n) => errors.map((error) => error + (n % 2) * 0.01));

describe("leaderOf", () => {
  it("The model of all features leads until thirty links were predicted", () => {
    assert.equal(leaderOf([]), "all");
    assert.equal(leaderOf(trials(29, [0.5, 0.1, 0.5])), "all");
    assert.equal(leaderOf(trials(30, [0.5, 0.1, 0.5])), "words");
  });

  it("Another model leads when its errors are surely smaller, the best one of several", () => {
    assert.equal(leaderOf(trials(60, [0.5, 0.4, 0.3])), "places");
    assert.equal(leaderOf(trials(60, [0.3, 0.4, 0.5])), "all");
  });

  it("A model that is better by chance does not lead", () => {
    const noise = Array.from({ length: 40 }, (_, n) => [0.5, n % 2 === 0 ? 0 : 0.99, 0.5]);
    assert.equal(leaderOf(noise), "all");
  });

  it("The model that leads has at most the errors of that of all features", () => {
    const errors = fc.tuple(...LEARNERS.map(() => fc.double({ min: 0, max: 1, noNaN: true })));
    const property = fc.property(fc.array(errors, { minLength: 30, maxLength: 80 }), (each) => {
      const leader = LEARNERS.indexOf(leaderOf(each));
      const sum = (at: number) => each.reduce((total, trial) => total + (trial[at] ?? 0), 0);
      assert.ok(sum(leader) <= sum(0) + 1e-9);
    });
    fc.assert(property, { seed: 1 });
  });
});
