import type { RunEvent } from "../ports/run-log.ts";

const MARKS: ReadonlySet<RunEvent["kind"]> = new Set(["started", "paused", "finished"] as const);

/** Returns whether an event begins or ends a run of a crawl. */
export function isMark({ kind }: Pick<RunEvent, "kind">): boolean {
  return MARKS.has(kind);
}

/** Returns the last event that begins or ends a run; it shows whether the crawl goes on. */
export function lastMark(events: readonly RunEvent[]): RunEvent | undefined {
  return events.findLast(isMark);
}
