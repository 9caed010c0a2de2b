/** Returns a·b. */
export function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** Adds `factor` · `other` to `vector`. */
export function addTimes(vector: Float64Array, factor: number, other: Float64Array): void {
  for (let at = 0; at < vector.length; at += 1)
    vector[at] = (vector[at] ?? 0) + factor * (other[at] ?? 0);
}
