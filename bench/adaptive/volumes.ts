import {
  type Interval,
  mean,
  pairedBootstrap,
  ratioOfMeans,
} from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { type Crawled, PAGE } from "./jobs.ts";
import type { Run } from "./run.ts";
import { type Volume, volumeCurve } from "./volume.ts";

/** Shares of the budget at which crawls are compared; the paper's table has the last four of its 20 hours. */
export const SHARES: readonly number[] = [0.02, 0.05, 0.1, 0.2, 0.3, 0.55, 0.8, 1];

/** A page counts as judged relevant from here: its mark is 0 or 1. */
const JUDGED = 1;

const NOTHING: Volume = { raw: 0, gross: 0, net: 0 };

/**
 * Returns the volume of a crawl when a share of its budget is spent; its final volume if it ended
 * before.
 */
export function volumeAt({ pages, budget }: Crawled, share: number): Volume {
  const first = pages.slice(0, Math.round(share * budget));
  const judged = first.map((mark) => ({
    utility: mark >= PAGE.judged ? JUDGED : 0,
    isRelevant: mark % PAGE.judged === PAGE.target,
  }));
  return volumeCurve(judged, JUDGED).at(-1) ?? NOTHING;
}

/**
 * Counts the relevant pages that a crawl predicted to be relevant when a share of its budget is
 * spent.
 */
export function recognisedAt({ pages, budget }: Crawled, share: number): number {
  return pages.slice(0, Math.round(share * budget)).filter((mark) => mark === PAGE.both).length;
}

/**
 * Returns the share of the known relevant pages that a crawl has by then, in [0,1]; 0 when there
 * are no such pages.
 */
export function recallAt(crawled: Crawled, share: number): number {
  return crawled.known === 0 ? 0 : volumeAt(crawled, share).net / crawled.known;
}

/** Returns the mean over tasks of the means over seeds. */
export function overTasks(runs: readonly Run[], of: (crawled: Crawled) => number): number {
  return mean([...meansByTask(runs, of).values()]);
}

/**
 * Returns the ratio of two strategies' means over tasks, with the interval over resampled tasks.
 */
export function ratioOf(
  ours: readonly Run[],
  theirs: readonly Run[],
  of: (crawled: Crawled) => number,
): Interval {
  const rivals = meansByTask(theirs, of);
  const pairs = [...meansByTask(ours, of)].map(([task, value]): [number, number] => {
    return [value, rivals.get(task) ?? Number.NaN];
  });
  return pairedBootstrap(pairs, ratioOfMeans, 1);
}

function meansByTask(
  runs: readonly Run[],
  of: (crawled: Crawled) => number,
): ReadonlyMap<string, number> {
  const byTask = Map.groupBy(runs, ({ task }) => `${task.site.name} ${task.need}`);
  return new Map(
    [...byTask].map(([name, runs]) => [name, mean(runs.map(({ crawled }) => of(crawled)))]),
  );
}
