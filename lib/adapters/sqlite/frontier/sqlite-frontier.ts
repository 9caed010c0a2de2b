import type { DatabaseSync } from "node:sqlite";
import { checkWeights, type FrontierPolicy } from "../../../domain/frontier/frontier-policy.ts";
import { checkPriorities } from "../../../domain/frontier/offer-rules.ts";
import { MAX_RETRY_AFTER_MS } from "../../../domain/web/politeness/retry.ts";
import { hostOf } from "../../../domain/web/url/canonical-url.ts";
import type { Draw, Frontier, FrontierCount } from "../../../ports/frontier.ts";

import { type Durability, transact, writeBeforeCommits } from "../transact.ts";
import { beginLayer, drawLinks, expiringLeases, settleLease, takeUpLeases } from "./draw-links.ts";
import { type FrontierTables, openTables } from "./frontier-tables.ts";
import { offerLinks } from "./offer-links.ts";
import { findLink } from "./read-frontier.ts";

/**
 * Creates a frontier in a database of `openDatabase`; each operation is a step of a transaction.
 * With `now` (ms since the epoch), no stored wait is longer than one can be.
 */
export function createSqliteFrontier(
  database: DatabaseSync,
  policy: FrontierPolicy,
  now?: number,
): Frontier {
  const open = () => {
    if (now !== undefined) clampTimes(database, policy, now);
    return openTables(database, policy);
  };
  const tables = transact(database, open, "durable");
  const { links, queues, leases, rescorer } = tables;
  writeBeforeCommits(database, () => queues.flush());
  transact(database, () => takeUpLeases(tables), "durable");
  return {
    async offer(offered) {
      checkPriorities(offered);
      // Durable for the same reason as a rescoring: a run log that names a query must not outlive
      // its results.
      transact(database, () => offerLinks(tables, offered), "durable");
    },
    async draw(request) {
      const durability = request.isDurable === true ? "durable" : durabilityOf;
      return transact(database, () => drawLinks(tables, request), durability);
    },
    async settle(lease, settlement) {
      checkPriorities(settlement.links);
      return transact(database, () => settleLease(tables, lease, settlement), "deferred");
    },
    holds: async (lease) => leases.has(lease.id),
    async expiring(by) {
      return expiringLeases(tables, by);
    },
    async beginLayer() {
      return transact(database, () => beginLayer(tables), "deferred");
    },
    async rescore(rescoring, after = 0) {
      const step = () => rescorer.step(rescoring, after);
      // A run log that names a training must not outlive the effects of the training.
      // No link is drawn before its last step, so a kill has only the fetches under way done again.
      return transact(database, step, ({ next }) => (next === undefined ? "durable" : "held"));
    },
    async resumeRescoring(rescoring) {
      rescorer.resume(rescoring);
    },
    async weighGroups(weights) {
      checkWeights(weights);
      transact(
        database,
        () => weights.forEach((weight, group) => queues.weigh(group, weight)),
        "deferred",
      );
    },
    async find(url) {
      const known = findLink(database, url);
      return known && rescorer.withCurrent(known, links.find(url, hostOf(url)));
    },
    isDone: links.isDone,
    count: async () => countLinks(tables),
  };
}

function countLinks({ links, hosts, layers, chance, sites }: FrontierTables): FrontierCount {
  return {
    states: links.tally.states(),
    reasons: links.tally.reasons(),
    hosts: hosts.count(),
    layer: layers.begun,
    waitingByGroup: links.tally.waitingByGroup(),
    chance: chance?.count(),
    ...(sites !== undefined && { spentSites: sites.spent }),
  };
}

/**
 * Returns the durability of a draw. A lost lease does harm only when its host has a delay: the next
 * process would send a request too soon.
 */
function durabilityOf({ leases }: Draw): Durability {
  return leases.some(({ pace }) => pace.delayMs > 0) ? "durable" : "deferred";
}

/** Longest time that a draw for other processes leases ahead, in ms: their batch window. */
const MOST_AHEAD_MS = 60_000;

/**
 * Moves stored times that lie further ahead than any wait can be: the machine's clock was set back since they were
 * written, and the crawl would stand still. Each host still waits its delay from `now` (ms since the epoch).
 */
function clampTimes(
  database: DatabaseSync,
  { leasesOutliveProcess, leaseMs }: Pick<FrontierPolicy, "leasesOutliveProcess" | "leaseMs">,
  now: number,
): void {
  const soon = now + (leasesOutliveProcess ? MOST_AHEAD_MS : 0);
  const latest = now + MAX_RETRY_AFTER_MS;
  database
    .prepare(
      `UPDATE host SET not_before = min(not_before, :latest),
       next_allowed_at = min(next_allowed_at, max(:soon + delay_ms, min(not_before, :latest)))
       WHERE next_allowed_at > :soon + delay_ms OR not_before > :latest`,
    )
    .run({ soon, latest });
  database
    .prepare(
      `WITH most (at) AS (SELECT max(:soon + max(delay_ms), max(not_before)) FROM host)
       UPDATE server SET next_at = (SELECT at FROM most) WHERE next_at > (SELECT at FROM most)`,
    )
    .run({ soon });
  database
    .prepare("UPDATE link SET not_before = :latest WHERE state = 1 AND not_before > :latest")
    .run({ latest });
  database
    .prepare("UPDATE link SET not_before = :latest WHERE state = 3 AND not_before > :latest")
    .run({ latest: soon + leaseMs });
}
