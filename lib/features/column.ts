/** What a column holds. A list is several texts, or one. */
export type ColumnType = "text" | "number" | "integer" | "boolean" | "time" | "list";

/** A value in an exported table; `undefined` is an empty cell. */
export type Cell = string | number | boolean | Date | readonly string[] | undefined;

/** A column of an exported table, the same in all formats. */
export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  /** What it means, with unit and range, in the words of the data dictionary. */
  readonly meaning: string;
  readonly read: (row: Row) => Cell;
}

/** Returns a column. */
export function column<Row>(
  name: string,
  type: ColumnType,
  meaning: string,
  read: Column<Row>["read"],
): Column<Row> {
  return { name, type, meaning, read };
}

/** Returns a time in ms since the epoch as a cell. */
export function timeOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms);
}
