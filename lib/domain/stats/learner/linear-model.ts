import type { Predictor } from "./learner.ts";

/** A weighted sum of features; columns that are not listed have weight 0. */
export type LinearModel = {
  readonly intercept: number;
  /** Ascending. */
  readonly columns: readonly number[];
  /** Their weights, in the same order, none of them 0. */
  readonly values: readonly number[];
};

/** Creates the model with weight `weights[n]` for `columns[n]`; columns ascend. */
export function linearModel(
  intercept: number,
  columns: Int32Array,
  weights: Float64Array,
): LinearModel {
  const isUsed = (_: number, at: number) => weights[at] !== 0;
  return {
    intercept,
    columns: Array.from(columns.filter(isUsed)),
    values: Array.from(weights.filter(isUsed)),
  };
}

/** Compiles the predictions of a linear model, in time linear in the entries of the row. */
export function compileLinearModel({ intercept, columns, values }: LinearModel): Predictor {
  const weights = new Float64Array((columns.at(-1) ?? -1) + 1);
  for (const [at, column] of columns.entries()) weights[column] = values[at] ?? 0;
  return (row) => {
    let prediction = intercept;
    for (let at = 0; at < row.columns.length; at += 1)
      prediction += (weights[row.columns[at] ?? 0] ?? 0) * (row.values[at] ?? 0);
    return prediction;
  };
}
