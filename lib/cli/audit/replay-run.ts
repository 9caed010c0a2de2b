import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabaseForReading } from "../../adapters/sqlite/open-database.ts";
import { readForAudit } from "../../adapters/sqlite/sqlite-audit.ts";
import { createSqliteRecordStore } from "../../adapters/sqlite/sqlite-record-store.ts";
import { recordedPageStore } from "../../adapters/web/recorded/recorded-page-store.ts";
import type { RecordedWeb } from "../../adapters/web/recorded/recorded-web.ts";
import { runCrawl } from "../../crawl/run-crawl.ts";
import { readablePages } from "../../crawl/run-rules.ts";
import type { Strategy } from "../../domain/methods/strategy.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { Decisions } from "../../evaluation/audit/audit-replay.ts";
import { openPlan } from "../../project/open-plan.ts";
import { frontierPolicy, type InitialState } from "../../project/plan-crawl.ts";
import { openRun } from "../../run/folder/open-run.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import type { RunProject } from "../../run/folder/run-project.ts";
import { openSearch } from "../../run/web/open-search.ts";
import { recorded } from "../../run/web/open-web.ts";
import { decidingEvents } from "./read-audited-run.ts";

/** A repeated crawl. */
interface ReplayedRun {
  readonly decisions: Decisions;
  /** Removes the files of the crawl. */
  close(): Promise<void>;
}

/** The run to crawl again, and how far. */
interface Replay {
  readonly project: RunProject;
  readonly strategy: Strategy;
  readonly web: RecordedWeb;
  readonly inputs: InitialState;
  /** Pages to fetch; `Infinity` to go on until no link is left. */
  readonly pages: number;
}

/**
 * Crawls a recording as a run did, into a directory of its own that is kept until the result is
 * closed. Pages are not stored again: the recording has them. `tell` gets each URL that is asked
 * for.
 */
export async function replayRun(
  replay: Replay,
  onRequest: (url: Url) => void,
): Promise<ReplayedRun> {
  const directory = mkdtempSync(join(tmpdir(), "dowser-audit-"));
  const discard = () => rmSync(directory, { recursive: true, force: true });
  try {
    await crawlAgain(directory, replay, onRequest);
  } catch (error) {
    discard();
    throw error;
  }
  const database = openDatabaseForReading(join(directory, RUN_FILES.database));
  const records = createSqliteRecordStore(database);
  const stored = readForAudit(database);
  return {
    decisions: {
      records: () => records.list(),
      links: stored.linksInOrder,
      groups: stored.groups,
      events: () => decidingEvents(join(directory, RUN_FILES.log)),
    },
    close: async () => {
      database.close();
      discard();
    },
  };
}

async function crawlAgain(
  directory: string,
  { project, strategy, web, inputs, pages }: Replay,
  onRequest: (url: Url) => void,
): Promise<void> {
  const opened = recorded(web);
  const planned = await openPlan(project, opened, inputs);
  const plan = {
    ...planned,
    strategy,
    budget: {
      pages,
      pagesPerSite: planned.budget.pagesPerSite,
      bodyBytes: Number.POSITIVE_INFINITY,
      seconds: Number.POSITIVE_INFINITY,
      dollars: Number.POSITIVE_INFINITY,
    },
  };
  const search = plan.queries === undefined ? undefined : openSearch(project, opened);
  const run = await openRun(directory, project, frontierPolicy(project, strategy, opened));
  const { pages: unused, ...stores } = run.stores;
  try {
    await unused.close();
    await runCrawl(
      {
        ...stores,
        pages: readablePages(recordedPageStore(web), plan.rules.fetch),
        web: {
          identify: (url) => web.identify(url),
          fetch: (url, limits) => {
            onRequest(url);
            return web.fetch(url, limits);
          },
        },
        gate: opened.gate,
        search: search?.provider,
      },
      plan,
    );
  } finally {
    await run.close();
    await search?.close();
  }
}
