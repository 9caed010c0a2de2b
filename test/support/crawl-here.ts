import { join } from "node:path";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import { crawl, parseProject, readRun } from "../../lib/public/crawl.ts";

/** A crawl to make in this process. */
interface CrawlHere {
  readonly folder: string;
  readonly name: string;
  readonly seed: string;
  readonly strategy?: string;
  readonly scope: object;
  readonly recordings?: readonly string[];
  readonly threads?: number;
}

/** Crawls a site on loopback for pages about bees, and returns the records of the run by path. */
export async function crawlHere({
  folder,
  name,
  seed,
  strategy = "best-first",
  scope,
  recordings = [],
  threads = 0,
}: CrawlHere) {
  const settings = {
    ...{ name, strategy, scope, need: { topic: "bees" }, seeds: { urls: [seed] } },
    politeness: { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true },
  };
  const directory = join(folder, name);
  const project = await parseProject(JSON.stringify(settings), `${name}.yaml`);
  const { report } = await crawl(project, { directory, recordings, threads });
  return { directory, report, records: await recordsByPath(directory) };
}

/** Returns the records of a run by the paths of their URLs, in the order of completion. */
export async function recordsByPath(directory: string): Promise<ReadonlyMap<string, PageRecord>> {
  const run = readRun(directory);
  const records = new Map<string, PageRecord>();
  for await (const record of run.records.list()) records.set(new URL(record.url).pathname, record);
  await run.close();
  return records;
}

/** Returns the reason of each record by its path. */
export function reasonsOf(records: ReadonlyMap<string, PageRecord>): Record<string, string> {
  return Object.fromEntries(Array.from(records, ([path, { reason }]) => [path, reason]));
}
