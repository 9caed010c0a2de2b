import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FeatureNumbers } from "../../../../lib/domain/stats/learner/feature-numbers.ts";

describe("FeatureNumbers", () => {
  it("`FeatureNumbers` gives each feature one number, by its kind and its name", () => {
    const numbers = new FeatureNumbers();
    assert.equal(numbers.number("url", "bee"), 0);
    assert.equal(numbers.number("anchor", "bee"), 1);
    assert.equal(numbers.number("url", "bee"), 0);
    assert.equal(numbers.find("anchor", "bee"), 1);
    assert.equal(numbers.find("anchor", "hive"), undefined);
    assert.equal(numbers.size, 2);
  });

  it("`FeatureNumbers` reads a feature in text: the kind ends at the first space", () => {
    const numbers = new FeatureNumbers();
    numbers.number("relation", "same 3");
    const texts = ["extension ", "relation same 3", "constructor __proto__"];
    assert.deepEqual([...numbers.numberAll(texts)], [1, 0, 2]);
    assert.equal(numbers.find("extension", ""), 1);
    assert.equal(numbers.find("constructor", "__proto__"), 2);
  });
});
