import { followedLinks, type Sample } from "../../strategy/source/sample.ts";

/** A way from a seed to a target page: places of the sample's pages, the seed's first. */
export type TargetPath = readonly number[];

/**
 * The target page map of Vidal et al. 2006: of the shortest ways from the seeds to each target page of
 * the sample the one that was found first; none of a seed itself, and none where no links lead.
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

/** The page that each page is reached from, breadth first; `undefined` of the seeds. */
function shortestWays(sample: Sample): ReadonlyMap<number, number | undefined> {
  const parents = new Map<number, number | undefined>();
  for (const [place, { depth }] of sample.pages.entries())
    if (depth === 0) parents.set(place, undefined);
  // A map hands on what is added while it is walked: it is the queue.
  for (const place of parents.keys()) {
    const page = sample.pages[place];
    if (page === undefined) continue;
    for (const { to } of followedLinks(sample, page)) if (!parents.has(to)) parents.set(to, place);
  }
  return parents;
}
