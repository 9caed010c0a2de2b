import type { ModelStore } from "../ports/model-store.ts";
import type { RunEvent, RunLog } from "../ports/run-log.ts";

/** The amount that a need knows of its own crawl. */
export interface NeedState {
  /** Number of labels, counted in their order. */
  readonly labels: number;
  /** Number of pages, counted in order of fetching, of which the need holds a sample; 0 for none. */
  readonly seen: number;
  /**
   * Pages whose labels teach nothing until somebody looks at them again. Absent before the first labels, and in runs
   * of versions that held none back, where a machine's label counts as much as a person's.
   */
  readonly held?: readonly string[];
}

/** Returns whether two needs know as much of their crawl. */
export function isSameNeed(a: NeedState, b: NeedState): boolean {
  return a.labels === b.labels && a.seen === b.seen;
}

/** The updates of a need that a log tells of. */
export interface LoggedUpdates {
  readonly state: NeedState;
  /** The last update, when no training followed it. */
  readonly begun: RunEvent | undefined;
}

/**
 * Reads from a log what the need of its crawl knows. A power loss may take the end of a database and
 * leave the log: an update whose model is not stored is due again, and a training that is not stored
 * did not follow it.
 */
export async function loggedUpdates(ports: {
  readonly log: Pick<RunLog, "list">;
  readonly models: Pick<ModelStore, "get">;
}): Promise<LoggedUpdates> {
  const isStored = async ({ detail }: RunEvent) => {
    const hash = detail["model"];
    return typeof hash === "string" && (await ports.models.get(hash)) !== undefined;
  };
  const kept: RunEvent[] = [];
  for (const event of (await ports.log.list()).toReversed()) {
    const isWanted = isUpdate(event) || (event.kind === "trained" && kept.length === 0);
    if (!isWanted || !(await isStored(event))) continue;
    kept.unshift(event);
    if (isUpdate(event)) break;
  }
  return updatesOf(kept);
}

/** Reads from the events of a crawl what its need knows. */
export function updatesOf(events: readonly RunEvent[]): LoggedUpdates {
  const last = events.findLastIndex(isUpdate);
  const event = events[last];
  const isBegun = event !== undefined && !events.slice(last).some(({ kind }) => kind === "trained");
  const held = event?.detail["held"];
  return {
    state: {
      labels: numberOf(event?.detail["labels"]),
      seen: numberOf(event?.detail["seen"]),
      // An event of a version that held none back says nothing of it.
      ...(Array.isArray(held) && { held: held.filter((url) => typeof url === "string") }),
    },
    begun: isBegun ? event : undefined,
  };
}

function isUpdate({ kind }: RunEvent): boolean {
  return kind === "labelled" || kind === "sampled";
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
