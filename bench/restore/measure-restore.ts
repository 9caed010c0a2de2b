import { recordReader, storesOpener } from "../../functions/wiring/open-stores.ts";
import { systemClock } from "../../lib/adapters/system-clock.ts";
import type { BlobStore } from "../../lib/ports/blob-store.ts";
import type { JournalPosition, JournalSnapshot } from "../../lib/ports/journal.ts";
import type { RecordStore } from "../../lib/ports/record-store.ts";
import { bytesUnder } from "./bytes-under.ts";
import { folderBlobs } from "./folder-blobs.ts";
import { POLICY } from "./synthetic-crawl.ts";

/** A restore to measure, in a process of its own. */
export interface AskedRestore {
  /** The objects of the crawl. */
  readonly folder: string;
  /** Who restores: a planner everything, a trainer the records. */
  readonly who: "planner" | "trainer";
  readonly position: JournalPosition;
  /** Where a planner begins; `null` for the whole journal. */
  readonly snapshot: JournalSnapshot | null;
}

/** What a restore took. */
export interface MeasuredRestore {
  /** CPU until the stores are open. */
  readonly cpuMs: number;
  /** CPU of reading all records once after that, as each planner and each training does. */
  readonly readMs: number;
  readonly peakMb: number;
  /** Bytes of the database in files. */
  readonly fileBytes: number;
  /** Bytes of the snapshot's objects, and of the segments, that were read. */
  readonly snapshotBytes: number;
  readonly segmentBytes: number;
  readonly records: number;
}

process.once("message", (asked: AskedRestore) => {
  void measure(asked).then((measured) => process.send?.(measured, () => process.disconnect()));
});

async function measure({
  folder,
  who,
  position,
  snapshot,
}: AskedRestore): Promise<MeasuredRestore> {
  let [snapshotBytes, segmentBytes] = [0, 0];
  const blobs: Pick<BlobStore, "get" | "putNew" | "remove"> = {
    ...folderBlobs(folder),
    async get(key) {
      const bytes = await folderBlobs(folder).get(key);
      if (key.includes("snapshot-")) snapshotBytes += bytes?.length ?? 0;
      else segmentBytes += bytes?.length ?? 0;
      return bytes;
    },
  };
  const before = process.cpuUsage();
  const opened =
    who === "trainer"
      ? { ...(await recordReader(blobs).read(position)), close() {} }
      : await storesOpener(blobs, systemClock)(POLICY, position, Date.now(), snapshot);
  const cpuMs = cpuMsSince(before);
  const records = await countRead(opened.records);
  const readMs = cpuMsSince(before) - cpuMs;
  const peakMb = process.resourceUsage().maxRSS / 1_024;
  const fileBytes = bytesUnder(process.env["TMPDIR"] ?? "");
  opened.close();
  return { cpuMs, readMs, peakMb, fileBytes, snapshotBytes, segmentBytes, records };
}

async function countRead(records: Pick<RecordStore, "list">): Promise<number> {
  let count = 0;
  for await (const _ of records.list()) count += 1;
  return count;
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
