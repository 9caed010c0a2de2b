import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { accuracy, confusionOf, precision, recall } from "../../../peers/learners/confusion.ts";

/** `count` equal cases. */
const cases = (count: number, actual: boolean, said: boolean) =>
  Array.from({ length: count }, () => ({ actual, said }));

describe("a confusion matrix", () => {
  it("A confusion matrix gives the figures of table I in Neunerdt et al. 2013", () => {
    const counts = confusionOf([
      ...cases(482, true, true),
      ...cases(63, true, false),
      ...cases(77, false, true),
      ...cases(378, false, false),
    ]);
    assert.deepEqual(counts, {
      truePositives: 482,
      falseNegatives: 63,
      falsePositives: 77,
      trueNegatives: 378,
    });
    const figures = [accuracy(counts), precision(counts), recall(counts)];
    assert.deepEqual(
      figures.map((figure) => figure?.toFixed(2)),
      ["0.86", "0.86", "0.88"],
    );
  });

  it("A confusion matrix has no figure when there is nothing to count", () => {
    const none = confusionOf([]);
    assert.deepEqual(
      [accuracy(none), precision(none), recall(none)],
      [undefined, undefined, undefined],
    );
    const negative = confusionOf(cases(3, false, false));
    assert.deepEqual([accuracy(negative), precision(negative)], [1, undefined]);
  });
});
