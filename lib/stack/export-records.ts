import { gzipSync } from "node:zlib";
import { type Purpose, reservedBy } from "../domain/signals/purpose.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { JournalPosition } from "../ports/journal.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { StackExport } from "../ports/stack-state.ts";
import { listTogether } from "./join-shards.ts";
import { readPlanner, readPlanners, readRegister, writeRegister } from "./stack-registers.ts";

/** Text of one part before it is packed, in characters: with its packed form, all that is in memory. */
const PART_LENGTH = 16_777_216;

/** The records of a crawl, or of one of its shards, open for reading. */
export interface OpenRecords {
  readonly records: Pick<RecordStore, "list">;
  close(): void;
}

/** Everything outside that an export uses. */
export interface ExportPorts {
  readonly keyValueStore: KeyValueStore;
  readonly blobs: Pick<BlobStore, "putNew">;
  readonly clock: Pick<Clock, "now">;
  /** Opens the records as the journal has them, on the disk. */
  readonly openRecords: (journal: JournalPosition) => Promise<OpenRecords>;
  /** Returns the purpose that the project of a plan states; the plan is named by its key. */
  readonly purposeOf: (plan: string) => Promise<Purpose | undefined>;
  /** Longest text of a part, when it differs from that of every export. */
  readonly partLength?: number;
}

/**
 * Makes the export that was asked for, if any: the records of all shards so far, as JSON lines in
 * packed parts in the bucket. Pages that sites reserve against the project's purpose are left out. When it is made twice at the same time, both are whole, and the first
 * to end counts.
 */
export async function exportAsked(
  ports: ExportPorts,
): Promise<"exported" | "nothing-asked" | "overtaken"> {
  const { keyValueStore, clock } = ports;
  const [{ value: asked, version }, { value: order }, { value: leader }] = await Promise.all([
    readRegister(keyValueStore, "export"),
    readRegister(keyValueStore, "order"),
    readPlanner(keyValueStore, 0),
  ]);
  if (asked === undefined || asked.parts !== null) return "nothing-asked";
  if (leader === undefined || leader.crawl !== asked.crawl) return "nothing-asked";
  // The order has the plan, whose project says what the pages are for.
  if (order === undefined || order.crawl !== asked.crawl) return "nothing-asked";
  const planners = await readPlanners(keyValueStore, leader.shard?.count ?? 1);
  const journals = planners.flatMap((planner) =>
    planner?.crawl === asked.crawl ? [planner.journal] : [],
  );
  // Of this attempt: another one may have begun to write, and died.
  const folder = `exports/${asked.crawl}/${clock.now()}`;
  const purpose = await ports.purposeOf(order.plan);
  const made = await writeParts(ports, journals, { folder, purpose });
  const isFirst = await writeRegister(keyValueStore, "export", { ...asked, ...made }, version);
  return isFirst ? "exported" : "overtaken";
}

async function writeParts(
  { blobs, openRecords, partLength = PART_LENGTH }: ExportPorts,
  journals: readonly JournalPosition[],
  { folder, purpose }: { readonly folder: string; readonly purpose: Purpose | undefined },
): Promise<Pick<StackExport, "parts" | "records" | "reserved">> {
  const opened: OpenRecords[] = [];
  const parts: string[] = [];
  let [text, count, reserved] = ["", 0, 0];
  const flush = async () => {
    const key = `${folder}/records-${String(parts.length + 1).padStart(5, "0")}.jsonl.gz`;
    await blobs.putNew(key, gzipSync(text));
    parts.push(key);
    text = "";
  };
  try {
    for (const journal of journals) opened.push(await openRecords(journal));
    for await (const record of listTogether(opened.map(({ records }) => records))) {
      if (reservedBy(purpose, record.page?.signals).length > 0) {
        reserved += 1;
        continue;
      }
      text += `${JSON.stringify(record)}\n`;
      count += 1;
      if (text.length >= partLength) await flush();
    }
    if (text !== "") await flush();
  } finally {
    for (const each of opened) each.close();
  }
  return { parts, records: count, reserved };
}
