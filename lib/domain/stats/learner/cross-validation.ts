import { rowCount, rowOf } from "../vector/sparse-rows.ts";
import type { Learner, Samples } from "./learner.ts";
import { pickSamples } from "./pick-samples.ts";

/**
 * Predicts each row by a model of the rows of all other folds; `folds` has the fold number of each
 * row. Trains one model per fold.
 */
export function crossValidate(learner: Learner, samples: Samples, folds: Int32Array): Float64Array {
  const rows = Int32Array.from({ length: rowCount(samples.x) }, (_, row) => row);
  const predictions = new Float64Array(rows.length);
  for (const fold of new Set(folds)) {
    const others = rows.filter((row) => folds[row] !== fold);
    const predict = learner.compile(learner.fit(pickSamples(samples, others)));
    for (const row of rows)
      if (folds[row] === fold) predictions[row] = predict(rowOf(samples.x, row));
  }
  return predictions;
}
