import { createSqliteFrontier } from "../../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../../lib/adapters/sqlite/open-database.ts";
import { ownCommits } from "../../../lib/adapters/sqlite/transact.ts";
import { systemClock } from "../../../lib/adapters/system-clock.ts";
import {
  type RecordedWeb,
  recordedPageStore,
} from "../../../lib/adapters/web/recorded/recorded-web.ts";
import type { CrawlPorts } from "../../../lib/crawl/crawl-plan.ts";
import type { FrontierPolicy } from "../../../lib/domain/frontier/frontier-policy.ts";
import type { Strategy } from "../../../lib/domain/methods/strategy.ts";
import type { Frontier } from "../../../lib/ports/frontier.ts";
import type { SearchProvider } from "../../../lib/ports/search-provider.ts";
import { frontierPolicy } from "../../../lib/project/plan-crawl.ts";
import type { Project } from "../../../lib/project/project-schema.ts";
import { readableStore } from "../../../lib/project/stored-pages.ts";
import { recorded } from "../../../lib/run/web/open-web.ts";
import {
  createMemoryLabelStore,
  createMemoryModelStore,
  createMemoryRecordStore,
  createMemoryRunLog,
} from "./memory-stores.ts";

/**
 * Opens new, empty stores in memory over a recorded web, for a crawl that leaves nothing behind.
 * `search` answers the queries that it composes.
 */
export function recordedPorts(
  web: RecordedWeb,
  project: Project,
  strategy: Strategy,
  search?: SearchProvider,
): CrawlPorts {
  const opened = recorded(web);
  return {
    frontier: createSqliteFrontierInMemory(frontierPolicy(project, strategy, opened)),
    pages: readableStore(recordedPageStore(web), project),
    records: createMemoryRecordStore(),
    models: createMemoryModelStore(),
    labels: createMemoryLabelStore(),
    log: createMemoryRunLog(),
    web,
    gate: opened.gate,
    clock: systemClock,
    search,
  };
}

/** Creates a frontier in memory, for comparisons and tests. */
export function createSqliteFrontierInMemory(policy: FrontierPolicy): Frontier {
  const database = openDatabase(":memory:");
  // Nothing is ever committed: the data end with the process.
  ownCommits(database);
  return createSqliteFrontier(database, policy);
}
