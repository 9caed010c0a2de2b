import type { Run } from "../../../bench/courses/run.ts";

/** A crawl of 100 pages that found targets at these places, from 1 on. */
export function aRun(label: string, site: string, places: readonly number[], seed = 1): Run {
  const isTarget = Array.from({ length: 100 }, (_, at) => places.includes(at + 1));
  const crawled = { isTarget, isGathered: isTarget, seconds: 0 };
  return { label, trial: { site: { corpus: "webkb", name: site, title: site }, seed }, crawled };
}

/** Places 1 to this one. */
export function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, at) => at + 1);
}
