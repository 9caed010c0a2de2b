import type { RunEvent } from "../ports/run-log.ts";
import type { CrawlPorts } from "./crawl-plan.ts";

/** A run of the crawl, in ms since the epoch. */
interface Run {
  readonly startedAt: number;
  /** When the next run began; `Infinity` for the last one. */
  readonly nextAt: number;
  endedAt: number;
}

/** What begins and ends a run. */
const MARKS: ReadonlySet<RunEvent["kind"]> = new Set(["started", "paused", "finished"] as const);

/**
 * Seconds spent crawling in all earlier runs. A run that was killed has no end in the log: it counts
 * until the last record written before the next run began.
 */
export async function activeSeconds({
  log,
  records,
}: Pick<CrawlPorts, "log" | "records">): Promise<number> {
  const { ended, killed } = runsOf(await log.list());
  if (killed.length > 0) {
    for await (const { fetchedAt, fetchMs } of records.list()) {
      const at = fetchedAt + fetchMs;
      const run = killed.find(({ startedAt, nextAt }) => at >= startedAt && at < nextAt);
      if (run !== undefined) run.endedAt = Math.max(run.endedAt, at);
    }
  }
  const times = [...ended, ...killed].map(({ startedAt, endedAt }) => endedAt - startedAt);
  return times.reduce((sum, ms) => sum + ms, 0) / 1000;
}

function runsOf(events: readonly RunEvent[]): { ended: Run[]; killed: Run[] } {
  const [ended, killed]: [Run[], Run[]] = [[], []];
  const marks = events.filter(({ kind }) => MARKS.has(kind));
  for (const [index, { at: startedAt, kind }] of marks.entries()) {
    if (kind !== "started") continue;
    const next = marks[index + 1];
    const nextAt = next?.at ?? Number.POSITIVE_INFINITY;
    if (next === undefined || next.kind === "started") {
      killed.push({ startedAt, nextAt, endedAt: startedAt });
    } else ended.push({ startedAt, nextAt, endedAt: next.at });
  }
  return { ended, killed };
}
