import { stringify } from "csv-stringify/sync";
import type { Cell, Column, Scalar } from "../../features/column.ts";

/**
 * Returns a cell that every reader of a table can take: U+FFFD stands for what some of them end a text or a file at.
 * NUL ends a text in R and cannot be stored by PostgreSQL, U+001A ends a file for programs on Windows, and a
 * surrogate alone cannot be written as UTF-8.
 */
export function readableCell(cell: Cell): Cell {
  if (typeof cell === "string") return readable(cell);
  return Array.isArray(cell) ? cell.map(readableScalar) : cell;
}

function readableScalar(value: Scalar): Scalar {
  return typeof value === "string" ? readable(value) : value;
}

const UNREADABLE = ["\0", "\u001a"];

function readable(text: string): string {
  return UNREADABLE.reduce(
    (clean, character) => clean.replaceAll(character, "\ufffd"),
    text.toWellFormed(),
  );
}

/**
 * Writes a JSON object a row. Every key is in every line, with `null` for an empty cell. Characters by which some
 * readers end a line are escaped.
 */
export async function* jsonLines<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncIterable<string> {
  for await (const row of rows) {
    const cells = columns.map(({ name, read }) => [name, readableCell(read(row)) ?? null]);
    const line = JSON.stringify(Object.fromEntries(cells));
    yield `${line.replace(LINE_ENDS, escaped)}\n`;
  }
}

/** Line ends of Unicode that JSON allows in a text. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Writes a table by RFC 4180 with a line of names, which a later part of a table does without. Several values in one cell are a JSON array. An
 * apostrophe is put before a text from the Web that a spreadsheet would run as a formula; numbers have none.
 */
export async function* csvLines<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  hasNames = true,
): AsyncIterable<string> {
  if (hasNames) yield csvLine(columns.map(({ name }) => name));
  for await (const row of rows)
    yield csvLine(columns.map(({ read }) => csvCell(readableCell(read(row)))));
}

function csvLine(cells: readonly (string | number)[]): string {
  return stringify([cells], { escape_formulas: true });
}

function csvCell(cell: Cell): string | number {
  if (cell === undefined) return "";
  if (typeof cell === "number") return cell;
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}
