import { mean } from "../../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { type Crawled, isCrawled, ORACLE, type Result } from "../crawled.ts";

/** A figure of a crawl; not a number where there was nothing to find. */
export type Figure = (crawled: Crawled) => number;

/** The crawls of a run, as tables read them. */
export class Crawls {
  readonly #byName: ReadonlyMap<string, readonly Crawled[]>;
  /** Names of groups and strategies, in the order of the run. */
  readonly groups: readonly string[];
  readonly strategies: readonly string[];
  /** Names of all tasks, refused or not. */
  readonly tasks: readonly string[];

  constructor(results: readonly Result[]) {
    const made = results.filter(isCrawled);
    this.#byName = Map.groupBy(made, ({ strategy }) => strategy);
    this.groups = [...new Set(results.map(({ group }) => group))];
    this.strategies = [...new Set(results.map(({ strategy }) => strategy))];
    this.tasks = [...new Set(results.map(taskOf))];
  }

  /** Strategies of the project, without the oracle. */
  get rivals(): readonly string[] {
    return this.strategies.filter((name) => name !== ORACLE);
  }

  /** Returns the crawls of a strategy, all or those of one group. */
  of(strategy: string, group?: string): readonly Crawled[] {
    const crawls = this.#byName.get(strategy) ?? [];
    return group === undefined ? crawls : crawls.filter((each) => each.group === group);
  }
}

/** Returns the name of a crawl's task among all groups. */
export function taskOf({ group, task }: Pick<Result, "group" | "task">): string {
  return `${group}: ${task}`;
}

/** Returns the mean over tasks of the means over seeds; not a number where there is no crawl. */
export function meanOverTasks(crawls: readonly Crawled[], figure: Figure): number {
  const means = [...Map.groupBy(crawls, taskOf).values()].map((some) => meanOf(some.map(figure)));
  return meanOf(means);
}

/** Returns the mean of those values that are numbers. */
export function meanOf(values: readonly number[]): number {
  const numbers = values.filter((value) => Number.isFinite(value));
  return numbers.length === 0 ? Number.NaN : mean(numbers);
}

/**
 * Returns the figures of crawls of two strategies, in pairs of the same task and seed. `taskName` tells
 * tasks that are the same for both.
 */
export function pairsOf(
  ours: readonly Crawled[],
  theirs: readonly Crawled[],
  figure: Figure,
  taskName: (crawled: Crawled) => string = taskOf,
): [ours: number, theirs: number][] {
  const nameOf = (crawled: Crawled) => `${taskName(crawled)} ${crawled.seed}`;
  const others = new Map(theirs.map((crawled) => [nameOf(crawled), crawled]));
  return ours.flatMap((crawled): [number, number][] => {
    const other = others.get(nameOf(crawled));
    if (other === undefined) return [];
    const pair: [number, number] = [figure(crawled), figure(other)];
    return pair.every((value) => Number.isFinite(value)) ? [pair] : [];
  });
}
