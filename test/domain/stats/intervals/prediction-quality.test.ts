import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rocAuc } from "../../../../lib/domain/stats/intervals/prediction-quality.ts";

const auc = (good: readonly number[], bad: readonly number[], weights?: readonly number[]) =>
  rocAuc(
    Float64Array.from([...good, ...bad]),
    (index) => index < good.length,
    weights && Float64Array.from(weights),
  );

describe("the area under the ROC curve", () => {
  it("ROC AUC is the share of pairs in the right order: worked by hand", () => {
    // 0.8 beats both, 0.35 beats 0.1 of {0.1, 0.4}.
    assert.equal(auc([0.35, 0.8], [0.1, 0.4]), 0.75);
    assert.equal(auc([3, 4], [1, 2]), 1);
    assert.equal(auc([1, 2], [3, 4]), 0);
  });

  it("ROC AUC counts equal scores half", () => {
    assert.equal(auc([1, 1], [1, 1, 1]), 0.5);
    // Of six pairs 2 > 1 twice, 2 = 2 and 1 = 1 twice by half, 1 < 2 once: (2 + 1.5) / 6.
    assert.equal(auc([1, 2], [1, 1, 2]), 3.5 / 6);
  });

  it("ROC AUC gives the area of the 109 rated images in Hanley & McNeil 1982", () => {
    // Table I: ratings 1 to 5 of 51 abnormal and 58 normal images.
    const rated = (counts: readonly number[]) =>
      counts.flatMap((count, rating) => Array.from({ length: count }, () => rating + 1));
    const area = auc(rated([3, 2, 2, 11, 33]), rated([33, 6, 6, 11, 2]));
    assert.equal(area?.toFixed(3), "0.893");
  });

  it("ROC AUC uses case weights", () => {
    assert.equal(auc([2, 0], [1], [3, 1, 5]), 0.75);
    assert.equal(auc([2, 0], [1, 9], [1, 1, 1, 0]), 0.5);
  });

  it("ROC AUC ends and is a share, even when a score is not a number", () => {
    const area = auc([1, Number.NaN], [0]) ?? Number.NaN;
    assert.ok(area >= 0 && area <= 1);
  });

  it("ROC AUC is undefined without cases of both kinds", () => {
    assert.equal(auc([], [1]), undefined);
    assert.equal(auc([1], []), undefined);
    assert.equal(auc([1], [2], [1, 0]), undefined);
  });
});
