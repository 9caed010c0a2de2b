import { lastMark } from "../../crawl/run-marks.ts";
import { endInWords } from "../../features/words.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import type { RunCrawl } from "../schemas.ts";

/** What is known of a crawl without its pages. */
interface KnownState {
  readonly events: readonly RunEvent[];
  /** Whether a process crawls in the run now. */
  readonly isRunning: boolean;
  readonly isPausing: boolean;
  /** Whether the run has a database, so that it has begun. */
  readonly hasBegun: boolean;
}

/** Returns the state of a crawl. One that was killed is paused: it can go on. */
export function stateOf({ events, isRunning, isPausing, hasBegun }: KnownState): RunCrawl["state"] {
  if (isRunning) {
    if (isPausing) return "pausing";
    return hasBegun && isOpen(events) ? "running" : "starting";
  }
  return events.at(-1)?.kind === "finished" ? "finished" : "paused";
}

/** Returns whether the log leaves open if the crawl goes on: its last start has no end. */
export function isOpen(events: readonly RunEvent[]): boolean {
  return lastMark(events)?.kind === "started";
}

/** Returns why a crawl ended, as its log says it, and in words; `null` while it goes on. */
export function endOf(events: readonly RunEvent[]): {
  readonly end: string | null;
  readonly because: string | null;
} {
  const last = lastMark(events);
  if (last === undefined || last.kind === "started") return { end: null, because: null };
  const why = last.detail["why"];
  const end = typeof why === "string" ? why : last.kind;
  return { end, because: endInWords(end) ?? end };
}

/** Returns the time spent crawling, in seconds, pauses not counted. */
export function secondsOf(events: readonly RunEvent[], now: number, isRunning: boolean): number {
  let [ms, since, before] = [0, undefined as number | undefined, 0];
  for (const { at, kind } of events) {
    if (kind === "started") {
      // A crawl that was killed went on to its last event at least.
      if (since !== undefined) ms += before - since;
      since = at;
    }
    if (since !== undefined && (kind === "paused" || kind === "finished")) {
      ms += at - since;
      since = undefined;
    }
    before = at;
  }
  if (since !== undefined) ms += (isRunning ? now : before) - since;
  return Math.max(0, ms / 1_000);
}
