import {
  compileLinearModel,
  type Learner,
  type LinearModel,
  linearModel,
  type Predictor,
  pickSamples,
  type Samples,
  weightySamples,
} from "../../lib/domain/stats/learner/learner.ts";
import { addRows, packColumns, rowGramMatrix } from "../../lib/domain/stats/vector/columns.ts";
import { factorCholesky, solveCholesky } from "../../lib/domain/stats/vector/linear-solvers.ts";
import { rowCount, weightedMean } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { squaredDistancesTo } from "./squared-distances.ts";
import { loadRows, type StoredRows, storeRows } from "./stored-rows.ts";
import { weightedSpread } from "./weighted-rows.ts";

/** The similarity of rows: their product, or exp(−‖a − b‖² ÷ 2ℓ²). */
type Kernel =
  | { readonly kind: "linear" }
  | {
      readonly kind: "rbf";
      /**
       * ℓ in (0, ∞), or `"spread"` for the root mean squared distance of the rows from their mean.
       */
      readonly lengthScale: number | "spread";
    };

/** Assumptions about the labels. */
interface GaussianProcessSettings {
  readonly kernel: Kernel;
  /**
   * σ² in (0, ∞): variance of a label of weight 1 around its true value, in units of the similarity
   * of equal rows.
   */
  readonly noise: number;
}

/** A trained process: a linear model for the linear kernel; any other kernel keeps its rows. */
type GaussianProcessModel =
  | ({ readonly kind: "linear" } & LinearModel)
  | {
      readonly kind: "rbf";
      readonly lengthScale: number;
      /** Prediction far from all rows. */
      readonly mean: number;
      readonly rows: StoredRows;
      /** The part that similarity to each row adds. */
      readonly duals: readonly number[];
    };

/** Training takes the cube of the rows: less than a second for this many. */
const MOST_ROWS = 1_500;

/**
 * Creates a Gaussian process regression around the mean label, mean prediction only (Rasmussen &
 * Williams 2006, algorithm 2.1). A sample of weight w has the noise σ²/w. It trains on the 1,500
 * heaviest samples, among equal ones the first.
 */
export function gaussianProcess(settings: GaussianProcessSettings): Learner<GaussianProcessModel> {
  return {
    name: "gaussian-process",
    fit: (samples) => fitProcess(heaviest(weightySamples(samples)), settings),
    compile: compileProcess,
  };
}

function heaviest(samples: Samples): Samples {
  const { weights } = samples;
  if (weights.length <= MOST_ROWS) return samples;
  const byWeight = Int32Array.from(weights.keys()).sort(
    (a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b,
  );
  return pickSamples(samples, byWeight.subarray(0, MOST_ROWS).sort());
}

function fitProcess(samples: Samples, settings: GaussianProcessSettings): GaussianProcessModel {
  const { x, y, weights } = samples;
  const { kernel, noise } = settings;
  const mean = weightedMean(y, weights);
  const labels = y.map((label) => label - mean);
  const products = rowGramMatrix(x);
  if (kernel.kind === "linear") {
    const beta = addRows(x, solveDuals(products, labels, weights, noise));
    return { kind: "linear", ...linearModel(mean, Int32Array.from(beta.keys()), beta) };
  }
  const lengthScale =
    kernel.lengthScale === "spread"
      ? Math.sqrt(weightedSpread(x, weights)) || 1
      : kernel.lengthScale;
  const similarity = similarityOfRows(products, rowCount(x), lengthScale);
  const duals = Array.from(solveDuals(similarity, labels, weights, noise));
  return { kind: "rbf", lengthScale, mean, rows: storeRows(x), duals };
}

/**
 * Solves (K + σ²·W⁻¹)·α = y for α, through the square roots of the weights, so that a weight near 0
 * is harmless.
 */
function solveDuals(
  similarity: Float64Array,
  labels: Float64Array,
  weights: Float64Array,
  noise: number,
): Float64Array {
  const order = labels.length;
  const roots = weights.map(Math.sqrt);
  const matrix = similarity.map((value, at) => {
    const [row, column] = [Math.floor(at / order), at % order];
    return value * (roots[row] ?? 0) * (roots[column] ?? 0) + (row === column ? noise : 0);
  });
  const scaled = labels.map((label, row) => label * (roots[row] ?? 0));
  const solved = solveCholesky(factorCholesky(matrix, order, noise), scaled);
  return solved.map((value, row) => value * (roots[row] ?? 0));
}

function similarityOfRows(
  products: Float64Array,
  order: number,
  lengthScale: number,
): Float64Array {
  return products.map((product, at) => {
    const [row, column] = [Math.floor(at / order), at % order];
    const squares = (products[row * (order + 1)] ?? 0) + (products[column * (order + 1)] ?? 0);
    return similarityAt(Math.max(0, squares - 2 * product), lengthScale);
  });
}

function similarityAt(squaredDistance: number, lengthScale: number): number {
  return Math.exp(-squaredDistance / (2 * lengthScale * lengthScale));
}

function compileProcess(model: GaussianProcessModel): Predictor {
  if (model.kind === "linear") return compileLinearModel(model);
  const { lengthScale, mean, duals } = model;
  const distancesTo = squaredDistancesTo(packColumns(loadRows(model.rows)));
  return (row) => {
    let prediction = mean;
    for (const [at, distance] of distancesTo(row).entries())
      prediction += (duals[at] ?? 0) * similarityAt(distance, lengthScale);
    return prediction;
  };
}
