import type { FrontierPolicy } from "./frontier-policy.ts";
import type { FrontierTables, HostSlot, Move, Scoring, Standing } from "./frontier-tables.ts";
import { FrontierTally, isWaiting } from "./frontier-tally.ts";
import { doorOf, slotUnder } from "./host-slots.ts";
import type { Lease } from "./link.ts";

/** A lease that has not ended, with the standing its link had when drawn. */
export interface OpenLease {
  readonly id: string;
  readonly standing: Standing;
  /** Ms since the epoch. */
  readonly expiresAt: number;
}

/** One frontier at work: its rules, its tables, and what it holds of them in memory. */
export interface FrontierCore {
  readonly policy: FrontierPolicy;
  readonly tables: FrontierTables;
  readonly tally: FrontierTally;
  /** Leases by id, in order of drawing. */
  readonly leases: Map<string, OpenLease>;
  /** The last sequence given. */
  lastSequence: number;
}

/**
 * Takes up a frontier where its tables stand. Leases found in them are of a process that is gone: unless
 * the policy says that they outlive it they count as over, and the next draw returns them. Hosts that an earlier run asked at the pace of
 * another policy are asked at this one's; the next draw opens them when their slot has come.
 */
export function openCore(tables: FrontierTables, policy: FrontierPolicy): FrontierCore {
  const leases = new Map<string, OpenLease>();
  for (const { standing, leases: count, expiresAt } of tables.links.leased()) {
    const id = leaseId(standing.sequence, count);
    const isOver = !policy.leasesOutliveProcess;
    leases.set(id, { id, standing, expiresAt: isOver ? -Infinity : expiresAt });
    // The policy may allow another number of connections than the one the host was left under.
    reopen(tables, policy, tables.hosts.read(standing.hostId));
  }
  for (const slot of tables.hosts.pacedOtherwise(policy.minDelayMs)) {
    reopen(tables, policy, slotUnder(slot, policy));
  }
  const tally = new FrontierTally(tables.links.census());
  return { policy, tables, tally, leases, lastSequence: tables.links.lastSequence() };
}

/** Lets a host rest until the next draw looks whether its slot has come, or until a lease of it ends. */
function reopen({ hosts }: FrontierTables, policy: FrontierPolicy, slot: HostSlot): void {
  hosts.write(slot, doorOf(slot, policy, -Infinity));
}

/** Names the n-th lease of a link: no other lease of the crawl has this id. */
export function leaseId(sequence: number, n: number): Lease["id"] {
  return `${sequence}.${n}`;
}

/** Moves a link and counts it at its new place; `oldReason` is that of a cut link, `""` for others. */
export function moveLink(core: FrontierCore, standing: Standing, move: Move, oldReason = ""): void {
  const { place, group } = standing;
  core.tables.links.move(standing, move);
  core.tally.add({ place, reason: oldReason, group, count: -1 });
  core.tally.add({ place: move.place, reason: move.reason ?? "", group, count: 1 });
}

/** Orders a link anew and counts it in the group that it now belongs to. */
export function scoreLink(core: FrontierCore, standing: Standing, scoring: Scoring): void {
  const { place, group } = standing;
  core.tables.links.score(standing, scoring);
  if (scoring.group === group || !isWaiting(place)) return;
  core.tally.add({ place, reason: "", group, count: -1 });
  core.tally.add({ place, reason: "", group: scoring.group, count: 1 });
}
