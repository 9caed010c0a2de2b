import { realpathSync } from "node:fs";
import { packUnchanged } from "../../adapters/warc/pack-unchanged.ts";
import { payloadDigest } from "../../adapters/warc/write-warc.ts";
import { knownVisits, lastVisit } from "../../features/recrawl/revisit-link.ts";
import type { EarlierVisits, KnownVisits } from "../../ports/earlier-visits.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { type ReadableRun, readRun, refuseCircle } from "../folder/read-run.ts";
import { earlierDirectory } from "../folder/run-project.ts";

/** The run that a recrawl visits again, with those that it visited again itself. */
export interface EarlierRuns extends KnownVisits, EarlierVisits {
  /** The run before. */
  readonly run: ReadableRun;
  /** Returns the number of URLs that they have fetched. */
  known(): Promise<number>;
  /** Returns the logs of all of them, in one list. */
  events(): Promise<readonly RunEvent[]>;
  close(): Promise<void>;
}

/**
 * Opens a run and those before it for reading.
 * @throws DowserError `no-run`
 */
export function openEarlierRuns(directory: string): EarlierRuns {
  const run = readRun(directory);
  const runs = [run];
  const seen = new Set([realpathSync(directory)]);
  for (let at = earlierDirectory(directory); at !== undefined; at = earlierDirectory(at)) {
    runs.push(readRun(at));
    refuseCircle(at, seen);
    seen.add(realpathSync(at));
  }
  return {
    ...knownVisits(runs),
    run,
    async last(url) {
      const last = await lastVisit(runs, url);
      if (last === undefined) return undefined;
      const { visit, crawl } = last;
      const page = visit.record.page === undefined ? undefined : await crawl.pages.get(url);
      return { ...visit, page };
    },
    async known() {
      // Without their pages, of which only the dates of changes are read.
      const recorded = knownVisits(runs.map(({ records, frontier }) => ({ records, frontier })));
      return (await recorded.histories()).length;
    },
    async events() {
      const events: RunEvent[] = [];
      for (const { log } of runs) events.push(...(await log.list()));
      return events;
    },
    digestOf: payloadDigest,
    async pack({ record, page, storedAt }, answer) {
      if (page === undefined) throw new RangeError(`${record.url} has no stored page.`);
      return packUnchanged({ page, digest: record.page?.ref?.digest, storedAt }, answer);
    },
    close: async () => {
      for (const each of runs) await each.close();
    },
  };
}
