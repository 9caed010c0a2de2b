/** Links get a lease when they are drawn; leases end when they are settled or expire, or are taken up by another process. */
import {
  drawsByPriority,
  type FrontierPolicy,
  nextLayerOf,
} from "../../../domain/frontier/frontier-policy.ts";
import {
  availabilityAt,
  type BatchWindow,
  type HostSchedule,
  hasRoom,
  scheduleAfterEnd,
  scheduleAfterLease,
  scheduleUnder,
} from "../../../domain/frontier/host-schedule.ts";
import { type Lease, leaseId, type Settlement } from "../../../domain/frontier/link.ts";
import type { Draw, DrawRequest } from "../../../ports/frontier.ts";
import { type FrontierTables, mergeByKey } from "./frontier-tables.ts";
import type { HostTable } from "./host-table.ts";
import type { Move } from "./link-table.ts";
import { cutLowest, offerLinks } from "./offer-links.ts";

/** Returns expired leases and postponed links whose time has come, then leases the best links. */
export function drawLinks(tables: FrontierTables, request: DrawRequest): Draw {
  const { now, window } = request;
  const { links, hosts, queues, servers } = tables;
  endExpiredLeases(tables, now);
  for (const link of links.due(now)) links.move(link, { state: "queued" });
  cutLowest(tables);
  const woken = hosts.wake(now + (window?.aheadMs ?? 0));
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
  return nextLayerOf(policy, layers.begun, links.tally);
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

/** Leases the best links. Hosts take turns: each round allows a host `step` more leases, up to its window's limit. */
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
    if (ranksLater(tables, head, request.later)) {
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

/** Gives the next link the rank that it gets now that its turn has come; returns whether that is another one. */
function ranksLater(
  { policy, links, rescorer }: FrontierTables,
  { sequence }: { readonly sequence: number },
  later: DrawRequest["later"],
): boolean {
  if (later === undefined || !drawsByPriority(policy.selection)) return false;
  const { summary, link } = links.read(sequence);
  const given = later(link);
  if (given !== undefined) rescorer.write(summary, given);
  return given !== undefined;
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

/** Makes hosts ready that used up a round and have time left in the window; returns false when there are none. */
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
  const { now, window } = request;
  const inWindow = window && (hasRoom(after, window, { drawn: ofHost, now }) ? "ready" : "busy");
  hosts.write(after, inWindow ?? availabilityAt(after, policy, now));
  servers.lease(schedule, server, request.now, startAt);
  tables.sites?.lease(summary.hostId);
  const id = leaseId(sequence, leases + 1);
  tables.leases.add({ id, link: leased, expiresAt });
  const lease = { id, link, pace: schedule.pace, startAt, expiresAt, layer: layers.begun };
  return server === 0 ? lease : { ...lease, server };
}

/** Returns when a later draw may find a link that this one did not find, in ms since the epoch. */
function nextChange(
  { links, hosts, servers, leases }: FrontierTables,
  { now, window }: DrawRequest,
): number | undefined {
  const known: number[] = [];
  for (const moment of [links.nextDue(), leases.nextExpiry()])
    if (moment !== undefined) known.push(moment);
  for (const slot of [hosts.nextSlot(), servers.nextCall()])
    if (slot !== undefined) known.push(Math.max(now, slot - (window?.aheadMs ?? 0)));
  return known.length === 0 ? undefined : Math.min(...known);
}

/**
 * Restores the leases in the tables, which belong to a dead process. The next draw ends them unless
 * the policy says that they outlive their process. Hosts get their schedules under this policy.
 */
export function takeUpLeases({ policy, links, hosts, sites, leases }: FrontierTables): void {
  for (const { link, leases: count, expiresAt } of links.leased()) {
    const isOver = !policy.leasesOutliveProcess;
    const id = leaseId(link.sequence, count);
    leases.add({ id, link, expiresAt: isOver ? -Infinity : expiresAt });
    sites?.lease(link.hostId);
    // This policy may allow another number of connections than the previous one.
    reschedule(hosts, policy, hosts.read(link.hostId));
  }
  for (const schedule of hosts.withOtherBaseDelay(policy.minDelayMs)) {
    reschedule(hosts, policy, scheduleUnder(schedule, policy));
  }
  // So may another number of pages of a site.
  for (const hostId of hosts.full()) reschedule(hosts, policy, hosts.read(hostId));
}

/** Lets a host wait until a draw finds that its slot has come, or until one of its leases ends. */
function reschedule(hosts: HostTable, policy: FrontierPolicy, schedule: HostSchedule): void {
  hosts.write(schedule, availabilityAt(schedule, policy, -Infinity));
}

/** Ends a lease with all that follows from it. Returns false, and changes nothing, if the lease is over. */
export function settleLease(
  tables: FrontierTables,
  { id }: Pick<Lease, "id">,
  { result, pace, now, links, address }: Settlement,
): boolean {
  const lease = tables.leases.end(id);
  if (lease === undefined) return false;
  tables.links.move(lease.link, moveOf(result));
  const isPage = result.kind === "done" && result.reason === PAGE;
  endLeaseOfHost(tables, lease.link.hostId, { now, pace, address, isPage });
  offerLinks(tables, links);
  return true;
}

/** Reason of a link that gave a page. */
const PAGE = "page";

function moveOf(result: Settlement["result"]): Move {
  if (result.kind === "done") return { state: result.state, reason: result.reason };
  const { notBefore, countsAsAttempt } = result;
  return { state: "postponed", notBefore, addAttempts: countsAsAttempt ? 1 : 0 };
}

/** Returns the open leases that expire by a moment (ms since the epoch). */
export function expiringLeases(tables: FrontierTables, by: number): readonly Lease[] {
  const { policy, links, hosts, leases, layers } = tables;
  return leases.expiring(by).map(({ id, link: { sequence, hostId }, expiresAt }) => ({
    id,
    link: links.read(sequence).link,
    pace: hosts.read(hostId).pace,
    startAt: expiresAt - policy.leaseMs,
    expiresAt,
    layer: layers.begun,
  }));
}

/**
 * Returns the links of leases that have expired by `now` to waiting. Their fetches may have run
 * unseen until now, so their hosts wait one delay from now.
 */
function endExpiredLeases(tables: FrontierTables, now: number): void {
  for (const { link } of tables.leases.expire(now)) {
    tables.links.move(link, { state: "queued" });
    const { pace } = tables.hosts.read(link.hostId);
    endLeaseOfHost(tables, link.hostId, { now, pace, address: undefined, isPage: false });
  }
}

/**
 * Sets the next slots of a host and its server, which is the one by which it answered. A fetch
 * without a page leaves its site room for another.
 */
function endLeaseOfHost(
  { hosts, servers, sites, policy }: FrontierTables,
  hostId: number,
  {
    now,
    pace,
    address,
    isPage,
  }: Pick<Settlement, "now" | "pace" | "address"> & { readonly isPage: boolean },
): void {
  const before = hosts.read(hostId);
  const ended = scheduleAfterEnd(before, now, pace);
  servers.end(before.serverId, now, { before: before.pace, after: pace });
  const serverId =
    address === undefined ? ended.serverId : servers.answered(ended, address, now, before.pace);
  const schedule = { ...ended, serverId };
  hosts.write(schedule, availabilityAt(schedule, policy, now));
  for (const id of sites?.end(hostId, isPage) ?? []) reschedule(hosts, policy, hosts.read(id));
}
