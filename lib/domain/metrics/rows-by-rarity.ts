import {
  rowCount,
  rowOf,
  type SparseRows,
  type SparseVector,
  sparseRows,
  squaredNorm,
} from "../vector/sparse-rows.ts";

/**
 * Returns the rows of two matrices with columns of the same meaning, each row scaled to length 1.
 * The columns are numbered again, the columns with entries in the fewest rows of both first. Takes
 * the time of sorting columns and rows.
 */
export function unitRowsByRarity(
  first: SparseRows,
  second: SparseRows,
): readonly [SparseRows, SparseRows] {
  const width = Math.max(first.width, second.width);
  const ranks = rarityRanks([first, second], width);
  const ranked = (x: SparseRows) => {
    const rows = Array.from({ length: rowCount(x) }, (_, row) => unitRow(rowOf(x, row), ranks));
    return sparseRows(rows, width);
  };
  return [ranked(first), ranked(second)];
}

/** Returns for each column its rank when the columns with the fewest rows come first. */
function rarityRanks(matrices: readonly SparseRows[], width: number): Int32Array {
  const holders = new Int32Array(width);
  for (const x of matrices)
    for (const column of x.columns) holders[column] = (holders[column] ?? 0) + 1;
  const order = Int32Array.from(holders.keys()).sort(
    (a, b) => (holders[a] ?? 0) - (holders[b] ?? 0) || a - b,
  );
  const ranks = new Int32Array(width);
  for (const [rank, column] of order.entries()) ranks[column] = rank;
  return ranks;
}

function unitRow(row: SparseVector, ranks: Int32Array): SparseVector {
  const rankAt = row.columns.map((column) => ranks[column] ?? 0);
  const order = Int32Array.from(rankAt.keys()).sort((a, b) => (rankAt[a] ?? 0) - (rankAt[b] ?? 0));
  const length = Math.sqrt(squaredNorm(row));
  return {
    columns: order.map((at) => rankAt[at] ?? 0),
    values: Float64Array.from(order, (at) => (row.values[at] ?? 0) / length),
  };
}
