import type { Json } from "../json.ts";
import type { SparseRows, SparseVector } from "../vector/sparse-rows.ts";

/** What there is to learn from: rows of features with a label each. */
export interface Samples {
  readonly x: SparseRows;
  /** One finite number a row. */
  readonly y: Float64Array;
  /** How much each row counts, in [0, ∞); one that counts 0 is as good as absent. */
  readonly weights: Float64Array;
}

/** Gives the prediction for a row; columns it does not know count as absent. */
export type Predictor = (row: SparseVector) => number;

/** A way to learn numbers from features. Anything random in it is drawn from a seed that it was made with. */
export interface Learner<Model extends Json = Json> {
  readonly name: string;
  /** Same samples, same model; without samples of any weight one that predicts 0. */
  fit(samples: Samples): Model;
  /** Compiles a model: predictions are in the unit of the labels, and not clamped to their range. */
  compile(model: Model): Predictor;
}
