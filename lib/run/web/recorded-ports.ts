import {
  createMemoryLabelStore,
  createMemoryModelStore,
  createMemoryRecordStore,
  createMemoryRunLog,
} from "../../adapters/memory/memory-stores.ts";
import { createSqliteFrontierInMemory } from "../../adapters/sqlite/frontier/sqlite-frontier.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { type RecordedWeb, recordedPageStore } from "../../adapters/web/recorded/recorded-web.ts";
import type { CrawlPorts } from "../../crawl/crawl-plan.ts";
import type { Strategy } from "../../domain/methods/strategy.ts";
import type { SearchProvider } from "../../ports/search-provider.ts";
import { frontierPolicy } from "../../project/plan-crawl.ts";
import type { Project } from "../../project/project-schema.ts";
import { readableStore } from "../../project/stored-pages.ts";
import { recorded } from "./open-web.ts";

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
