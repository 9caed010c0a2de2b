import type { CrawlPlan } from "../crawl/crawl-plan.ts";
import { shardOfHost } from "../domain/shards/shard-of-host.ts";
import type { ShardPlace } from "../domain/shards/shard-place.ts";
import type { Strategy } from "../domain/strategy/strategy.ts";
import { hostOf } from "../domain/url/canonical-url.ts";
import type { Url } from "../domain/url/url.ts";
import { DowserError } from "../errors.ts";
import { isOfDiscovered } from "../project/stop-schema.ts";
import type { PlannedCrawl } from "./stack-ports.ts";

/**
 * Returns the part of a crawl that a shard plans: its own seeds, and its share of what is bounded for
 * the whole crawl. The first shard pays for the queries, and asks them. At an address all shards
 * together start no more requests in a time than one would.
 */
export function planOfShard(
  { plan, policy, search, listed = [] }: PlannedCrawl,
  { index, count }: ShardPlace,
  identify: (url: Url) => Url,
): PlannedCrawl {
  if (count === 1) return { plan, policy, search, listed };
  const isLeader = index === 0;
  const { queries } = plan;
  const every = Math.ceil((queries?.every ?? 0) / count);
  const own: CrawlPlan = {
    ...plan,
    seeds: plan.seeds.filter((seed) => shardOfHost(hostOf(identify(seed)), count) === index),
    queries: isLeader && queries !== undefined ? { ...queries, every } : undefined,
    searchCost: isLeader ? plan.searchCost : undefined,
  };
  return {
    plan: own,
    policy: {
      ...policy,
      capacity: Math.ceil(policy.capacity / count),
      minDelayPerAddressMs: policy.minDelayPerAddressMs * count,
    },
    search: isLeader ? search : undefined,
    listed,
  };
}

/** What decides whether a crawl may be divided, of its plan or of its project. */
interface Divided {
  readonly strategy: Pick<Strategy, "name" | "selection">;
  readonly stop?: Parameters<typeof isOfDiscovered>[0] | undefined;
}

/**
 * Refuses to divide a crawl whose pages are chosen in layers, as the best of all known links, and one
 * that draws some of all discovered links by chance: no shard knows all.
 * @throws DowserError `project-not-for-shards`
 */
export function requireForShards({ strategy, stop }: Divided, shards: number): void {
  if (shards === 1) return;
  const { name, selection } = strategy;
  if (selection.kind === "layered") {
    throw notForShards(
      name,
      `${name} chooses the best of all known links; shards know their own`,
      "choose another strategy",
    );
  }
  if (stop === undefined || !isOfDiscovered(stop)) return;
  throw notForShards(
    stop.of,
    "stop.of discovered draws by chance among all discovered links; shards know their own",
    "name a control list under stop.of",
  );
}

function notForShards(value: unknown, message: string, otherwise: string): DowserError {
  return new DowserError(message, {
    code: "project-not-for-shards",
    reaction: "fix-config",
    value,
    hint: `deploy with stack.shards 1, or ${otherwise}`,
  });
}

/** Makes the error of a crawl that began with another number of shards. */
export function shardsChanged(began: number, now: number): DowserError {
  return new DowserError(`the crawl has ${began} shards, and the stack ${now}: hosts would move`, {
    code: "shards-changed",
    reaction: "fix-config",
    value: now,
    hint: `deploy with stack.shards ${began}, or end the crawl with dowser stop PROJECT.yaml and start another one`,
  });
}
