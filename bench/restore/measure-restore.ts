import { statSync } from "node:fs";
import { join } from "node:path";
import { restoreDatabase } from "../../lib/adapters/sqlite/journal.ts";
import type { JournalPosition, JournalSnapshot } from "../../lib/ports/journal.ts";
import { folderBlobs } from "./folder-blobs.ts";

/** A restore to measure, in a process of its own. */
export interface AskedRestore {
  readonly folder: string;
  readonly file: string;
  readonly position: JournalPosition;
  readonly snapshot: JournalSnapshot | null;
}

/** What a restore took. */
export interface MeasuredRestore {
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly fileBytes: number;
  /** Bytes of the segments that were applied. */
  readonly tailBytes: number;
  readonly records: number;
}

process.once("message", (asked: AskedRestore) => {
  void measure(asked).then((measured) => process.send?.(measured, () => process.disconnect()));
});

async function measure({
  folder,
  file,
  position,
  snapshot,
}: AskedRestore): Promise<MeasuredRestore> {
  const before = process.cpuUsage();
  let tailBytes = 0;
  const database = await restoreDatabase(join(folder, file), folderBlobs(folder), position, {
    snapshot,
    onSegment: (bytes) => {
      tailBytes += bytes;
    },
    onFault: (fault) => {
      throw new Error(fault);
    },
  });
  const { user, system } = process.cpuUsage(before);
  const peakMb = process.resourceUsage().maxRSS / 1_024;
  const records = Number(database.prepare("SELECT count(*) AS n FROM record").get()?.["n"]);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const fileBytes = statSync(join(folder, file)).size;
  return { cpuMs: (user + system) / 1_000, peakMb, fileBytes, tailBytes, records };
}
