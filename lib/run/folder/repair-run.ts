import type { DatabaseSync } from "node:sqlite";
import { segmentName } from "../../adapters/files/page-segments.ts";
import { cutSegments, findSegmentFaults } from "../../adapters/files/repair-segments.ts";
import { forgetAnswers } from "../../adapters/sqlite/forget-answers.ts";
import { readPlaces, readSegmentEnds } from "../../adapters/sqlite/sqlite-page-index.ts";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { RunLog } from "../../ports/run-log.ts";
import { printNotice } from "../print/print-line.ts";

/** The run to repair. */
interface DamagedRun {
  readonly database: DatabaseSync;
  /** Folder of the segments. */
  readonly pages: string;
  readonly policy: FrontierPolicy;
  readonly log: Pick<RunLog, "append">;
  readonly now: number;
}

/**
 * Makes the index of a run agree with what its segments still hold after a crash, a power failure or
 * a lost file. Links whose answers were lost are queued again. Says so on standard error and in the
 * log. Takes the time to read the last segment once.
 */
export async function repairRun({ database, pages, policy, log, now }: DamagedRun): Promise<void> {
  const index = {
    ends: () => readSegmentEnds(database),
    placesIn: (segment: number) => [...readPlaces(database, segment)],
  };
  const faults = await findSegmentFaults(pages, index);
  if (faults.lost.length > 0 || faults.moved.length > 0) {
    forgetAnswers(database, policy, faults, segmentName);
    // A page whose rendered form is lost is fetched again, too.
    const ofPages = faults.lost.filter(({ kind }) => kind !== "head").map(({ url }) => url);
    const lost = new Set(ofPages).size;
    const heads = faults.lost.filter(({ kind }) => kind === "head").length;
    const segments = [...new Set(faults.lost.map(({ segment }) => segmentName(segment)))];
    const detail = { pages: lost, otherAnswers: heads, moved: faults.moved.length, segments };
    await log.append({ at: now, kind: "repaired", detail });
    if (faults.lost.length > 0) {
      printNotice(
        `${lost} pages and ${heads} other answers are missing or damaged in ${segments.join(", ")}: their links are queued again`,
      );
    }
  }
  cutSegments(pages, index);
}
