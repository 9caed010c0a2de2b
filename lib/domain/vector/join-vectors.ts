import type { SparseVector } from "./sparse-rows.ts";

/**
 * Compiles the widths of parts to a function that appends a vector of each part to those before it,
 * in time linear in their entries.
 */
export function joinVectors(
  widths: readonly number[],
): (parts: readonly SparseVector[]) => SparseVector {
  const starts: number[] = [];
  let width = 0;
  for (const own of widths) {
    starts.push(width);
    width += own;
  }
  return (parts) => {
    const entries = parts.reduce((sum, { columns }) => sum + columns.length, 0);
    const columns = new Int32Array(entries);
    const values = new Float64Array(entries);
    let filled = 0;
    for (const [part, vector] of parts.entries()) {
      const start = starts[part] ?? 0;
      columns.set(
        vector.columns.map((column) => start + column),
        filled,
      );
      values.set(vector.values, filled);
      filled += vector.columns.length;
    }
    return { columns, values };
  };
}
