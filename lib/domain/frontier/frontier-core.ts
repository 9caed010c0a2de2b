import type { FrontierPolicy } from "./frontier-policy.ts";
import type { FrontierTables, Move, Scoring, Standing } from "./frontier-tables.ts";
import { FrontierTally, isWaiting } from "./frontier-tally.ts";
import { slotUnder } from "./host-slots.ts";
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
 * Takes up a frontier where its tables stand. Leases found in them are of a process that is gone:
 * they count as over, and the next draw returns them. Hosts that an earlier run asked at the pace of
 * another policy are asked at this one's; the next draw opens them when their slot has come.
 */
export function openCore(tables: FrontierTables, policy: FrontierPolicy): FrontierCore {
  const leases = new Map<string, OpenLease>();
  for (const { standing, leases: count } of tables.links.leased()) {
    const id = leaseId(standing.sequence, count);
    leases.set(id, { id, standing, expiresAt: -Infinity });
  }
  for (const slot of tables.hosts.pacedOtherwise(policy.minDelayMs)) {
    tables.hosts.write(slotUnder(slot, policy), "resting");
  }
  const tally = new FrontierTally(tables.links.census());
  return { policy, tables, tally, leases, lastSequence: tables.links.lastSequence() };
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
