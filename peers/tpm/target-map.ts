import type { Sample } from "../../lib/domain/methods/source/sample.ts";
import { followedLinks } from "../followed-links.ts";

/** A way from a seed to a target page: indices of the sample's pages, the seed's first. */
export type TargetPath = readonly number[];

/**
 * Returns the target page map of Vidal et al. 2006. For each target page of the sample it has the
 * shortest way from the seeds that was found first. Seeds themselves, and pages that no links lead
 * to, have no way.
 */
export function targetMap(sample: Sample, isTarget: (place: number) => boolean): TargetPath[] {
  const parents = shortestWays(sample);
  const paths: TargetPath[] = [];
  for (const place of parents.keys()) {
    const path = [place];
    for (let at = parents.get(place); at !== undefined; at = parents.get(at)) path.push(at);
    if (path.length > 1 && isTarget(place)) paths.push(path.toReversed());
  }
  return paths;
}

/** Returns for each page the page before it, breadth first; `undefined` for the seeds. */
function shortestWays(sample: Sample): ReadonlyMap<number, number | undefined> {
  const parents = new Map<number, number | undefined>();
  for (const [place, { depth }] of sample.pages.entries())
    if (depth === 0) parents.set(place, undefined);
  // A map also yields entries added during iteration: it is the queue.
  for (const place of parents.keys()) {
    const page = sample.pages[place];
    if (page === undefined) continue;
    for (const { to } of followedLinks(sample, page)) if (!parents.has(to)) parents.set(to, place);
  }
  return parents;
}
