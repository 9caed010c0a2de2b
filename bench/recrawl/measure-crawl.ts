/** Crawls, or visits again, in a process of its own: `fork` it with {@link CrawlTask} as JSON. */

import { type ChangeFigures, gatherChanges } from "../../lib/evaluation/change-figures.ts";
import { loadProject } from "../../lib/project/load-project.ts";
import { crawlInto } from "../../lib/run/crawl/crawl.ts";
import { openEarlierRuns, recrawlProject } from "../../lib/run/crawl/earlier-runs.ts";
import { readRun } from "../../lib/run/folder/read-run.ts";
import { loadRunProject } from "../../lib/run/folder/run-project.ts";

/** What one process does. */
export interface CrawlTask {
  readonly into: string;
  /** A project file to crawl, or a run to visit again. */
  readonly project?: string;
  readonly from?: string;
  readonly pages?: number;
  /** Seed of the order of pages of equal chance. */
  readonly seed?: number;
}

/** What it took. */
export interface MeasuredCrawl {
  readonly cpuMs: number;
  readonly planMs: number;
  readonly pages: number;
  readonly changes: ChangeFigures | undefined;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function measure({ into, project, from, pages, seed }: CrawlTask): Promise<MeasuredCrawl> {
  const begun = processorMs();
  let planned = begun;
  if (project !== undefined) await crawlInto(into, await loadProject(project), [], { threads: 0 });
  if (from !== undefined) {
    await using earlier = openEarlierRuns(from);
    const known = (await earlier.histories()).length;
    planned = processorMs();
    const values = { pages, hours: undefined, contact: undefined };
    const { web: _web, ...again } = recrawlProject({ from, into }, values, known);
    const asked = seed === undefined ? again : { ...again, seed };
    await crawlInto(into, asked, [], { threads: 0, earlier });
  }
  const cpuMs = processorMs() - begun;
  const run = readRun(into);
  const changes = await gatherChanges(run.records, loadRunProject(into));
  const totals = await run.records.totals();
  await run.close();
  return { cpuMs, planMs: planned - begun, pages: totals.pages, changes };
}

if (process.send !== undefined) {
  const task: CrawlTask = JSON.parse(process.argv[2] ?? "{}");
  const measured = await measure(task);
  process.send(measured, () => process.exit());
}
