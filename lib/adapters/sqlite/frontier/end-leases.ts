import type { FrontierPolicy } from "../../../domain/frontier/frontier-policy.ts";
import {
  availabilityAt,
  type HostSchedule,
  scheduleAfterEnd,
  scheduleUnder,
} from "../../../domain/frontier/host-schedule.ts";
import { leaseId } from "../../../domain/frontier/lease.ts";
import type { Lease, Settlement } from "../../../domain/frontier/link.ts";
import type { FrontierTables } from "./frontier-tables.ts";
import type { HostTable } from "./host-table.ts";
import type { Move } from "./link-table.ts";
import { offerLinks } from "./offer-links.ts";

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

/**
 * Ends a lease with all that follows from it. Returns false, and changes nothing, if the lease is
 * over.
 */
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
    layer: layers.begun(),
  }));
}

/**
 * Returns the links of leases that have expired by `now` to waiting. Their fetches may have run
 * unseen until now, so their hosts wait one delay from now.
 */
export function endExpiredLeases(tables: FrontierTables, now: number): void {
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
