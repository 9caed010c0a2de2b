import { openGate } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { DEFAULTS } from "../../lib/config/defaults.ts";
import type { CrawlPlan, CrawlPorts } from "../../lib/crawl/crawl-plan.ts";
import type { FrontierPolicy } from "../../lib/domain/frontier/frontier-policy.ts";
import { compileScope } from "../../lib/domain/frontier/scope.ts";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import type { Web } from "../../lib/ports/web.ts";
import {
  createMemoryLabelStore,
  createMemoryModelStore,
  createMemoryRecordStore,
  createMemoryRunLog,
} from "../../peers/commands/compare/memory-stores.ts";
import { createSqliteFrontierInMemory } from "../../peers/commands/compare/recorded-ports.ts";
import { aNeed } from "./a-need.ts";
import { aStrategy } from "./a-strategy.ts";
import { aUrl } from "./a-url.ts";
import { collect } from "./collect.ts";
import { fixedClock } from "./fixed-clock.ts";
import { memoryPageStore } from "./memory-page-store.ts";

/** Returns a plan with sensible defaults: breadth-first from `http://site.example/`, no bounds. */
export function aPlan(parts: Partial<CrawlPlan> = {}): CrawlPlan {
  const seeds = parts.seeds ?? [aUrl("http://site.example/")];
  return {
    strategy: aStrategy({ name: "breadth-first" }),
    need: aNeed(),
    seed: 1,
    seeds,
    scope: compileScope({ ...DEFAULTS.scope }, { seeds, year: 2026 }),
    canonical: {},
    budget: { pages: Infinity, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity },
    limits: { bodyBytes: 5_000_000, timeoutMs: 1_000, parseMs: 60_000 },
    mediaTypes: ["text/html"],
    files: undefined,
    languages: [],
    politeness: {
      ...{ maxCrawlDelayMs: 30_000, maxAttempts: 3, maxRedirects: 5, backsOff: true },
      ...{ obeyMetaRobots: true, robotsName: "dowser", skipRelNofollow: false },
    },
    rules: { fetch: [], decide: [] },
    reads: [],
    extract: () => ({}),
    concurrency: 1,
    ...parts,
  };
}

/** Returns the policy that goes with a plan. */
export function aPolicy(plan: CrawlPlan, parts: Partial<FrontierPolicy> = {}): FrontierPolicy {
  const { selection, merge } = plan.strategy;
  const { pagesPerSite } = plan.budget;
  return {
    ...{ selection, merge, seed: 1, capacity: Infinity, leaseMs: 60_000 },
    ...{ leasesOutliveProcess: false, connectionsPerHost: 1 },
    ...{ minDelayMs: 0, minDelayPerAddressMs: 0 },
    ...(pagesPerSite !== undefined && { pagesPerSite }),
    ...parts,
  };
}

/** Returns ports in memory over a web. */
export function memoryPorts(
  web: Web,
  plan: CrawlPlan,
  policy: Partial<FrontierPolicy> = {},
): CrawlPorts {
  return {
    frontier: createSqliteFrontierInMemory(aPolicy(plan, policy)),
    pages: memoryPageStore(),
    records: createMemoryRecordStore(),
    models: createMemoryModelStore(),
    labels: createMemoryLabelStore(),
    log: createMemoryRunLog(),
    web,
    gate: openGate,
    clock: fixedClock(),
  };
}

/** Returns all records, in order. */
export async function recordsOf({ records }: Pick<CrawlPorts, "records">): Promise<PageRecord[]> {
  return collect(records.list());
}
