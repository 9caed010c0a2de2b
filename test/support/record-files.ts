import { parquetReadObjects } from "hyparquet";
import type { ListedPage } from "../../lib/domain/page/page-record.ts";
import { RECORD_COLUMNS } from "../../lib/evaluation/export/record-columns.ts";
import type { Cell } from "../../lib/features/column.ts";
import { RECORD_FILES } from "../../lib/project/stack-limits.ts";

/** A row of a file of records. */
export type RecordRow = Readonly<Record<string, unknown>>;

/** Returns the rows of a file. */
export async function rowsOfFile(bytes: Uint8Array): Promise<readonly RecordRow[]> {
  const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, plain(v)])));
}

/** Returns the files of a crawl among the objects of a bucket, by key, with their rows. */
export async function recordFilesOf(
  objects: ReadonlyMap<string, Uint8Array>,
  crawl: string,
): Promise<ReadonlyMap<string, readonly RecordRow[]>> {
  const prefix = `${RECORD_FILES}crawl=${crawl}/`;
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
  const files = keys.map(
    async (key) => [key, await rowsOfFile(objects.get(key) ?? Buffer.of())] as const,
  );
  return new Map(await Promise.all(files));
}

/** Returns the row of a page as a reader of the files has it. */
export function rowOfPage(page: ListedPage): RecordRow {
  return Object.fromEntries(RECORD_COLUMNS.map(({ name, read }) => [name, plain(read(page))]));
}

function plain(value: Cell | bigint | null): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "bigint" ? Number(value) : (value ?? null);
}
