/** What a run got nothing from: files and revisits of a recording, and seeds that were left out. */
import { systemClock } from "../../adapters/system-clock.ts";
import type { RecordedWeb } from "../../adapters/web/recorded/recorded-web.ts";
import {
  countUnread,
  type UnreadCounts,
  unreadEvents,
  unreadSources,
} from "../../evaluation/unread-sources.ts";
import type { RunLog } from "../../ports/run-log.ts";
import { seedsOfRun } from "../folder/run-seeds.ts";

/** Notes the files and revisits of a recording that give nothing, once a run. */
export async function noteUnread(
  log: RunLog,
  recording: Pick<RecordedWeb, "report"> | undefined,
): Promise<void> {
  const { unused } = recording?.report ?? {};
  if (unused === undefined || unreadSources(await log.list()).named.length > 0) return;
  for (const event of unreadEvents(unused, systemClock.now())) await log.append(event);
}

/** Counts by kind and reason what a run got nothing from, the seeds that were left out before it began included. */
export async function unreadOfRun(
  directory: string,
  { log }: { readonly log: Pick<RunLog, "list"> },
): Promise<UnreadCounts> {
  return countUnread(unreadSources(await log.list()), seedsOfRun(directory).list());
}
