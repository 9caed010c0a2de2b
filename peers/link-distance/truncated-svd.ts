import { EigenvalueDecomposition } from "ml-matrix";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { addRows, multiplyRows } from "../../lib/domain/stats/vector/columns.ts";
import { addTimes, product } from "../../lib/domain/stats/vector/linear-solvers.ts";
import {
  rowCount,
  type SparseRows,
  type SparseVector,
} from "../../lib/domain/stats/vector/sparse-rows.ts";
import { loadFloats, storeFloats } from "../../lib/domain/stats/vector/stored-vectors.ts";

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
interface SvdSettings {
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

/**
 * Draws from the standard normal distribution (Box & Muller 1958); the draw depends on `seed` (an
 * integer) and `text` alone. Draws lie within ±8.6, since the hash has 52 bits.
 */
export function standardNormal(seed: number, text: string): number {
  const radius = Math.sqrt(-2 * Math.log(hashToUnit(seed, text)));
  return radius * Math.cos(2 * Math.PI * hashToUnit(seed, `${text} angle`));
}

/**
 * A vector depends on others if they leave a smaller part of it than this: the rest is rounding.
 */
const LEAST_PART = 1e-14;

/**
 * Returns an orthonormal basis of the span of `vectors`, all of one length. Each in turn loses its
 * parts along those before it. They are subtracted twice, since once leaves rounding (Giraud,
 * Langou & Rozložník 2005). A vector that depends on those before it is left out. Takes vectors² ×
 * length, and overwrites the arrays.
 */
export function orthonormalise(vectors: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const vector of vectors) {
    const before = length(vector);
    removeParts(vector, basis);
    removeParts(vector, basis);
    const left = length(vector);
    if (left === 0 || left <= LEAST_PART * before) continue;
    for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / left;
    basis.push(vector);
  }
  return basis;
}

function removeParts(vector: Float64Array, basis: readonly Float64Array[]): void {
  for (const unit of basis) addTimes(vector, -product(vector, unit), unit);
}

function length(vector: Float64Array): number {
  return Math.sqrt(product(vector, vector));
}

/** The right singular vectors of a matrix as JSON. */
export type StoredProjection = {
  readonly width: number;
  /** Length of a reduced vector. */
  readonly rank: number;
  /** `rank` numbers per column, of single precision. */
  readonly loadings: string;
};

/** Stores the part of a decomposition that reduces vectors, in 5⅓ bytes per number. */
export function storeProjection({ width, rightVectors }: TruncatedSvd): StoredProjection {
  const rank = rightVectors.length;
  const loadings = new Float32Array(width * rank);
  for (const [at, vector] of rightVectors.entries())
    for (let column = 0; column < width; column += 1)
      loadings[column * rank + at] = vector[column] ?? 0;
  return { width, rank, loadings: storeFloats(loadings) };
}

/**
 * Compiles a projection to a function from a vector x of `width` columns to `rank` numbers Vᵀ·x.
 * This is latent semantic analysis (Deerwester et al. 1990): a row of the matrix gets its row of
 * U·Σ. Takes rank × entries.
 */
export function compileProjection(
  stored: StoredProjection,
): (vector: SparseVector) => Float64Array {
  const { rank } = stored;
  const loadings = loadFloats(stored.loadings);
  return ({ columns, values }) => {
    const reduced = new Float64Array(rank);
    for (let entry = 0; entry < columns.length; entry += 1) {
      const value = values[entry] ?? 0;
      const start = (columns[entry] ?? 0) * rank;
      for (let at = 0; at < rank; at += 1)
        reduced[at] = (reduced[at] ?? 0) + value * (loadings[start + at] ?? 0);
    }
    return reduced;
  };
}
