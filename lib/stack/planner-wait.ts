import { PLANNER_WAITS } from "../project/stack-limits.ts";

/** What a planner knows when it begins to wait, in ms. */
interface Waiting {
  /** Until the next result is due; negative when it is late. */
  readonly dueIn: number;
  /** Number of links. */
  readonly inFlight: number;
  /** Until its run ends. */
  readonly leftMs: number;
}

/**
 * Returns how long a planner waits for a result, in ms. Where many links are in flight, a batch that
 * is late says little: others are on their way, and all would come back while it is away.
 */
export function plannerWait({ dueIn, inFlight, leftMs }: Waiting): number {
  const { leastMs, msPerLink, mostMs } = PLANNER_WAITS;
  return Math.max(dueIn, leastMs, Math.min(inFlight * msPerLink, mostMs, leftMs));
}
