import { FIRST_FAILURE_DELAY_MS, MAX_DELAY_MS } from "../web/politeness/back-off.ts";
import type { HostPace } from "../web/politeness/crawl-delay.ts";
import type { BatchWindow } from "./host-schedule.ts";

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
export interface ServerDraw {
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
