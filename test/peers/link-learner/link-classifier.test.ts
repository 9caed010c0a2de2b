import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  compileLinkClassifier,
  type LinkExample,
  trainLinkClassifier,
} from "../../../peers/link-learner/link-classifier.ts";
import type { LinkWord } from "../../../peers/link-learner/link-words.ts";

const many = (count: number, number: number, ...words: readonly LinkWord[]): LinkExample[] =>
  Array.from({ length: count }, () => ({ words: new Set(words), class: number }));

function classifierOf(examples: readonly LinkExample[], classes: number) {
  const model = trainLinkClassifier(examples, { classes, seed: 1 });
  assert.ok(model);
  return { model, ...compileLinkClassifier(model) };
}

const probabilitiesOf = (examples: readonly LinkExample[], classes: number, word: LinkWord) =>
  classifierOf(examples, classes).probabilities(new Set([word]));

describe("link classifier", () => {
  const two = [...many(30, 0, "url cours", "url any"), ...many(30, 1, "url photo", "url any")];

  it("The link classifier gives words of target links high probabilities, and probabilities sum to 1", () => {
    const [good = 0, bad = 0] = probabilitiesOf(two, 2, "url cours");
    assert.ok(good > 0.8 && Math.abs(good + bad - 1) < 1e-12, String(good));
    assert.ok((probabilitiesOf(two, 2, "url photo")[0] ?? 1) < 0.2);
  });

  it("The link classifier approaches the share of targets when words give no information", () => {
    const [good = 0] = probabilitiesOf(
      [...many(30, 0, "url any"), ...many(30, 1, "url any")],
      2,
      "url any",
    );
    assert.ok(Math.abs(good - 0.5) < 0.02, String(good));
  });

  it("The link classifier separates three classes, one against all others", () => {
    const three = [
      ...many(20, 0, "url a", "anchor x"),
      ...many(20, 1, "url b", "anchor x"),
      ...many(20, 2, "url c", "anchor x"),
    ];
    for (const [number, word] of (["url a", "url b", "url c"] as const).entries()) {
      const probabilities = probabilitiesOf(three, 3, word);
      assert.equal(probabilities.length, 3);
      assert.equal(probabilities.indexOf(Math.max(...probabilities)), number);
    }
  });

  it("The link classifier names the words behind its prediction, the strongest first", () => {
    const { signs } = classifierOf(two, 2);
    const [first, second] = signs(new Set(["url cours", "url photo", "url unknown"]));
    assert.ok(first && second && Math.abs(first.weight) >= Math.abs(second.weight));
    const weights = new Map([first, second].map(({ feature, weight }) => [feature, weight]));
    assert.ok((weights.get("url cours") ?? 0) > 0 && (weights.get("url photo") ?? 0) < 0);
  });

  it("The link classifier is undefined when a class has fewer than three links or no word is frequent", () => {
    const few = [...many(2, 0, "url a"), ...many(30, 1, "url b")];
    assert.equal(trainLinkClassifier(few, { classes: 2, seed: 1 }), undefined);
    const rare = [...many(4, 0, "url a"), ...many(4, 1, "url b")];
    assert.equal(trainLinkClassifier(rare, { classes: 2, seed: 1 }), undefined);
  });

  it("The link classifier survives JSON", () => {
    const { model } = classifierOf(two, 2);
    assert.deepEqual(JSON.parse(JSON.stringify(model)), model);
  });
});
