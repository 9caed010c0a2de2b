/** Ridge regression, and its errors with each sample left out. */
import { addRows, gramMatrix, multiplyRows, rowGramMatrix } from "../vector/columns.ts";
import {
  addTimes,
  type CholeskyFactor,
  conjugateGradients,
  factorCholesky,
  inverseDiagonal,
  invertCholesky,
  product,
  solveCholesky,
} from "../vector/linear-solvers.ts";
import { rowCount, rowOf, type SparseRows, type SparseVector } from "../vector/sparse-rows.ts";
import {
  type CentredSamples,
  centreSamples,
  compileLinearModel,
  type Learner,
  type LinearModel,
  type Samples,
  uncentredModel,
} from "./learner.ts";

/** Settings of the penalty of large weights. */
export interface RidgeSettings {
  /** λ in (0, ∞), on the scale of a sum over samples; a tiny value gives plain least squares. */
  readonly lambda: number;
  /** Relative residual at which an iterative solution stops; close to 0 if left out. */
  readonly tolerance?: number;
}

/**
 * The usual settings. The penalty equals one more sample of each feature that says it means
 * nothing. Crawls with a tolerance of a thousandth follow the same links as with exact solutions,
 * in half of the time.
 */
export const RIDGE: Readonly<Required<RidgeSettings>> = { lambda: 3, tolerance: 1e-3 };

/** The equations that are cheap enough for a closed form: those of the columns, or of the rows. */
type ClosedForm = "columns" | "rows";

/**
 * Most equations of a closed form: factoring so many takes some hundredths of a second. Above it,
 * iterating is cheaper.
 */
const MOST_EQUATIONS = 512;
/** Default tolerance: the error of predictions is then far below the differences of labels. */
const TOLERANCE = 1e-7;
const MAX_STEPS = 400;

/**
 * Creates a linear regression that minimises Σ w·(y − b − x·β)² + λ·‖β‖² (Hoerl & Kennard 1970),
 * with b not penalised. The solution is exact when rows or columns are few. Otherwise it uses
 * conjugate gradients that keep the rows sparse.
 */
export function ridgeRegression({ lambda, tolerance }: RidgeSettings): Learner<LinearModel> {
  return {
    name: "ridge-regression",
    fit: (samples) => {
      const centred = centreSamples(samples);
      return uncentredModel(centred, ridgeWeights(centred, lambda, tolerance));
    },
    compile: compileLinearModel,
  };
}

/** Returns the cheapest closed form, `undefined` when both are too expensive. */
export function closedFormOf({ x }: CentredSamples): ClosedForm | undefined {
  if (Math.min(rowCount(x), x.width) > MOST_EQUATIONS) return undefined;
  return x.width <= rowCount(x) ? "columns" : "rows";
}

/** Factors the weighted covariance of the columns plus λ. */
export function factorColumns(centred: CentredSamples, lambda: number): CholeskyFactor {
  const { x, columnMeans, weights, totalWeight } = centred;
  const matrix = gramMatrix(x, weights);
  for (let row = 0; row < x.width; row += 1) {
    const share = totalWeight * (columnMeans[row] ?? 0);
    for (let column = 0; column <= row; column += 1) {
      const penalty = row === column ? lambda : 0;
      const at = row * x.width + column;
      matrix[at] = (matrix[at] ?? 0) - share * (columnMeans[column] ?? 0) + penalty;
    }
  }
  return factorCholesky(matrix, x.width, lambda);
}

/** Factors the products of the rows, centred and multiplied by √weight, plus λ. */
export function factorRows(centred: CentredSamples, lambda: number): CholeskyFactor {
  const { x, columnMeans, weights } = centred;
  const order = rowCount(x);
  const matrix = rowGramMatrix(x);
  const offsets = multiplyRows(x, columnMeans);
  const square = product(columnMeans, columnMeans);
  for (let row = 0; row < order; row += 1) {
    for (let other = 0; other <= row; other += 1) {
      const at = row * order + other;
      const centredProduct =
        (matrix[at] ?? 0) - (offsets[row] ?? 0) - (offsets[other] ?? 0) + square;
      const weight = Math.sqrt((weights[row] ?? 0) * (weights[other] ?? 0));
      matrix[at] = weight * centredProduct + (row === other ? lambda : 0);
    }
  }
  return factorCholesky(matrix, order, lambda);
}

/** Returns β, the weight of each column of the centred samples. */
export function ridgeWeights(
  centred: CentredSamples,
  lambda: number,
  tolerance = TOLERANCE,
): Float64Array {
  const { x, y, weights } = centred;
  const form = closedFormOf(centred);
  if (form === "rows") {
    const roots = weights.map(Math.sqrt);
    const labels = y.map((label, row) => label * (roots[row] ?? 0));
    const dual = solveCholesky(factorRows(centred, lambda), labels);
    // The roots are an eigenvector of the factored matrix, orthogonal to the labels: no mean to
    // subtract.
    return addRows(
      x,
      dual.map((value, row) => value * (roots[row] ?? 0)),
    );
  }
  const products = addRows(
    x,
    y.map((label, row) => label * (weights[row] ?? 0)),
  );
  return form === "columns"
    ? solveCholesky(factorColumns(centred, lambda), products)
    : stepsTowards(products, centred, { lambda, tolerance });
}

/** Solves the equations of the columns iteratively, without their matrix. */
function stepsTowards(
  b: Float64Array,
  centred: CentredSamples,
  { lambda, tolerance }: Required<RidgeSettings>,
): Float64Array {
  const { x, columnMeans, weights, totalWeight } = centred;
  const ofRows = new Float64Array(rowCount(x));
  const ofColumns = new Float64Array(x.width);
  const multiply = (v: Float64Array): Float64Array => {
    const offset = product(columnMeans, v);
    multiplyRows(x, v, ofRows);
    for (let row = 0; row < ofRows.length; row += 1)
      ofRows[row] = ((ofRows[row] ?? 0) - offset) * (weights[row] ?? 0);
    addRows(x, ofRows, ofColumns);
    addTimes(ofColumns, lambda, v);
    return ofColumns;
  };
  const squares = addRows({ ...x, values: x.values.map((value) => value * value) }, weights);
  const diagonal = squares.map((square, column) => {
    const mean = columnMeans[column] ?? 0;
    return lambda + Math.max(0, square - totalWeight * mean * mean);
  });
  return conjugateGradients({ multiply, diagonal, b }, { tolerance, maxSteps: MAX_STEPS });
}

/**
 * Predicts each sample by ridge regression on all the others, without training that often. The
 * prediction is y − (y − ŷ) ÷ (1 − h), with h the leverage of the sample on its fit ŷ (Allen 1974:
 * PRESS). Exact. Returns `undefined` when rows and columns are too many for a closed form; use
 * folds then.
 */
export function ridgeLeaveOneOut(
  samples: Samples,
  { lambda }: RidgeSettings,
): Float64Array | undefined {
  const centred = centreSamples(samples);
  const form = closedFormOf(centred);
  if (form === undefined) return undefined;
  const rests =
    form === "rows"
      ? restsByRows(centred, factorRows(centred, lambda), lambda)
      : restsByColumns(centred, factorColumns(centred, lambda));
  const predict = compileLinearModel(uncentredModel(centred, ridgeWeights(centred, lambda)));
  let rank = 0;
  return samples.y.map((label, row) => {
    const prediction = predict(rowOf(samples.x, row));
    if (samples.weights[row] === 0) return prediction;
    const rest = rests[rank] ?? 1;
    rank += 1;
    // A single sample: without it there is no training data.
    return rests.length === 1 ? 0 : label - (label - prediction) / rest;
  });
}

/**
 * Returns a function from labels to the prediction of each row by ridge regression on all others, as
 * {@link ridgeLeaveOneOut} has it. The equations of the rows are factored once, so that other labels of the same rows
 * take the time of their squares; a thousand rows take some seconds.
 */
export function ridgeWithoutEach(
  x: SparseRows,
  { lambda }: RidgeSettings,
): (labels: Float64Array) => Float64Array {
  const rows = rowCount(x);
  const weights = new Float64Array(rows).fill(1);
  const centred = centreSamples({ x, y: new Float64Array(rows), weights });
  const factor = factorRows(centred, lambda);
  const rests = inverseDiagonal(factor).map((own) => lambda * own - 1 / rows);
  return (labels) => {
    const mean = labels.reduce((total, label) => total + label, 0) / Math.max(1, rows);
    const fromMean = labels.map((label) => label - mean);
    const residuals = solveCholesky(factor, fromMean);
    return labels.map((label, row) => label - (lambda * (residuals[row] ?? 0)) / (rests[row] ?? 1));
  };
}

/** Computes 1 − h of each sample from (K + λ)⁻¹: K·(K + λ)⁻¹ = 1 − λ·(K + λ)⁻¹. */
function restsByRows(centred: CentredSamples, factor: CholeskyFactor, lambda: number) {
  const inverse = invertCholesky(factor);
  return centred.weights.map(
    (weight, row) =>
      lambda * (inverse[row * (factor.order + 1)] ?? 0) - weight / centred.totalWeight,
  );
}

/**
 * Computes 1 − h of each sample, h = w·(1/Σw + (x − m)ᵀ·C⁻¹·(x − m)), in time of the squares of the
 * rows' entries.
 */
function restsByColumns(centred: CentredSamples, factor: CholeskyFactor): Float64Array {
  const { x, columnMeans, weights, totalWeight } = centred;
  const inverse = invertCholesky(factor);
  const towardsMean = columnMeans.map((_, column) => {
    const row = inverse.subarray(column * factor.order, (column + 1) * factor.order);
    return row.reduce((total, value, at) => total + value * (columnMeans[at] ?? 0), 0);
  });
  const offsets = multiplyRows(x, towardsMean);
  const square = columnMeans.reduce((sum, mean, at) => sum + mean * (towardsMean[at] ?? 0), 0);
  return Float64Array.from({ length: rowCount(x) }, (_, row) => {
    const own = quadraticForm(inverse, factor.order, rowOf(x, row));
    const leverage = 1 / totalWeight + own - 2 * (offsets[row] ?? 0) + square;
    return 1 - (weights[row] ?? 0) * leverage;
  });
}

/** Computes vᵀ·M·v. */
function quadraticForm(
  matrix: Float64Array,
  order: number,
  { columns, values }: SparseVector,
): number {
  let form = 0;
  for (const [at, column] of columns.entries()) {
    for (const [other, otherColumn] of columns.entries())
      form +=
        (values[at] ?? 0) * (values[other] ?? 0) * (matrix[column * order + otherColumn] ?? 0);
  }
  return form;
}
