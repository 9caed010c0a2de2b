import type { Crawled, CrawlJob, OrderJob } from "./jobs.ts";
import type { NamedStrategy } from "./strategies.ts";
import type { Trial } from "./trial.ts";
import { doJobs } from "./workers.ts";

/** One crawl of one strategy. */
export interface Run {
  readonly label: string;
  readonly trial: Trial;
  readonly crawled: Crawled;
}

/** Crawls made so far, by job: parts of the bench share some. */
const made = new Map<string, Crawled>();

/** Each strategy on each trial; one that does the same whatever the seed once a site. */
export async function crawlAll(
  what: string,
  strategies: readonly NamedStrategy[],
  trials: readonly Trial[],
): Promise<Run[]> {
  const planned = strategies.flatMap((strategy) =>
    (strategy.isSame === true ? firstOfSites(trials) : trials).map((trial) => {
      return { label: strategy.label, trial, job: jobOf(strategy, trial) };
    }),
  );
  const keyOf = (job: CrawlJob | OrderJob) => JSON.stringify(job);
  const jobs = new Map(planned.map(({ job }) => [keyOf(job), job]));
  const toMake = [...jobs].filter(([key]) => !made.has(key));
  const crawls = await doJobs(
    what,
    toMake.map(([, job]) => job),
  );
  for (const [at, [key]] of toMake.entries()) {
    const crawled = crawls[at];
    if (crawled !== undefined) made.set(key, crawled);
  }
  return planned.flatMap(({ label, trial, job }) => {
    const crawled = made.get(keyOf(job));
    return crawled === undefined ? [] : [{ label, trial, crawled }];
  });
}

function jobOf(strategy: NamedStrategy, trial: Trial): CrawlJob | OrderJob {
  return "order" in strategy
    ? { kind: "order", trial, order: strategy.order }
    : { kind: "crawl", trial, strategy: strategy.strategy };
}

function firstOfSites(trials: readonly Trial[]): Trial[] {
  return [...bySite(trials.map((trial) => ({ trial }))).values()].flatMap(([first]) =>
    first === undefined ? [] : [first.trial],
  );
}

/** Runs by the title of their site, in the order of the sites. */
export function bySite<Of extends { readonly trial: Trial }>(
  runs: readonly Of[],
): ReadonlyMap<string, Of[]> {
  return Map.groupBy(runs, ({ trial }) => trial.site.title);
}

/** Runs by strategy, in the order of the table. */
export function byLabel(runs: readonly Run[]): ReadonlyMap<string, Run[]> {
  return Map.groupBy(runs, ({ label }) => label);
}
