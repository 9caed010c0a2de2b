import type { Json } from "../../json.ts";
import type { SparseRows, SparseVector } from "../vector/sparse-rows.ts";

/** Training samples: rows of features with a label each. */
export interface Samples {
  readonly x: SparseRows;
  /** One finite number per row. */
  readonly y: Float64Array;
  /** Weight of each row, in [0, ∞); a row with weight 0 is ignored. */
  readonly weights: Float64Array;
}

/** Returns the prediction for a row; unknown columns count as absent. */
export type Predictor = (row: SparseVector) => number;

/**
 * A learner of numbers from features. Its random numbers come from the seed that it was created
 * with.
 */
export interface Learner<Model extends Json = Json> {
  readonly name: string;
  /**
   * Fits a model. The same samples give the same model; without samples of any weight it predicts
   * 0.
   */
  fit(samples: Samples): Model;
  /**
   * Compiles a model: predictions are in the unit of the labels, and not clamped to their range.
   */
  compile(model: Model): Predictor;
}
