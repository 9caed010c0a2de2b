import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figures } from "../lib/domain/text/table.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { folderBlobs } from "./restore/folder-blobs.ts";
import { restoredApart } from "./restore/restored-apart.ts";
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
      { name: "planner, snapshot and tail", who: "planner", snapshot },
      { name: "planner, whole journal", who: "planner", snapshot: null },
      { name: "trainer, records of the journal", who: "trainer", snapshot: null },
    ] as const;
    const rows: string[][] = [];
    for (const { name, who, snapshot } of ways) {
      const { cpuMs, readMs, peakMb, fileBytes, segmentBytes, records } = await restoredApart({
        ...{ folder, who, position, snapshot },
      });
      rows.push([
        name,
        (cpuMs / 1_000).toFixed(1),
        ((1_000 * cpuMs) / records).toFixed(0),
        (readMs / 1_000).toFixed(1),
        peakMb.toFixed(0),
        (segmentBytes / 1e6).toFixed(1),
        (fileBytes / records).toFixed(0),
      ]);
    }
    printTable(
      `restore of ${Number(pages).toLocaleString("en")} pages`,
      [
        { title: "from", align: "left" },
        ...["CPU s", "µs a page", "s to read all records", "peak MB", "MB of segments"].map(
          figures,
        ),
        figures("bytes a page on disk"),
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
