import { rowCount, rowOf, type SparseRows, type SparseVector } from "../../vector/sparse-rows.ts";

/** What classes are like, by number from 0. */
export type NaiveBayesModel = {
  /** ln P(class) before anything of a row is known. */
  readonly logPriors: readonly number[];
  /** Of each class a list of ln P(column | class). */
  readonly logLikelihoods: readonly (readonly number[])[];
};

/** Rows of counts, each of one class. */
export interface ClassedRows {
  /** Values in [0, ∞). */
  readonly x: SparseRows;
  /** Number of each row's class, from 0. */
  readonly classes: readonly number[];
  /** P(class) before anything of a row is known, in (0,1]; one a class, together 1. */
  readonly priors: readonly number[];
}

/**
 * Multinomial naive Bayes with one more occurrence of every column in every class than was seen (Laplace
 * smoothing): P(column | class) = (occurrences in the class + 1) ÷ (all occurrences in the class + columns)
 * (Manning, Raghavan & Schütze 2008, § 13.2). Linear in the entries, and in classes times columns.
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
 * Compiles a model to the probabilities of the classes of a row, in [0,1] and together 1; columns that it
 * does not know count as absent. Sums of logarithms, so that rows of any length neither under- nor overflow.
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

/** exp(score) ÷ Σ exp(score), the greatest score taken for 0. */
function normalised(scores: readonly number[]): readonly number[] {
  const greatest = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - greatest));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}
