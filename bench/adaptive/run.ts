import type { Crawled } from "./jobs.ts";
import { type NamedStrategy, ORACLE } from "./strategies.ts";
import type { Task } from "./task.ts";
import { doJobs } from "./workers.ts";

/** One crawl of one contestant. */
export interface Run {
  readonly label: string;
  readonly task: Task;
  readonly seed: number;
  readonly crawled: Crawled;
}

/** Contestants and what they are to find. */
export interface Experiment {
  readonly strategies: readonly NamedStrategy[];
  readonly tasks: readonly Task[];
  /** Of chance: of where crawls begin, and of draws. */
  readonly seeds: readonly number[];
}

/** Crawls each heat's quests by its contestants, with each seed; its oracle among them, if it has one. */
export async function crawlAll(what: string, experiments: readonly Experiment[]): Promise<Run[]> {
  const planned = experiments.flatMap(({ strategies, tasks, seeds }) =>
    tasks.flatMap((task) =>
      seeds.flatMap((seed) =>
        strategies.map(({ label, strategy, asksQueries = false }) => {
          const job =
            strategy === ORACLE
              ? ({ kind: "oracle", task, seed } as const)
              : ({ kind: "crawl", task, strategy, asksQueries, seed } as const);
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
