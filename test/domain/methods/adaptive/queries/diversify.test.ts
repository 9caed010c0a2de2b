import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { diversify } from "../../../../../lib/domain/methods/adaptive/queries/query-model.ts";

const named = (phrases: readonly { readonly phrase: string }[]) =>
  phrases.map(({ phrase }) => phrase);

describe("maximal marginal relevance", () => {
  it("Maximal marginal relevance takes the best item, then good but different ones: worked by hand", () => {
    const phrases = [
      { phrase: "breast cancer", worth: 1 },
      { phrase: "breast cancer treatment", worth: 0.9 },
      { phrase: "hair loss", worth: 0.7 },
      { phrase: "cancer", worth: 0.6 },
    ];
    // After the first: 0.7 · 0.9 − 0.3 · 2/3 = 0.43; 0.7 · 0.7 = 0.49; 0.7 · 0.6 − 0.3 · 1/2 = 0.27.
    assert.deepEqual(named(diversify(phrases, 3)), [
      "breast cancer",
      "hair loss",
      "breast cancer treatment",
    ]);
  });

  it("Maximal marginal relevance keeps the order of scores when no two items share a word", () => {
    const phrases = ["a", "b", "c"].map((phrase, n) => ({ phrase, worth: 1 - n / 3 }));
    assert.deepEqual(named(diversify(phrases, 9)), ["a", "b", "c"]);
  });

  it("Maximal marginal relevance takes each item at most once, up to the limit", () => {
    const phrase = fc.record({
      phrase: fc.constantFrom("a", "b", "a b", "b c", "c d e", "f"),
      worth: fc.double({ min: 0.01, max: 1, noNaN: true }),
    });
    const property = fc.property(fc.array(phrase), fc.nat(8), (phrases, limit) => {
      const taken = diversify(phrases, limit);
      assert.equal(taken.length, Math.min(limit, phrases.length));
      assert.equal(new Set(taken).size, taken.length);
      assert.ok(taken.every((each) => phrases.includes(each)));
      assert.deepEqual(taken.slice(0, 3), diversify(phrases, Math.min(3, limit)));
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });
});
