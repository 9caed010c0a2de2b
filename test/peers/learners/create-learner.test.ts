import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rocAuc } from "../../../lib/domain/stats/intervals/prediction-quality.ts";
import {
  crossValidate,
  stratifiedFolds,
} from "../../../lib/domain/stats/learner/cross-validation.ts";
import type { Samples } from "../../../lib/domain/stats/learner/learner.ts";
import { hashToUnit } from "../../../lib/domain/stats/random/random.ts";
import { type SparseVector, sparseRows } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { createLearner, LEARNER_NAMES } from "../../../peers/learners/create-learner.ts";

const [PAGES, WORDS, WORDS_PER_PAGE, WORDS_OF_TOPIC] = [120, 200, 12, 10];

/** Pages of which every third is good: a third of its words are of the topic, of the others' few. */
function somePages(): Samples {
  const rows = Array.from({ length: PAGES }, (_, page): SparseVector => {
    const share = page % 3 === 0 ? 0.35 : 0.05;
    const words = Array.from({ length: WORDS_PER_PAGE }, (_, word) => {
      const [kind, which] = ["kind", "which"].map((of) => hashToUnit(7, `${of} ${page} ${word}`));
      const isOfTopic = (kind ?? 0) < share;
      return Math.floor((which ?? 0) * (isOfTopic ? WORDS_OF_TOPIC : WORDS));
    });
    const columns = Int32Array.from(new Set(words)).sort();
    return { columns, values: new Float64Array(columns.length).fill(1) };
  });
  return {
    x: sparseRows(rows, WORDS),
    y: Float64Array.from(rows.keys(), (page) => (page % 3 === 0 ? 1 : 0)),
    weights: new Float64Array(PAGES).fill(1),
  };
}

/** Robust to what most pages are not: they take the good ones for outliers. */
const FOLLOWS_THE_MOST = "least-median-of-squares";
/** One feature cannot rank pages by many. */
const LEAST_AREA: Readonly<Record<string, number>> = {
  "regression-stump": 0.5,
  "isotonic-regression": 0.5,
  "regression-tree": 0.6,
};

describe("the learners of texts", () => {
  const samples = somePages();
  const folds = stratifiedFolds(samples.y, 4, 1);

  for (const name of LEARNER_NAMES) {
    it(`createLearner makes ${name} by name, the same for one seed, and loads its model from JSON`, () => {
      const learner = createLearner(name, 1);
      assert.equal(learner.name, name);
      const model = learner.fit(samples);
      assert.deepEqual(createLearner(name, 1).fit(samples), model);
      const row = { columns: Int32Array.of(1, 3, 50), values: Float64Array.of(1, 1, 1) };
      const stored = createLearner(name, 2).compile(JSON.parse(JSON.stringify(model)));
      assert.equal(stored(row), learner.compile(model)(row));
    });

    if (name === FOLLOWS_THE_MOST) continue;
    it(`createLearner makes ${name}, which ranks pages that it has not seen`, () => {
      const predictions = crossValidate(createLearner(name, 1), samples, folds);
      const area = rocAuc(predictions, (page) => samples.y[page] === 1) ?? 0;
      assert.ok(area > (LEAST_AREA[name] ?? 0.75), String(area));
    });
  }
});
