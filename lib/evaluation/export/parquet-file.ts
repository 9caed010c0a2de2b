import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
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
 * Writes rows as a Parquet file, piece by piece, compressed by Snappy. Several texts in one cell
 * are a JSON array. At most one row group is in memory.
 */
export async function* parquetFile<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncIterable<Uint8Array> {
  const form = columns.map(({ name, type }) => ({ name, type: TYPES[type] }));
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: form.map((each) => ({ ...each, data: [] })) }),
    createdBy: "Dowser",
  });
  let group: Cell[][] = [];
  let text = 0;
  const writeGroup = async () => {
    const columnData = form.map((each, index) => {
      // Without page indexes: they would be in memory until the end.
      return {
        ...each,
        data: group.map((row) => packed(each.type, row[index])),
        offsetIndex: false,
      };
    });
    await writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    [group, text] = [[], 0];
  };
  for await (const row of rows) {
    const cells = columns.map(({ read }) => readableCell(read(row)));
    group.push(cells);
    for (const cell of cells) text += typeof cell === "string" ? cell.length : 0;
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

function packed(type: BasicType | undefined, cell: Cell): unknown {
  if (cell === undefined) return null;
  if (type === "INT64" && typeof cell === "number") return BigInt(cell);
  return Array.isArray(cell) ? JSON.stringify(cell) : cell;
}
