import { type Contestant, ORACLE } from "./contestants.ts";
import type { Crawled } from "./jobs.ts";
import type { Quest } from "./quest.ts";
import { doJobs } from "./workers.ts";

/** One crawl of one contestant. */
export interface Run {
  readonly label: string;
  readonly quest: Quest;
  readonly seed: number;
  readonly crawled: Crawled;
}

/** Contestants and what they are to find. */
export interface Heat {
  readonly contestants: readonly Contestant[];
  readonly quests: readonly Quest[];
  /** Of chance: of where crawls begin, and of draws. */
  readonly seeds: readonly number[];
}

/** Crawls each heat's quests by its contestants, with each seed; its oracle among them, if it has one. */
export async function crawlAll(what: string, heats: readonly Heat[]): Promise<Run[]> {
  const planned = heats.flatMap(({ contestants, quests, seeds }) =>
    quests.flatMap((quest) =>
      seeds.flatMap((seed) =>
        contestants.map(({ label, strategy, asksQueries = false }) => {
          const job =
            strategy === ORACLE
              ? ({ kind: "oracle", quest, seed } as const)
              : ({ kind: "crawl", quest, strategy, asksQueries, seed } as const);
          return { label, job };
        }),
      ),
    ),
  );
  const crawls = await doJobs(
    what,
    planned.map(({ job }) => job),
  );
  return planned.flatMap(({ label, job: { quest, seed } }, at) => {
    const crawled = crawls[at];
    return crawled === undefined ? [] : [{ label, quest, seed, crawled }];
  });
}
