/** The records of a crawl as Parquet files in the bucket of its stack, which Athena reads. */
import { type ListedPage, listedPage } from "../domain/page/page-record.ts";
import { parquetFile } from "../evaluation/export/parquet-file.ts";
import { RECORD_COLUMNS } from "../evaluation/export/record-columns.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { RECORD_FILES, RECORDS_A_FILE } from "../project/stack-limits.ts";
import { type HeldStack, keepLease } from "./stack-lease.ts";
import type { PlannerPorts } from "./stack-ports.ts";

/** Most files written in one round, a few at a time. */
const FILES_AT_ONCE = 16;

/**
 * Returns the key of the file that has a sequence. It names the crawl as a partition of the table, and nothing that another process
 * would name otherwise: whoever writes it again writes it in the same place.
 */
export function recordFileKey(crawl: string, sequence: number): string {
  const first = sequence - ((sequence - 1) % RECORDS_A_FILE);
  return `${RECORD_FILES}crawl=${crawl}/${String(first).padStart(16, "0")}.parquet`;
}

/** Returns the crawl of a file, and the sequence of its first record. */
function partsOfKey(key: string): { readonly crawl: string; readonly first: number } {
  const [, partition = "", file = ""] = key.split("/");
  return { crawl: partition.slice("crawl=".length), first: Number.parseInt(file, 10) };
}

/**
 * Writes what a planner has committed and no file has yet: whole files, and with `all` those records, too, that fill none. So
 * a file has no record that a dead planner alone knew of, and the next planner writes what this one does not come to.
 */
export async function fileHeld(
  ports: Pick<PlannerPorts, "blobs" | "clock" | "keyValueStore">,
  held: HeldStack,
  all: boolean,
): Promise<void> {
  const { state, listed, planner } = held;
  const upTo = all ? listed : listed - (listed % RECORDS_A_FILE);
  while (held.filed < upTo) {
    await keepLease(ports, held);
    const after = held.filed - (held.filed % RECORDS_A_FILE);
    const last = Math.min(upTo, after + FILES_AT_ONCE * RECORDS_A_FILE);
    await writeFiles(ports.blobs, planner.stores.records, { crawl: state.crawl, after, last });
    held.filed = last;
    if (!all) return;
  }
}

/** Some records of a crawl: those behind a sequence up to the last one. */
interface Span {
  readonly crawl: string;
  readonly after: number;
  readonly last: number;
}

async function writeFiles(
  blobs: Pick<BlobStore, "replace">,
  records: Pick<RecordStore, "list">,
  { crawl, after, last }: Span,
): Promise<void> {
  let pages: ListedPage[] = [];
  for await (const record of records.list(after)) {
    if (record.sequence > last) break;
    pages.push(listedPage(record));
    if (record.sequence < last && record.sequence % RECORDS_A_FILE !== 0) continue;
    await blobs.replace(recordFileKey(crawl, record.sequence), await recordFile(pages));
    pages = [];
  }
}

async function recordFile(pages: readonly ListedPage[]): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(parquetFile(RECORD_COLUMNS, pages)));
}

/** Returns the records of a crawl as they are now, behind a sequence up to the last one. */
export type RecordsNow = (span: Span) => Promise<readonly ListedPage[]>;

/**
 * Writes the files again of which something went, of all crawls; a file without records goes. Done again, it comes to the same.
 */
export async function refile(
  blobs: Pick<BlobStore, "list" | "get" | "replace" | "remove">,
  recordsNow: RecordsNow,
): Promise<void> {
  for await (const key of blobs.list(RECORD_FILES)) {
    const { crawl, first } = partsOfKey(key);
    const pages = await recordsNow({ crawl, after: first - 1, last: first + RECORDS_A_FILE - 1 });
    if (pages.length === 0) {
      await blobs.remove([key]);
      continue;
    }
    const bytes = await recordFile(pages);
    if (!Buffer.from((await blobs.get(key)) ?? []).equals(bytes)) await blobs.replace(key, bytes);
  }
}
