import { beginLayer } from "../domain/frontier/begin-layer.ts";
import { type Draw, drawLinks } from "../domain/frontier/draw-links.ts";
import { openCore } from "../domain/frontier/frontier-core.ts";
import type { FrontierPolicy } from "../domain/frontier/frontier-policy.ts";
import type { FrontierTables } from "../domain/frontier/frontier-tables.ts";
import { checkPriorities, offerLinks } from "../domain/frontier/offer-links.ts";
import { rescoreLinks } from "../domain/frontier/rescore-links.ts";
import { settleLease } from "../domain/frontier/settle-lease.ts";
import { checkWeights, weighGroups } from "../domain/frontier/weigh-groups.ts";
import { hostOf } from "../domain/url/canonical-url.ts";
import type { Frontier } from "../ports/frontier.ts";

/** `durable`: committed when the call returns. `deferred`: with the next durable one, or soon. */
export type Durability = "durable" | "deferred";

/** Runs `work` as one step: all of its changes are kept, or none and it throws. */
export type Atomically = <T>(
  work: () => T,
  durability: Durability | ((result: T) => Durability),
) => T;

/** A frontier that decides as `lib/domain/frontier` does and keeps what it knows in `tables`. */
export function frontierOverTables(
  tables: FrontierTables,
  policy: FrontierPolicy,
  atomically: Atomically,
): Frontier {
  const core = atomically(() => openCore(tables, policy), "durable");
  return {
    async offer(links) {
      checkPriorities(links);
      // As of a training: a run log that tells of a query must not outlive its results.
      atomically(() => offerLinks(core, links), "durable");
    },
    async draw(request) {
      return atomically(() => drawLinks(core, request), durabilityOf);
    },
    async settle(lease, settlement) {
      checkPriorities(settlement.links);
      return atomically(() => settleLease(core, lease, settlement), "deferred");
    },
    async holds(lease) {
      return core.leases.has(lease.id);
    },
    async beginLayer() {
      return atomically(() => beginLayer(core), "deferred");
    },
    async rescore(score) {
      // A run log that tells of a training must not outlive what the training did.
      return atomically(() => rescoreLinks(core, score), "durable");
    },
    async weighGroups(weights) {
      checkWeights(weights);
      atomically(() => weighGroups(core, weights), "deferred");
    },
    async find(url) {
      return tables.links.know(url, hostOf(url));
    },
    async count() {
      return {
        states: core.tally.states(),
        reasons: core.tally.reasons(),
        hosts: tables.hosts.count(),
        layer: tables.ledger.layer(),
        waitingByGroup: new Map(core.tally.waitingByGroup()),
      };
    },
  };
}

/** A lease that could be forgotten endangers only the rest its host is owed. */
function durabilityOf({ leases }: Draw): Durability {
  return leases.some(({ pace }) => pace.delayMs > 0) ? "durable" : "deferred";
}
