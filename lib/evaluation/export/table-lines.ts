import { stringify } from "csv-stringify/sync";
import type { Cell, Column } from "../../features/column.ts";

/** Writes a JSON object a row. Every key is in every line, with `null` for an empty cell. */
export async function* jsonLines<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncIterable<string> {
  for await (const row of rows) {
    const cells = columns.map(({ name, read }) => [name, read(row) ?? null]);
    yield `${JSON.stringify(Object.fromEntries(cells))}\n`;
  }
}

/**
 * Writes a table by RFC 4180 with a line of names. Several texts in one cell are a JSON array. An
 * apostrophe is put before a text from the Web that a spreadsheet would run as a formula.
 */
export async function* csvLines<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncIterable<string> {
  yield csvLine(columns.map(({ name }) => name));
  for await (const row of rows) yield csvLine(columns.map(({ read }) => csvCell(read(row))));
}

function csvLine(cells: readonly string[]): string {
  return stringify([cells], { escape_formulas: true });
}

function csvCell(cell: Cell): string {
  if (cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}
