/** When hosts, and servers with several hosts, may be asked again. */
import {
  FIRST_FAILURE_DELAY_MS,
  freshPace,
  type HostPace,
  MAX_DELAY_MS,
  withMinDelay,
} from "../web/politeness/crawl-delay.ts";
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

/** How far ahead a draw leases links for a worker that fetches a host's links one after the other. */
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
 * Returns the schedule after a lease that starts at `startAt`: the next slot is one delay later, until the fetch ends.
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

/** Returns whether a draw at `now` with `drawn` leases of the host may take another within the window. */
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

/**
 * When a server may receive its next request. A server is all hosts of one registrable domain at
 * one address: it is asked as if it were one host.
 */
export interface ServerSchedule {
  readonly serverId: number;
  /** The number of its address in the same table; 0 for the schedule of an address itself. */
  readonly addressId: number;
  /** No fetch starts before this moment, in ms since the epoch. */
  readonly nextAllowedAt: number;
  /** Delay from failures of its hosts, in ms; their base delays apply as well. */
  readonly slowedMs: number;
  /** Number of open leases. */
  readonly leased: number;
}

/** Returns the schedule of a server or an address without any request so far. */
export function newServer(serverId: number, addressId: number): ServerSchedule {
  return { serverId, addressId, nextAllowedAt: 0, slowedMs: 0, leased: 0 };
}

/** Returns the schedule after a lease of a host of that pace, which starts at `startAt`. */
export function serverAfterLease(
  server: ServerSchedule,
  startAt: number,
  pace: HostPace,
): ServerSchedule {
  const delayMs = Math.max(pace.baseDelayMs, server.slowedMs);
  const nextAllowedAt = Math.max(server.nextAllowedAt, startAt + delayMs);
  return { ...server, leased: server.leased + 1, nextAllowedAt };
}

/**
 * Returns the schedule after a lease ended at `now`. A failure that indicates load doubles the
 * server's delay, an answer halves it, whichever host it was. The back-off of a host that fails all
 * the time is its own, so that a single broken one does not stop the others.
 */
export function serverAfterEnd(
  server: ServerSchedule,
  now: number,
  { before, after }: { readonly before: HostPace; readonly after: HostPace },
): ServerSchedule {
  const slowedMs = slowedBy(server.slowedMs, before, after);
  const delayMs = Math.max(after.baseDelayMs, slowedMs);
  return {
    ...server,
    slowedMs,
    leased: server.leased - 1,
    nextAllowedAt: Math.max(server.nextAllowedAt, after.notBefore, now + delayMs),
  };
}

function slowedBy(slowedMs: number, before: HostPace, after: HostPace): number {
  if (after.consecutiveFailures > before.consecutiveFailures) {
    const doubled = 2 * Math.max(slowedMs, after.baseDelayMs);
    return Math.min(Math.max(doubled, FIRST_FAILURE_DELAY_MS), MAX_DELAY_MS);
  }
  const halved = after.consecutiveFailures === 0 ? Math.floor(slowedMs / 2) : slowedMs;
  return halved > after.baseDelayMs ? halved : 0;
}

/**
 * Returns the schedule of an address after a lease at `now`. It gives one start per step: a draw
 * for a batch window takes steps ahead, so that the window holds no more starts than it has steps.
 */
export function addressAfterLease(
  address: ServerSchedule,
  now: number,
  stepMs: number,
): ServerSchedule {
  return { ...address, nextAllowedAt: Math.max(address.nextAllowedAt, now) + stepMs };
}

/** The state of a draw that decides whether a server may be asked. */
interface ServerDraw {
  /** Ms since the epoch. */
  readonly now: number;
  readonly window: Pick<BatchWindow, "aheadMs"> | undefined;
  /** Leases of the server in this draw; they do not count in a window. */
  readonly drawn: number;
  /** Most leases of a server. */
  readonly connections: number;
}

/** Returns whether a server or an address may be asked in a draw. */
export function isServerFree(server: ServerSchedule, draw: ServerDraw): boolean {
  const { now, window, drawn, connections } = draw;
  const leased = window === undefined ? server.leased : server.leased - drawn;
  return leased < connections && server.nextAllowedAt <= now + (window?.aheadMs ?? 0);
}
