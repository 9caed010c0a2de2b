import {
  rowCount,
  rowOf,
  type SparseRows,
  type SparseVector,
} from "../../lib/domain/stats/vector/sparse-rows.ts";

/** The trained distributions of the classes, by number from 0. */
export type NaiveBayesModel = {
  /** ln P(class) before the row is known. */
  readonly logPriors: readonly number[];
  /** For each class a list of ln P(column | class). */
  readonly logLikelihoods: readonly (readonly number[])[];
};

/** Rows of counts, each with its class. */
interface ClassedRows {
  /** Values in [0, ∞). */
  readonly x: SparseRows;
  /** Number of each row's class, from 0. */
  readonly classes: readonly number[];
  /** P(class) before the row is known, in (0,1]; one per class, with sum 1. */
  readonly priors: readonly number[];
}

/**
 * Fits multinomial naive Bayes with Laplace smoothing (Manning, Raghavan & Schütze 2008, § 13.2).
 * Every column has one more occurrence in every class than was counted. P(column | class) =
 * (occurrences in the class + 1) ÷ (all occurrences in the class + columns). Linear in the entries,
 * and in classes times columns.
 */
export function fitNaiveBayes({ x, classes, priors }: ClassedRows): NaiveBayesModel {
  const counts = priors.map(() => new Float64Array(x.width).fill(1));
  for (let row = 0; row < rowCount(x); row += 1) {
    const own = counts[classes[row] ?? 0];
    const { columns, values } = rowOf(x, row);
    if (own === undefined) continue;
    for (const [at, column] of columns.entries())
      own[column] = (own[column] ?? 0) + (values[at] ?? 0);
  }
  return { logPriors: priors.map(Math.log), logLikelihoods: counts.map(logShares) };
}

function logShares(counts: Float64Array): number[] {
  const sum = counts.reduce((total, count) => total + count, 0);
  return Array.from(counts, (count) => Math.log(count / sum));
}

/**
 * Compiles a model to the probabilities of a row's classes, in [0,1] and with sum 1. Columns
 * unknown to the model count as absent. Logarithms are summed, so that rows of any length neither
 * underflow nor overflow.
 */
export function compileNaiveBayes({
  logPriors,
  logLikelihoods,
}: NaiveBayesModel): (row: SparseVector) => readonly number[] {
  const likelihoods = logLikelihoods.map((ofClass) => Float64Array.from(ofClass));
  return ({ columns, values }) => {
    const scores = likelihoods.map((ofClass, number) => {
      let score = logPriors[number] ?? 0;
      for (const [at, column] of columns.entries())
        score += (values[at] ?? 0) * (ofClass[column] ?? 0);
      return score;
    });
    return normalised(scores);
  };
}

/** Returns exp(score) ÷ Σ exp(score), with the greatest score shifted to 0. */
function normalised(scores: readonly number[]): readonly number[] {
  const greatest = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - greatest));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}
