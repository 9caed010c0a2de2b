/** What a column holds. A list is several texts, or one. */
export type ColumnType = "text" | "number" | "integer" | "boolean" | "time" | "list";

/** One value in an exported table. */
export type Scalar = string | number | boolean | Date;

/** A cell of an exported table; `undefined` is an empty one. */
export type Cell = Scalar | readonly Scalar[] | undefined;

/** A column of an exported table, the same in all formats. */
export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether each cell is a list of values of the type. */
  readonly many?: boolean;
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

/**
 * Returns the columns of a table, of the type and read as `readers` say, in their order. What each means is in the data
 * dictionary, `column-meanings.json`.
 */
export function columnsOf<Row, Name extends string>(
  meanings: Readonly<Record<Name, string>>,
  readers: Readonly<Record<Name, readonly [type: ColumnType, read: Column<Row>["read"]]>>,
): readonly Column<Row>[] {
  const meaningOf = new Map<string, string>(Object.entries(meanings));
  return Object.entries<readonly [ColumnType, Column<Row>["read"]]>(readers).map(
    ([name, [type, read]]) => column(name, type, meaningOf.get(name) ?? "", read),
  );
}

/** Returns a time in ms since the epoch as a cell. */
export function timeOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms);
}
