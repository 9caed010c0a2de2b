import { addTimes, product } from "./dense-products.ts";

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
