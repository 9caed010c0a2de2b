import type { SparseVector } from "./sparse-rows.ts";
import { loadFloats, storeFloats } from "./stored-floats.ts";
import type { TruncatedSvd } from "./truncated-svd.ts";

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
