import type { Crawled } from "./jobs.ts";
import { type NamedStrategy, ORACLE } from "./strategies.ts";
import type { Task } from "./task.ts";
import { doJobs } from "./workers.ts";

/** One crawl by one strategy. */
export interface Run {
  readonly label: string;
  readonly task: Task;
  readonly seed: number;
  readonly crawled: Crawled;
}

/** Strategies and the tasks that they crawl. */
export interface Experiment {
  readonly strategies: readonly NamedStrategy[];
  readonly tasks: readonly Task[];
  /** Seeds of chance: for the pages that crawls begin with, and for draws. */
  readonly seeds: readonly number[];
  /** Whether all crawls of a task share one judge of pages, or each has its own, as users have. */
  readonly judges: "shared" | "own";
}

/**
 * Crawls each experiment's tasks by its strategies, with each seed; also by its oracle, if it has
 * one.
 */
export async function crawlAll(what: string, experiments: readonly Experiment[]): Promise<Run[]> {
  const planned = experiments.flatMap(({ strategies, tasks, seeds, judges }) =>
    tasks.flatMap((task) =>
      seeds.flatMap((seed) =>
        strategies.map(({ label, strategy, asksQueries = false }) => {
          const job =
            strategy === ORACLE
              ? ({ kind: "oracle", task, seed } as const)
              : ({ kind: "crawl", task, strategy, asksQueries, seed, judges } as const);
          return { label, job };
        }),
      ),
    ),
  );
  const crawls = await doJobs(
    what,
    planned.map(({ job }) => job),
  );
  return planned.flatMap(({ label, job: { task, seed } }, at) => {
    const crawled = crawls[at];
    return crawled === undefined ? [] : [{ label, task, seed, crawled }];
  });
}
