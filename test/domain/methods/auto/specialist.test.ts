import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isLookDue } from "../../../../lib/domain/methods/auto/new-kinds.ts";
import {
  isLayerDue,
  layerGroup,
  NO_SPECIALIST,
  trustInSpecialist,
  worthOfLayer,
} from "../../../../lib/domain/methods/auto/specialist.ts";

const SCORES = { ...NO_SPECIALIST };
const WEIGHS = { ...NO_SPECIALIST, weighs: { weigh: () => new Map<string, number>() } };

describe("trustInSpecialist", () => {
  it("What a crawl has learnt decides nothing beside a specialist before the first target, then more with each", () => {
    assert.equal(trustInSpecialist(SCORES, 0), 0);
    const trusts = [1, 6, 100, 10_000].map((targets) => trustInSpecialist(SCORES, targets));
    assert.deepEqual(
      trusts,
      trusts.toSorted((a, b) => a - b),
    );
    assert.equal(trusts[1], 0.5);
    assert.ok(trusts.every((trust) => trust < 1));
  });

  it("Beside one that weighs kinds of links it decides half as much, since kinds count in both", () => {
    assert.equal(trustInSpecialist(WEIGHS, 6), 0.25);
  });

  it("Where no specialist knows of links it decides alone", () => {
    assert.equal(trustInSpecialist(NO_SPECIALIST, 0), 1);
  });
});

describe("layers of links that no specialist knows", () => {
  /** Draws below 200 that go layer by layer, in a crawl whose pages are worth so much each. */
  const turns = (utility: number) =>
    Array.from({ length: 200 }, (_, draws) => draws).filter((draws) =>
      isLayerDue(draws, utility * draws),
    );

  it("Every fourth draw takes the first layer while nothing is found, from the fortieth draw on", () => {
    assert.deepEqual(turns(0), turns(0.004));
    assert.equal(turns(0)[0], 40);
    assert.equal(turns(0).length, 40);
    assert.deepEqual(turns(0.005), []);
  });

  it("No such draw is one at which a look at a new kind is due while nothing is found", () => {
    assert.ok(turns(0).every((draws) => !isLookDue(draws, 0)));
  });

  it("A layer comes before all deeper ones, whatever is predicted there, and before new kinds", () => {
    const depths = fc.tuple(fc.nat({ max: 11 }), fc.integer({ min: 1, max: 20 }));
    const predicted = fc.double({ min: 0.01, max: 1, noNaN: true });
    const property = fc.property(depths, predicted, predicted, ([depth, deeper], one, other) => {
      const worth = one * worthOfLayer(layerGroup(depth));
      assert.ok(worth > other * worthOfLayer(layerGroup(depth + deeper)));
      assert.ok(worth > other * worthOfLayer("new kind 1 3 "));
    });
    fc.assert(property, { seed: 1 });
  });
});
