import type { RunEvent } from "../ports/run-log.ts";
import type { Budget, CrawlPorts } from "./crawl-plan.ts";
import { isMark } from "./run-marks.ts";

/**
 * The reason why a crawl ends by itself: a bound of its budget is reached, no link is left, or none
 * but those of sites that have their pages, or the recall that the project asks for is reached.
 */
export type StopReason = (typeof STOP_REASONS)[number];

/** All of {@link StopReason}. */
export const STOP_REASONS = [
  "recall-reached",
  "few-left",
  "budget-pages",
  "budget-bytes",
  "budget-seconds",
  "budget-dollars",
  "budget-site-pages",
  "frontier-empty",
] as const;

/** The part of its {@link Budget} that a crawl has spent, in the same units. */
type Spent = Omit<Budget, "pagesPerSite">;

/** Returns the bound of a budget that is reached, `undefined` while there is none. */
export function reachedBound(budget: Budget, spent: Spent): StopReason | undefined {
  if (spent.dollars >= budget.dollars) return "budget-dollars";
  if (spent.pages >= budget.pages) return "budget-pages";
  if (spent.bodyBytes >= budget.bodyBytes) return "budget-bytes";
  if (spent.seconds >= budget.seconds) return "budget-seconds";
  return undefined;
}

/** Returns how many links may still be drawn, although all `inFlight` fetches may become pages. */
export function roomForPages(
  budget: Pick<Budget, "pages">,
  spent: Pick<Spent, "pages">,
  inFlight: number,
): number {
  return budget.pages - spent.pages - inFlight;
}

/*
 * Time is counted by two rules, on purpose. On one machine a process that was killed crawls no
 * more, so its time ends with its last record. In a stack other processes go on when one dies, so
 * the time until a new planner takes over counts.
 */

/** A run of the crawl on one machine, in ms since the epoch. */
interface Run {
  readonly startedAt: number;
  /** When the next run began; `Infinity` for the last one. */
  readonly nextAt: number;
  endedAt: number;
}

/**
 * Counts the seconds spent crawling in all earlier runs on one machine. A run that was killed has
 * no end in the log: it counts until the last record written before the next run began.
 */
export async function secondsOfRuns({
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
  const marks = events.filter(isMark);
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

/**
 * Counts the seconds spent crawling in a stack by `now` (ms since the epoch), pauses not counted. A
 * planner that dies ends nothing: the time until another goes on counts.
 */
export function secondsOfStack(events: readonly RunEvent[], now: number): number {
  let ms = 0;
  let startedAt: number | undefined;
  for (const { kind, at } of events) {
    if (kind === "started") startedAt ??= at;
    if (startedAt === undefined || (kind !== "paused" && kind !== "finished")) continue;
    ms += at - startedAt;
    startedAt = undefined;
  }
  return (ms + (startedAt === undefined ? 0 : now - startedAt)) / 1000;
}
