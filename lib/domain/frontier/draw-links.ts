import { isLayerDone } from "./begin-layer.ts";
import { type FrontierCore, leaseId, moveLink } from "./frontier-core.ts";
import type { Door, Head, HostSlot } from "./frontier-tables.ts";
import { type GroupRace, raceGroups } from "./group-race.ts";
import { doorOf, slotAfterEnd, slotAfterLease } from "./host-slots.ts";
import type { Lease } from "./link.ts";
import { weighKey } from "./link-order.ts";
import { cutLowest } from "./offer-links.ts";

/** What a draw asks for. */
export interface DrawRequest {
  /** Most leases wanted. */
  readonly limit: number;
  /** Ms since the epoch: leases over by now return, hosts not allowed before it rest. */
  readonly now: number;
  /** Without it each lease may be fetched now. */
  readonly turn?: Turn | undefined;
}

/** Leases drawn ahead of their time, for one who fetches them one after the other. */
export interface Turn {
  /** Most leases of one host in the draw, whatever its connections; from 1. */
  readonly perHost: number;
  /** Hosts go round: no host has more leases than a multiple of this before all that can have as many; from 1. */
  readonly step: number;
  /** How far from now the last of them may start, in ms. */
  readonly aheadMs: number;
}

/** What a draw gives. */
export interface Draw {
  /** In order of preference. */
  readonly leases: readonly Lease[];
  /** When such a draw may next find a link, if nothing is settled before: ms since the epoch. */
  readonly nextReadyAt: number | undefined;
  /** Nothing of the layer is left on its way, and there is a next one: it is to be begun. */
  readonly layerDone: boolean;
}

/** Returns what is over, opens what is due, and leases up to `limit` links in order of preference. */
export function drawLinks(core: FrontierCore, request: DrawRequest): Draw {
  const { now, turn } = request;
  const { hosts, orders } = core.tables;
  endOverdueLeases(core, now);
  wakeLinks(core, now);
  cutLowest(core);
  const opened = hosts.open(now + aheadMsOf(request));
  orders.refresh();
  const leases = leaseBest(core, request);
  // In a turn doors stand open to hosts whose slot is yet to come.
  if (turn !== undefined) for (const hostId of opened) setDoor(core, hostId, now);
  const nextReadyAt = orders.isAnyOpen() ? now : nextChange(core, request);
  return { leases, nextReadyAt, layerDone: isLayerDone(core) };
}

function aheadMsOf({ turn }: DrawRequest): number {
  return turn?.aheadMs ?? 0;
}

function leaseBest(core: FrontierCore, request: DrawRequest): Lease[] {
  const { limit, turn = NO_TURN } = request;
  const drawn = new Map<number, number>();
  const leases: Lease[] = [];
  for (let most = turn.step; ; most += turn.step) {
    const round = { ...turn, perHost: Math.min(most, turn.perHost) };
    leaseRound(core, request, { turn: round, drawn, leases });
    if (leases.length >= limit || most >= turn.perHost) break;
    if (!reopenHosts(core, request, { turn: round, drawn })) break;
  }
  if (request.turn !== undefined) {
    for (const hostId of drawn.keys()) setDoor(core, hostId, request.now);
  }
  return leases;
}

/** Without a turn doors alone say how many links of a host may be leased. */
const NO_TURN: Turn = { perHost: Infinity, step: Infinity, aheadMs: 0 };

/** Hosts go round until each has what it may have of this turn. */
interface Round {
  readonly turn: Turn;
  /** Leases so far, by host. */
  readonly drawn: Map<number, number>;
}

function leaseRound(
  core: FrontierCore,
  request: DrawRequest,
  { turn, drawn, leases }: Round & { readonly leases: Lease[] },
): void {
  const race = raceOpenLanes(core);
  const inTurn = { ...request, turn: request.turn && turn };
  while (leases.length < request.limit) {
    const head = race.next();
    if (head === undefined) break;
    const ofHost = (drawn.get(head.hostId) ?? 0) + 1;
    drawn.set(head.hostId, ofHost);
    leases.push(lease(core, head, inTurn, ofHost));
    core.tables.orders.refresh();
    if (leases.length < request.limit) race.forgetHost(head.hostId);
  }
}

/** Opens the doors of those that had all that a round gives, and have time left; false where there is none. */
function reopenHosts(
  { tables }: FrontierCore,
  { now }: DrawRequest,
  { turn, drawn }: Round,
): boolean {
  let isAny = false;
  for (const [hostId, ofHost] of drawn) {
    const slot = tables.hosts.read(hostId);
    if (ofHost < turn.perHost || slot.nextAllowedAt > now + turn.aheadMs) continue;
    tables.hosts.write(slot, "open");
    isAny = true;
  }
  tables.orders.refresh();
  return isAny;
}

function setDoor({ tables, policy }: FrontierCore, hostId: number, now: number): void {
  const slot = tables.hosts.read(hostId);
  tables.hosts.write(slot, doorOf(slot, policy, now));
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

/** Leases a link of a host that then has `ofHost` leases of this draw. */
function lease(core: FrontierCore, head: Head, request: DrawRequest, ofHost: number): Lease {
  const { policy, tables } = core;
  const { standing, link, leases } = tables.links.read(head.sequence);
  const slot = tables.hosts.read(standing.hostId);
  const startAt = Math.max(request.now, slot.nextAllowedAt);
  const expiresAt = startAt + policy.leaseMs;
  moveLink(core, standing, { place: "leased", notBefore: expiresAt, addLeases: 1 });
  const after = slotAfterLease(slot, startAt);
  tables.hosts.write(after, doorInDraw(core, after, request, ofHost));
  const id = leaseId(standing.sequence, leases + 1);
  core.leases.set(id, { id, standing: { ...standing, place: "leased" }, expiresAt });
  return { id, link, pace: slot.pace, startAt, expiresAt, layer: tables.ledger.layer() };
}

function doorInDraw(
  { policy }: FrontierCore,
  slot: HostSlot,
  request: DrawRequest,
  ofHost: number,
): Door {
  const { now, turn } = request;
  if (turn === undefined) return doorOf(slot, policy, now);
  return ofHost < turn.perHost && slot.nextAllowedAt <= now + turn.aheadMs ? "open" : "busy";
}

function nextChange(core: FrontierCore, request: DrawRequest): number | undefined {
  const { links, hosts } = core.tables;
  const slot = hosts.nextSlot();
  const drawableAt = slot === undefined ? slot : Math.max(request.now, slot - aheadMsOf(request));
  const moments = [links.nextRested(), drawableAt];
  for (const { expiresAt } of core.leases.values()) moments.push(expiresAt);
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
