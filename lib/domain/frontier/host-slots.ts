import { freshPace, type HostPace, withMinDelay } from "../politeness/host-pace.ts";
import type { FrontierPolicy } from "./frontier-policy.ts";
import type { Door, HostSlot } from "./frontier-tables.ts";

/** A host that was never asked anything. */
export function newSlot(hostId: number, policy: Pick<FrontierPolicy, "minDelayMs">): HostSlot {
  return { hostId, pace: freshPace(policy.minDelayMs), nextAllowedAt: 0, leased: 0 };
}

/**
 * The host under another policy. Where it is now asked more slowly, the rest that it is owed since its
 * last request grows by as much; where faster, the slot stays as it was promised.
 */
export function slotUnder(slot: HostSlot, policy: Pick<FrontierPolicy, "minDelayMs">): HostSlot {
  const pace = withMinDelay(slot.pace, policy.minDelayMs);
  const wasAsked = slot.nextAllowedAt > 0;
  const moreMs = wasAsked ? Math.max(0, pace.delayMs - slot.pace.delayMs) : 0;
  return { ...slot, pace, nextAllowedAt: slot.nextAllowedAt + moreMs };
}

/**
 * The host after a lease was given that may be fetched from `startAt`: its next slot is one delay on,
 * until the end of the fetch is known.
 */
export function slotAfterLease(slot: HostSlot, startAt: number): HostSlot {
  return { ...slot, leased: slot.leased + 1, nextAllowedAt: laterSlot(slot, startAt, slot.pace) };
}

/**
 * The host after a lease ended at `now`. The slot never moves back: where several leases of a host
 * run, one that ends well does not undo the wait that another was told.
 */
export function slotAfterEnd(slot: HostSlot, now: number, pace: HostPace): HostSlot {
  return { ...slot, pace, leased: slot.leased - 1, nextAllowedAt: laterSlot(slot, now, pace) };
}

/** Whether the host may be drawn from at `now`. */
export function doorOf(slot: HostSlot, policy: FrontierPolicy, now: number): Door {
  if (slot.leased >= policy.connectionsPerHost) return "busy";
  return slot.nextAllowedAt > now ? "resting" : "open";
}

function laterSlot(slot: HostSlot, now: number, pace: HostPace): number {
  return Math.max(slot.nextAllowedAt, pace.notBefore, now + pace.delayMs);
}
