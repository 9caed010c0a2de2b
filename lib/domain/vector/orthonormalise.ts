import { addTimes, product } from "./dense-products.ts";

/** A vector of which the others leave a smaller part than this depends on them: the rest is rounding. */
const LEAST_PART = 1e-14;

/**
 * An orthonormal basis of what `vectors`, all of one length, span: each in turn without its parts along
 * those before it, taken out twice, since once leaves rounding (Giraud, Langou & Rozložník 2005). What
 * depends on those before it is left out. Takes vectors² × length, and the arrays as its own.
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
