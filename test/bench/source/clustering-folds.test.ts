import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { placingPrecision, stratifiedFolds } from "../../../bench/source/clustering-folds.ts";

const page = (type: string, cluster: number) => ({ type, cluster });

describe("precision of placing unseen pages", () => {
  it("Precision on unseen pages uses the types that clusters represent in training: worked by hand", () => {
    const train = [page("a", 0), page("a", 0), page("b", 0), page("b", 1), page("a", -1)];
    const test = [page("a", 0), page("a", 0), page("b", 0), page("a", 1), page("a", 2)];
    // Cluster 0: 2 of 3; cluster 1 stands for b: 0 of 1; cluster 2 for nothing: 0 of 1.
    const precision = placingPrecision(train, test);
    assert.equal(precision?.micro, 2 / 5);
    assert.equal(precision?.macro, (2 / 3 + 0 + 0) / 3);
  });

  it("Precision on unseen pages counts unplaced pages as wrong, but not as a cluster", () => {
    const precision = placingPrecision([page("a", 0)], [page("a", 0), page("a", -1)]);
    assert.deepEqual(precision, { micro: 0.5, macro: 1 });
    const none = placingPrecision([page("a", 0)], [page("a", -1)]);
    assert.deepEqual(none, { micro: 0, macro: 0 });
    assert.equal(placingPrecision([page("a", 0)], []), undefined);
  });
});

describe("stratified folds", () => {
  it("Stratified clustering folds share out all items, and those of each type evenly", () => {
    const types = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 60 });
    const property = fc.property(
      types,
      fc.integer({ min: 1, max: 5 }),
      fc.nat(),
      (kinds, folds, seed) => {
        const foldOf = stratifiedFolds(kinds, { folds, seed });
        for (const type of [...new Set(kinds), undefined]) {
          const sizes = Array.from(
            { length: folds },
            (_, fold) =>
              kinds.filter((kind, item) => (type ?? kind) === kind && foldOf[item] === fold).length,
          );
          assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1);
        }
      },
    );
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("Stratified clustering folds depend on the seed alone", () => {
    const types = Array.from({ length: 40 }, () => "a");
    const first = stratifiedFolds(types, { folds: 4, seed: 1 });
    assert.deepEqual(stratifiedFolds(types, { folds: 4, seed: 1 }), first);
    assert.notDeepEqual(stratifiedFolds(types, { folds: 4, seed: 2 }), first);
  });
});
