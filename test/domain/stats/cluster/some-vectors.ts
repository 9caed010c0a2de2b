import fc from "fast-check";
import type { SparseVector } from "../../../../lib/domain/stats/vector/sparse-rows.ts";

/** Columns of the vectors that {@link someVectors} makes. */
export const WIDTH = 6;

/** `{ 2: 0.5 }` → the vector with 0.5 in column 2. */
export function aSparseVector(entries: Readonly<Record<number, number>>): SparseVector {
  const columns = Int32Array.from(Object.keys(entries), Number).sort();
  return { columns, values: Float64Array.from(columns, (column) => entries[column] ?? 0) };
}

/** Lists of short vectors on a coarse grid, so that equal ones, equal distances and zeros occur. */
export function someVectors(): fc.Arbitrary<SparseVector[]> {
  const counts = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: WIDTH, maxLength: WIDTH });
  const vector = counts.map((values) =>
    aSparseVector(Object.fromEntries([...values.entries()].filter(([, value]) => value > 0))),
  );
  return fc.array(vector, { maxLength: 40 });
}

/** Euclidean distance, entry by entry. */
export function distanceOf(a: SparseVector, b: SparseVector): number {
  const difference = new Float64Array(WIDTH);
  for (const [at, column] of a.columns.entries()) difference[column] = a.values[at] ?? 0;
  for (const [at, column] of b.columns.entries())
    difference[column] = (difference[column] ?? 0) - (b.values[at] ?? 0);
  return Math.hypot(...difference);
}
