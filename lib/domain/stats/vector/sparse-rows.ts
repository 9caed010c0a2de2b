/** Vectors of which most entries are zero, and weighted means of them. */

/** The entries of a vector that are not zero. */
export interface SparseVector {
  /** Numbers of the columns, ascending, each once. */
  readonly columns: Int32Array;
  /** Their values, in the same order. */
  readonly values: Float64Array;
}

/** Many sparse vectors one after the other (compressed sparse rows). */
export interface SparseRows {
  /** Upper bound of the column numbers: all are below this. */
  readonly width: number;
  /** Row r has the entries `starts[r]` … `starts[r + 1] - 1`. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

/** Returns `room`, an array that is longer, with the old numbers at its beginning. */
export function longer<Numbers extends Int32Array | Uint16Array | Float64Array>(
  old: Numbers,
  room: Numbers,
): Numbers {
  room.set(old);
  return room;
}

/** Joins vectors to a matrix, in time linear in their entries. */
export function sparseRows(vectors: readonly SparseVector[], width: number): SparseRows {
  const starts = new Int32Array(vectors.length + 1);
  for (let row = 0; row < vectors.length; row += 1)
    starts[row + 1] = (starts[row] ?? 0) + (vectors[row]?.columns.length ?? 0);
  const entries = starts[vectors.length] ?? 0;
  const columns = new Int32Array(entries);
  const values = new Float64Array(entries);
  for (const [row, vector] of vectors.entries()) {
    columns.set(vector.columns, starts[row]);
    values.set(vector.values, starts[row]);
  }
  return { width, starts, columns, values };
}

/** Returns the number of rows. */
export function rowCount({ starts }: SparseRows): number {
  return starts.length - 1;
}

/** Returns row `row`, as a view of the same memory. */
export function rowOf({ starts, columns, values }: SparseRows, row: number): SparseVector {
  const [start, end] = [starts[row] ?? 0, starts[row + 1] ?? 0];
  return { columns: columns.subarray(start, end), values: values.subarray(start, end) };
}

/** Returns ‖v‖², in [0,∞). */
export function squaredNorm({ values }: SparseVector): number {
  let squares = 0;
  for (const value of values) squares += value * value;
  return squares;
}

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
    for (let part = 0; part < parts.length; part += 1) {
      const start = starts[part] ?? 0;
      const vector = parts[part];
      const size = vector?.columns.length ?? 0;
      for (let at = 0; at < size; at += 1, filled += 1) {
        columns[filled] = start + (vector?.columns[at] ?? 0);
        values[filled] = vector?.values[at] ?? 0;
      }
    }
    return { columns, values };
  };
}

/**
 * Returns the mean of each column, where row r has weight `weights[r]`; zeros without weight.
 * Linear in the entries.
 */
export function weightedColumnMeans(x: SparseRows, weights: Float64Array): Float64Array {
  const means = new Float64Array(x.width);
  const total = sum(weights);
  if (total === 0) return means;
  for (let row = 0; row < rowCount(x); row += 1) {
    const share = (weights[row] ?? 0) / total;
    const end = x.starts[row + 1] ?? 0;
    for (let entry = x.starts[row] ?? 0; entry < end; entry += 1) {
      const column = x.columns[entry] ?? 0;
      means[column] = (means[column] ?? 0) + share * (x.values[entry] ?? 0);
    }
  }
  return means;
}

/** Returns the mean of numbers with weights `weights[n]`; 0 without weight. */
export function weightedMean(numbers: Float64Array, weights: Float64Array): number {
  let products = 0;
  for (let at = 0; at < numbers.length; at += 1)
    products += (numbers[at] ?? 0) * (weights[at] ?? 0);
  const total = sum(weights);
  return total === 0 ? 0 : products / total;
}

/** Returns the sum of all numbers, added in their order. */
export function sum(numbers: Float64Array): number {
  let total = 0;
  for (let at = 0; at < numbers.length; at += 1) total += numbers[at] ?? 0;
  return total;
}
