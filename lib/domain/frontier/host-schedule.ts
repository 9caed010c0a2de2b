import { freshPace, type HostPace, withMinDelay } from "../web/politeness/crawl-delay.ts";
import type { FrontierPolicy } from "./frontier-policy.ts";

/** When a host may receive its next request. */
export interface HostSchedule {
  readonly hostId: number;
  /** The server of its domain at the address that answered last; 0 while none has answered. */
  readonly serverId: number;
  readonly pace: HostPace;
  /** No fetch starts before this moment, in ms since the epoch. */
  readonly nextAllowedAt: number;
  /** Number of open leases. */
  readonly leased: number;
}

/**
 * Whether a host may be drawn from: now, from its next slot on, once one of its leases ends, when
 * it is its turn among the hosts at its address, or when its site may have another page.
 */
export type Availability = "ready" | "delayed" | "busy" | "parked" | "full";

/**
 * How far ahead a draw leases links for a worker that fetches a host's links one after the other.
 */
export interface BatchWindow {
  /** Most leases of one host in the draw, regardless of its connections; from 1. */
  readonly perHost: number;
  /** Leases that each host gets before any host gets more, so that hosts take turns; from 1. */
  readonly step: number;
  /** Latest start of a fetch after the draw, in ms. */
  readonly aheadMs: number;
}

/** Returns the schedule of a host without any request so far. */
export function newSchedule(
  hostId: number,
  policy: Pick<FrontierPolicy, "minDelayMs">,
): HostSchedule {
  return { hostId, serverId: 0, pace: freshPace(policy.minDelayMs), nextAllowedAt: 0, leased: 0 };
}

/**
 * Returns the schedule under another policy. A longer delay also counts from the last request; a
 * shorter one leaves the next slot where it was.
 */
export function scheduleUnder(
  schedule: HostSchedule,
  policy: Pick<FrontierPolicy, "minDelayMs">,
): HostSchedule {
  const pace = withMinDelay(schedule.pace, policy.minDelayMs);
  const wasAsked = schedule.nextAllowedAt > 0;
  const moreMs = wasAsked ? Math.max(0, pace.delayMs - schedule.pace.delayMs) : 0;
  return { ...schedule, pace, nextAllowedAt: schedule.nextAllowedAt + moreMs };
}

/**
 * Returns the schedule after a lease that starts at `startAt`: the next slot is one delay later,
 * until the fetch ends.
 */
export function scheduleAfterLease(schedule: HostSchedule, startAt: number): HostSchedule {
  const nextAllowedAt = laterSlot(schedule, startAt, schedule.pace);
  return { ...schedule, leased: schedule.leased + 1, nextAllowedAt };
}

/**
 * Returns the schedule after a lease ended at `now`. The slot never moves back: a successful fetch
 * does not undo the wait caused by another lease of the host.
 */
export function scheduleAfterEnd(
  schedule: HostSchedule,
  now: number,
  pace: HostPace,
): HostSchedule {
  const nextAllowedAt = laterSlot(schedule, now, pace);
  return { ...schedule, pace, leased: schedule.leased - 1, nextAllowedAt };
}

/** Returns whether the host may be drawn from at `now` (ms since the epoch). */
export function availabilityAt(
  schedule: HostSchedule,
  policy: Pick<FrontierPolicy, "connectionsPerHost">,
  now: number,
): Availability {
  if (schedule.leased >= policy.connectionsPerHost) return "busy";
  return schedule.nextAllowedAt > now ? "delayed" : "ready";
}

/**
 * Returns whether a draw at `now` with `drawn` leases of the host may take another within the
 * window.
 */
export function hasRoom(
  schedule: HostSchedule,
  window: Pick<BatchWindow, "perHost" | "aheadMs">,
  { drawn, now }: { readonly drawn: number; readonly now: number },
): boolean {
  return drawn < window.perHost && schedule.nextAllowedAt <= now + window.aheadMs;
}

function laterSlot(schedule: HostSchedule, now: number, pace: HostPace): number {
  return Math.max(schedule.nextAllowedAt, pace.notBefore, now + pace.delayMs);
}
