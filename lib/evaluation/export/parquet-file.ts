import {
  type BasicType,
  ByteWriter,
  ParquetWriter,
  type SchemaElement,
  schemaFromColumnData,
} from "hyparquet-writer";
import type { Cell, Column, ColumnType } from "../../features/column.ts";
import { readableCell } from "./table-lines.ts";

/**
 * A row group ends after this many rows, or after this much text in UTF-16 units: it is held in
 * memory until it is written.
 */
const GROUP_ROWS = 10_000;
const GROUP_TEXT = 8 * 2 ** 20;

const TYPES: Readonly<Record<ColumnType, BasicType>> = {
  text: "STRING",
  list: "STRING",
  number: "DOUBLE",
  integer: "INT64",
  boolean: "BOOLEAN",
  time: "TIMESTAMP",
};

/**
 * Writes rows as a Parquet file, piece by piece, compressed by Snappy. Several values in one cell are a list where
 * the column says so, and else a JSON array. At most one row group is in memory.
 */
export async function* parquetFile<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncIterable<Uint8Array> {
  const form = columns.map(({ name, type, many = false }) => ({ name, type: TYPES[type], many }));
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "root", num_children: form.length }, ...form.flatMap(elementsOf)],
    createdBy: "Dowser",
  });
  let group: Cell[][] = [];
  let text = 0;
  const writeGroup = async () => {
    const columnData = form.map((each, index) => {
      // Without page indexes: they would be in memory until the end.
      return {
        name: each.name,
        data: group.map((row) => packed(each, row[index])),
        offsetIndex: false,
      };
    });
    await writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    [group, text] = [[], 0];
  };
  for await (const row of rows) {
    const cells = columns.map(({ read }) => readableCell(read(row)));
    group.push(cells);
    for (const each of cells.flat()) text += typeof each === "string" ? each.length : 0;
    if (group.length < GROUP_ROWS && text < GROUP_TEXT) continue;
    await writeGroup();
    yield taken(bytes);
  }
  if (group.length > 0) await writeGroup();
  await writer.finish();
  yield taken(bytes);
}

/** Returns what was written since the last call, and makes room for more. */
function taken(bytes: ByteWriter): Uint8Array {
  const piece = bytes.getBytes().slice();
  bytes.index = 0;
  return piece;
}

interface Form {
  readonly name: string;
  readonly type: BasicType;
  readonly many: boolean;
}

/** Returns what the schema says of a column; of a list on three levels, as the format has it. */
function elementsOf({ name, type, many }: Form): readonly SchemaElement[] {
  const columnData = [{ name: many ? "element" : name, type, data: [] }];
  const [, element] = schemaFromColumnData({ columnData });
  if (element === undefined) return [];
  if (!many) return [element];
  return [
    { name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    element,
  ];
}

function packed({ type, many }: Form, cell: Cell): unknown {
  if (cell === undefined) return null;
  if (type === "INT64" && typeof cell === "number") return BigInt(cell);
  return Array.isArray(cell) && !many ? JSON.stringify(cell) : cell;
}
