import type { RunEvent, RunLog } from "../ports/run-log.ts";

/** The amount that a need knows of its own crawl. */
export interface NeedState {
  /** Number of labels, counted in their order. */
  readonly labels: number;
  /** Number of pages, counted in order of fetching, of which the need holds a sample; 0 for none. */
  readonly seen: number;
}

/** The updates of a need that a log tells of. */
export interface LoggedUpdates {
  readonly state: NeedState;
  /** The last update, when no training followed it. */
  readonly begun: RunEvent | undefined;
}

/** Reads from a log what the need of its crawl knows. */
export async function loggedUpdates(log: Pick<RunLog, "list">): Promise<LoggedUpdates> {
  return updatesOf(await log.list());
}

/** Reads from the events of a crawl what its need knows. */
export function updatesOf(events: readonly RunEvent[]): LoggedUpdates {
  const last = events.findLastIndex(({ kind }) => kind === "labelled" || kind === "sampled");
  const event = events[last];
  const isBegun = event !== undefined && !events.slice(last).some(({ kind }) => kind === "trained");
  return {
    state: { labels: numberOf(event?.detail["labels"]), seen: numberOf(event?.detail["seen"]) },
    begun: isBegun ? event : undefined,
  };
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
