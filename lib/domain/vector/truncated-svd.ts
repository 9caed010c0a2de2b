import { EigenvalueDecomposition } from "ml-matrix";
import { standardNormal } from "../chance/standard-normal.ts";
import { addTimes, product } from "./dense-products.ts";
import { addRows, multiplyRows } from "./multiply-rows.ts";
import { orthonormalise } from "./orthonormalise.ts";
import { rowCount, type SparseRows } from "./sparse-rows.ts";

/** The greatest singular values of a matrix X ≈ U·Σ·Vᵀ, with their right singular vectors. */
export interface TruncatedSvd {
  /** Columns of the matrix. */
  readonly width: number;
  /** Diagonal of Σ, descending, all above 0. */
  readonly singularValues: Float64Array;
  /**
   * Columns of V, one for each singular value: orthonormal, of `width` numbers. The number of
   * greatest magnitude in each is positive.
   */
  readonly rightVectors: readonly Float64Array[];
}

/** Settings of the decomposition. */
export interface SvdSettings {
  /** Most singular values, ≥ 1. */
  readonly rank: number;
  readonly seed: number;
}

/**
 * Directions tried in addition to those requested: five or ten (Halko, Martinsson & Tropp 2011,
 * section 4.2).
 */
const OVERSAMPLING = 10;
/**
 * Singular values of terms in texts fall slowly; after q steps the sums reflect their powers 2q +
 * 1.
 */
const POWER_STEPS = 4;

/**
 * Computes a randomised truncated singular value decomposition with subspace iteration (Halko,
 * Martinsson & Tropp 2011, algorithms 4.4 and 5.1, of Xᵀ). Gaussian sums of the rows, drawn by the
 * seed, span the directions in which X is greatest. It gives fewer than `rank` singular values if X
 * has fewer; those below 1e-7 of the greatest count as 0. Takes rank × entries + rank² × (rows +
 * width).
 */
export function truncatedSvd(x: SparseRows, { rank, seed }: SvdSettings): TruncatedSvd {
  const directions = Math.min(rank + OVERSAMPLING, rowCount(x), x.width);
  const basis = rowBasis(x, directions, seed);
  const { values, vectors } = greatestFirst(innerProducts(basis.map((v) => multiplyRows(x, v))));
  const squares = values.slice(0, rank).filter((value) => value > 0);
  return {
    width: x.width,
    singularValues: Float64Array.from(squares, Math.sqrt),
    rightVectors: vectors
      .slice(0, squares.length)
      .map((weights) => signed(combined(weights, basis))),
  };
}

/** Returns orthonormal vectors that span most of the span of X's rows. */
function rowBasis(x: SparseRows, directions: number, seed: number): Float64Array[] {
  let sums: readonly Float64Array[] = Array.from({ length: directions }, (_, direction) =>
    Float64Array.from({ length: rowCount(x) }, (_, row) =>
      standardNormal(seed, `${direction} ${row}`),
    ),
  );
  for (let step = 0; step < POWER_STEPS; step += 1)
    sums = orthonormalise(sums.map((sum) => multiplyRows(x, addRows(x, sum))));
  return orthonormalise(sums.map((sum) => addRows(x, sum)));
}

function innerProducts(vectors: readonly Float64Array[]): number[][] {
  return vectors.map((a) => vectors.map((b) => product(a, b)));
}

/** Returns the eigenvalues of a symmetric matrix, descending, with an eigenvector each. */
function greatestFirst(matrix: number[][]) {
  if (matrix.length === 0) return { values: [], vectors: [] };
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(matrix, {
    assumeSymmetric: true,
  });
  const order = [...realEigenvalues.keys()].toSorted(
    (a, b) => (realEigenvalues[b] ?? 0) - (realEigenvalues[a] ?? 0),
  );
  return {
    values: order.map((at) => realEigenvalues[at] ?? 0),
    vectors: order.map((at) => eigenvectorMatrix.getColumn(at)),
  };
}

function combined(weights: readonly number[], basis: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(basis[0]?.length ?? 0);
  for (const [at, vector] of basis.entries()) addTimes(sum, weights[at] ?? 0, vector);
  return sum;
}

/** Returns the vector or its opposite: a decomposition is the same with either. */
function signed(vector: Float64Array): Float64Array {
  let extreme = 0;
  for (const value of vector) if (Math.abs(value) > Math.abs(extreme)) extreme = value;
  return extreme < 0 ? vector.map((value) => -value) : vector;
}
