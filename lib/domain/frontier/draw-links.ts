import { isLayerDone } from "./begin-layer.ts";
import { type FrontierCore, leaseId, moveLink } from "./frontier-core.ts";
import type { Head } from "./frontier-tables.ts";
import { type GroupRace, raceGroups } from "./group-race.ts";
import { doorOf, slotAfterEnd, slotAfterLease } from "./host-slots.ts";
import type { Lease } from "./link.ts";
import { weighKey } from "./link-order.ts";
import { cutLowest } from "./offer-links.ts";

/** What a draw gives. */
export interface Draw {
  /** In order of preference. */
  readonly leases: readonly Lease[];
  /** When the next waiting link may become drawable, if nothing is settled before: ms since the epoch. */
  readonly nextReadyAt: number | undefined;
  /** Nothing of the layer is left on its way, and there is a next one: it is to be begun. */
  readonly layerDone: boolean;
}

/** Returns what is over, opens what is due, and leases up to `limit` links in order of preference. */
export function drawLinks(core: FrontierCore, limit: number, now: number): Draw {
  endOverdueLeases(core, now);
  wakeLinks(core, now);
  cutLowest(core);
  core.tables.hosts.open(now);
  core.tables.orders.refresh();
  const race = raceOpenLanes(core);
  const leases: Lease[] = [];
  while (leases.length < limit) {
    const head = race.next();
    if (head === undefined) break;
    leases.push(lease(core, head, now));
    core.tables.orders.refresh();
    if (leases.length < limit) race.forgetHost(head.hostId);
  }
  const nextReadyAt = core.tables.orders.isAnyOpen() ? now : nextChange(core);
  return { leases, nextReadyAt, layerDone: isLayerDone(core) };
}

function raceOpenLanes(core: FrontierCore): GroupRace {
  const { orders } = core.tables;
  return raceGroups({
    groups: () => core.tally.waitingByGroup().keys(),
    weightOf: (group) => orders.weightOf(group),
    headOf: (group) => orders.first(group),
    valueOf: (key, weight) => weighKey(core.policy.selection, key, weight),
    wanted: "first",
  });
}

/**
 * Returns the links of leases that are over. Their fetches may have run until now unseen, so that
 * their hosts rest one delay from now.
 */
function endOverdueLeases(core: FrontierCore, now: number): void {
  const { hosts } = core.tables;
  for (const open of core.leases.values()) {
    if (open.expiresAt > now) continue;
    core.leases.delete(open.id);
    moveLink(core, open.standing, { place: "lane" });
    const slot = hosts.read(open.standing.hostId);
    const after = slotAfterEnd(slot, now, slot.pace);
    hosts.write(after, doorOf(after, core.policy, now));
  }
}

function wakeLinks(core: FrontierCore, now: number): void {
  for (const standing of core.tables.links.rested(now)) moveLink(core, standing, { place: "lane" });
}

function lease(core: FrontierCore, head: Head, now: number): Lease {
  const { policy, tables } = core;
  const { standing, link, leases } = tables.links.read(head.sequence);
  moveLink(core, standing, { place: "leased", addLeases: 1 });
  const slot = tables.hosts.read(standing.hostId);
  const after = slotAfterLease(slot, now);
  tables.hosts.write(after, doorOf(after, policy, now));
  const id = leaseId(standing.sequence, leases + 1);
  const expiresAt = now + policy.leaseMs;
  core.leases.set(id, { id, standing: { ...standing, place: "leased" }, expiresAt });
  return { id, link, pace: slot.pace, expiresAt, layer: tables.ledger.layer() };
}

function nextChange(core: FrontierCore): number | undefined {
  const moments = [core.tables.links.nextRested(), core.tables.hosts.nextSlot()];
  for (const { expiresAt } of core.leases.values()) moments.push(expiresAt);
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
