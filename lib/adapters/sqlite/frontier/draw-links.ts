import { nextLayerOf } from "../../../domain/frontier/frontier-policy.ts";
import {
  type Availability,
  availabilityAt,
  type BatchWindow,
  type HostSchedule,
  hasRoom,
  scheduleAfterLease,
} from "../../../domain/frontier/host-schedule.ts";
import { leaseId } from "../../../domain/frontier/lease.ts";
import type { Lease } from "../../../domain/frontier/link.ts";
import type { Draw, DrawRequest } from "../../../ports/frontier.ts";
import { endExpiredLeases } from "./end-leases.ts";
import { type FrontierTables, mergeByKey } from "./frontier-tables.ts";
import { cutLowest } from "./offer-links.ts";

/** Returns expired leases and postponed links whose time has come, then leases the best links. */
export function drawLinks(tables: FrontierTables, request: DrawRequest): Draw {
  const { now, window } = request;
  const { links, hosts, queues, servers } = tables;
  endExpiredLeases(tables, now);
  for (const link of links.due(now)) links.move(link, { state: "queued" });
  cutLowest(tables);
  const woken = hosts.wake(now + aheadMsOf(request));
  servers.callDue({ now, window, perServer: new Map() });
  const leases = leaseBest(tables, request);
  // A host whose slot lies within the window was ready before the slot comes.
  if (window !== undefined) for (const hostId of woken) updateAvailability(tables, hostId, now);
  const nextReadyAt = queues.isAnyReady() ? now : nextChange(tables, request);
  return { leases, nextReadyAt, layerDone: nextLayer(tables) !== undefined };
}

/**
 * Moves the best links kept for the next layer into the queues. Returns false, and changes nothing,
 * while no layer may begin.
 */
export function beginLayer(tables: FrontierTables): boolean {
  const size = nextLayer(tables);
  if (size === undefined) return false;
  const { links, queues, layers } = tables;
  layers.beginNext();
  const merge = mergeByKey(tables, (group) => queues.peekNextLayer(group));
  for (let taken = 0; taken < size; taken += 1) {
    const head = merge.peek();
    if (head === undefined) break;
    links.move(links.read(head.sequence).summary, { state: "queued" });
    merge.invalidateGroup(head.group);
  }
  return true;
}

function nextLayer({ policy, layers, links }: FrontierTables): ReturnType<typeof nextLayerOf> {
  return nextLayerOf(policy, layers.begun(), links.tally);
}

function aheadMsOf({ window }: DrawRequest): number {
  return window?.aheadMs ?? 0;
}

/** Without a window only a host's availability limits its leases. */
const NO_WINDOW: BatchWindow = { perHost: Infinity, step: Infinity, aheadMs: 0 };

/** The leases of a draw so far. */
interface Drawn {
  readonly leases: Lease[];
  /** Number of leases by host, and by server. */
  readonly perHost: Map<number, number>;
  readonly perServer: Map<number, number>;
}

/**
 * Leases the best links. Hosts take turns: each round allows a host `step` more leases, up to its
 * window's limit.
 */
function leaseBest(tables: FrontierTables, request: DrawRequest): readonly Lease[] {
  const { limit, now, window = NO_WINDOW } = request;
  const drawn: Drawn = { leases: [], perHost: new Map(), perServer: new Map() };
  const first = { ...window, perHost: Math.min(window.step, window.perHost) };
  leaseByChance(tables, { ...request, window: request.window && first }, drawn);
  for (let most = window.step; ; most += window.step) {
    const round = { ...window, perHost: Math.min(most, window.perHost) };
    leaseRound(tables, { ...request, window: request.window && round }, drawn);
    if (drawn.leases.length >= limit || most >= window.perHost) break;
    if (!startNextRound(tables, { now, round }, drawn)) break;
  }
  if (request.window !== undefined) {
    for (const hostId of drawn.perHost.keys()) updateAvailability(tables, hostId, now);
  }
  return drawn.leases;
}

/** Leases the next links by chance, with the score that the last model gives them. */
function leaseByChance(tables: FrontierTables, request: DrawRequest, drawn: Drawn): void {
  const { links, queues, servers, hosts, rescorer, chance } = tables;
  const { leases, perServer } = drawn;
  const drawing = { now: request.now, window: request.window, perServer };
  const isReady = (sequence: number): boolean => {
    const summary = links.waitingAt(sequence)?.summary;
    if (summary?.state !== "queued" || !queues.isReady(summary.hostId)) return false;
    const server = servers.of(hosts.read(summary.hostId));
    return servers.blockedBy(server, drawing) === undefined;
  };
  const most = Math.min(request.byChance ?? 0, request.limit);
  while (leases.length < most) {
    const sequence = chance?.draw(isReady);
    if (sequence === undefined) return;
    const { hostId } = rescorer.bringUpToDate(links.read(sequence).summary);
    leaseFrom(tables, { sequence, hostId }, { request, drawn });
  }
}

function leaseRound(tables: FrontierTables, request: DrawRequest, drawn: Drawn): void {
  const { servers, sites, queues, rescorer } = tables;
  const { leases, perServer } = drawn;
  const drawing = { now: request.now, window: request.window, perServer };
  let merge = mergeByKey(tables, (group) => queues.peek(group));
  while (leases.length < request.limit) {
    if (rescorer.refill()) merge = mergeByKey(tables, (group) => queues.peek(group));
    const head = merge.peek();
    if (head === undefined) {
      if (!servers.callMore(drawing)) break;
      merge = mergeByKey(tables, (group) => queues.peek(group));
      continue;
    }
    const { hostId } = head;
    if (sites?.setAside(hostId) === true) {
      merge.invalidateHost(hostId);
      continue;
    }
    const server = servers.of(tables.hosts.read(hostId));
    const blocker = servers.blockedBy(server, drawing);
    if (blocker === undefined) {
      leaseFrom(tables, head, { request, drawn });
    } else {
      servers.park(hostId, blocker, head.value);
    }
    merge.invalidateHost(hostId);
  }
}

/** Leases a link of a ready host, and counts it for its host and its server. */
function leaseFrom(
  tables: FrontierTables,
  { sequence, hostId }: { readonly sequence: number; readonly hostId: number },
  { request, drawn }: { readonly request: DrawRequest; readonly drawn: Drawn },
): void {
  const { leases, perHost, perServer } = drawn;
  const server = tables.servers.of(tables.hosts.read(hostId));
  const ofHost = (perHost.get(hostId) ?? 0) + 1;
  perHost.set(hostId, ofHost);
  perServer.set(server, (perServer.get(server) ?? 0) + 1);
  leases.push(leaseLink(tables, sequence, { request, ofHost, server }));
}

/**
 * Makes hosts ready that used up a round and have time left in the window; returns false when there
 * are none.
 */
function startNextRound(
  { hosts }: FrontierTables,
  { now, round }: { readonly now: number; readonly round: BatchWindow },
  { perHost }: Drawn,
): boolean {
  let isAny = false;
  for (const [hostId, ofHost] of perHost) {
    const schedule = hosts.read(hostId);
    const hasHadAll = ofHost >= round.perHost;
    if (!hasHadAll || schedule.nextAllowedAt > now + round.aheadMs) continue;
    hosts.write(schedule, "ready");
    isAny = true;
  }
  return isAny;
}

function updateAvailability({ hosts, policy }: FrontierTables, hostId: number, now: number): void {
  if (hosts.isParked(hostId)) return;
  const schedule = hosts.read(hostId);
  hosts.write(schedule, availabilityAt(schedule, policy, now));
}

/** The circumstances of a lease: its host then has `ofHost` leases in this draw. */
interface Leasing {
  readonly request: DrawRequest;
  readonly ofHost: number;
  /** 0 if it is unknown. */
  readonly server: number;
}

/** Leases a link of a host. */
function leaseLink(
  tables: FrontierTables,
  sequence: number,
  { request, ofHost, server }: Leasing,
): Lease {
  const { policy, links, hosts, servers, layers } = tables;
  const { summary, link, leases } = links.read(sequence);
  const schedule = hosts.read(summary.hostId);
  const slot = Math.max(schedule.nextAllowedAt, servers.nextAllowedAt(server));
  const startAt = Math.max(request.now, slot);
  const expiresAt = startAt + policy.leaseMs;
  const leased = links.move(summary, { state: "leased", notBefore: expiresAt, addLeases: 1 });
  const after = { ...scheduleAfterLease(schedule, startAt), serverId: server };
  hosts.write(after, availabilityInDraw(tables, after, { request, ofHost }));
  servers.lease(schedule, server, request.now, startAt);
  tables.sites?.lease(summary.hostId);
  const id = leaseId(sequence, leases + 1);
  tables.leases.add({ id, link: leased, expiresAt });
  const lease = { id, link, pace: schedule.pace, startAt, expiresAt, layer: layers.begun() };
  return server === 0 ? lease : { ...lease, server };
}

function availabilityInDraw(
  { policy }: FrontierTables,
  schedule: HostSchedule,
  { request, ofHost }: Pick<Leasing, "request" | "ofHost">,
): Availability {
  const { now, window } = request;
  if (window === undefined) return availabilityAt(schedule, policy, now);
  return hasRoom(schedule, window, { drawn: ofHost, now }) ? "ready" : "busy";
}

/** Returns when a later draw may find a link that this one did not find, in ms since the epoch. */
function nextChange(
  { links, hosts, servers, leases }: FrontierTables,
  request: DrawRequest,
): number | undefined {
  const slots = [hosts.nextSlot(), servers.nextCall()].filter((slot) => slot !== undefined);
  const readyAt = slots.map((slot) => Math.max(request.now, slot - aheadMsOf(request)));
  const moments = [links.nextDue(), ...readyAt, leases.nextExpiry()];
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
