import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
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
    assert.deepEqual(
      texts.map((text) => numbers.numberOf(text)),
      [1, 0, 2],
    );
    assert.equal(numbers.find("extension", ""), 1);
    assert.equal(numbers.find("constructor", "__proto__"), 2);
  });

  it("property: `FeatureNumbers` numbers features as a map of their texts does", () => {
    // Few letters, so that names are named again, and units that are no characters of their own.
    const name = fc.string({
      unit: fc.constantFrom("a", "b", "\u00e9", "\ud83d", "\udc1d"),
      maxLength: 3,
    });
    const feature = fc.tuple(fc.constantFrom("url", "anchor", "parent"), name);
    fc.assert(
      fc.property(fc.array(feature, { maxLength: 3_000 }), (features) => {
        const [numbers, expected] = [new FeatureNumbers(), new Map<string, number>()];
        for (const [kind, each] of features) {
          const text = `${kind} ${each}`;
          assert.equal(numbers.find(kind, each), expected.get(text));
          if (!expected.has(text)) expected.set(text, expected.size);
          assert.equal(numbers.number(kind, each), expected.get(text));
        }
        assert.equal(numbers.size, expected.size);
        for (const [text, number] of expected) assert.equal(numbers.nameOf(number), text);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("`FeatureNumbers` finds every feature after its memory has grown", () => {
    const numbers = new FeatureNumbers();
    for (let at = 0; at < 10_000; at += 1) assert.equal(numbers.number("url", `word${at}`), at);
    for (let at = 0; at < 10_000; at += 1) assert.equal(numbers.find("url", `word${at}`), at);
    assert.equal(numbers.find("url", "word10000"), undefined);
    assert.equal(numbers.nameOf(9_999), "url word9999");
  });
});
