import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figures } from "../lib/cli/print/table.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { folderBlobs } from "./restore/folder-blobs.ts";
import type { AskedRestore, MeasuredRestore } from "./restore/measure-restore.ts";
import { syntheticCrawl } from "./restore/synthetic-crawl.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "what restoring a stack's planner takes, from its journal and from a snapshot",
  takes: "some ten minutes; with 50000 two",
};

/**
 * How long does a planner restore a large crawl, and in how much memory? `npm run bench -- restore
 * [PAGES]`
 */
export default async function benchRestore([pages = "300000"]: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-restore-"));
  try {
    const { position, snapshot, ...left } = await syntheticCrawl(
      folderBlobs(folder),
      Number(pages),
    );
    const ways = [
      { name: "journal", snapshot: null },
      { name: "snapshot and tail", snapshot },
    ];
    const rows: string[][] = [];
    for (const { name, snapshot } of ways) {
      const { cpuMs, peakMb, fileBytes, tailBytes, records } = await restored({
        ...{ folder, file: `${rows.length}.sqlite`, position, snapshot },
      });
      rows.push([
        name,
        (cpuMs / 1_000).toFixed(1),
        ((1_000 * cpuMs) / records).toFixed(0),
        peakMb.toFixed(0),
        (tailBytes / 1e6).toFixed(1),
        (fileBytes / records).toFixed(0),
      ]);
    }
    printTable(
      `restore of ${Number(pages).toLocaleString("en")} pages`,
      [
        { title: "from", align: "left" },
        ...["CPU s", "CPU µs a page", "peak MB", "MB of segments", "bytes a page on disk"].map(
          figures,
        ),
      ],
      rows,
    );
    printTable(
      "the objects of the crawl",
      ["journal, bytes a page", "snapshots", "MB of the last", "CPU s of all"].map(figures),
      [
        [
          (left.segmentBytes / Number(pages)).toFixed(0),
          String(left.snapshots),
          (left.lastSnapshotBytes / 1e6).toFixed(0),
          (left.snapshotMs / 1_000).toFixed(1),
        ],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Restores in a process of its own, whose memory is measured. */
async function restored(asked: AskedRestore): Promise<MeasuredRestore> {
  const child = fork(join(import.meta.dirname, "restore/measure-restore.ts"));
  child.send(asked);
  const [measured]: MeasuredRestore[] = await once(child, "message");
  if (measured === undefined) throw new Error("a restore told nothing");
  return measured;
}
