import type { Url } from "../../web/url/url.ts";
import type { MarkedPath } from "../marked-paths.ts";

/**
 * Computes the least number of marked links to a target, by URL of every page on a path; 0 for
 * targets.
 */
export function linkDistances(paths: readonly MarkedPath[]): ReadonlyMap<Url, number> {
  const sources = new Map<Url, Url[]>();
  for (const path of paths) {
    for (const [at, target] of path.entries()) {
      const source = path[at - 1];
      if (source === undefined) continue;
      const known = sources.get(target);
      if (known === undefined) sources.set(target, [source]);
      else known.push(source);
    }
  }
  const distances = new Map(Array.from(targetsOf(paths), (target) => [target, 0]));
  // A map iterates in insertion order and includes keys added meanwhile, so nearer pages come
  // first.
  for (const [url, distance] of distances)
    for (const source of sources.get(url) ?? [])
      if (!distances.has(source)) distances.set(source, distance + 1);
  return distances;
}

/**
 * Computes how much of the way to a target is done at a page, in [0,1], by URL of every page on a
 * path. R(P) = 1 − d(P,T) ÷ d(S,T), with d the number of links on the path to its target T; S is
 * its start. A page on several paths has their mean. A target has 1 even when a path continues
 * through it.
 */
export function relevances(paths: readonly MarkedPath[]): ReadonlyMap<Url, number> {
  const tallies = new Map<Url, { sum: number; paths: number }>();
  for (const path of paths) {
    const links = path.length - 1;
    for (const [at, url] of path.entries()) {
      const tally = tallies.get(url) ?? { sum: 0, paths: 0 };
      tallies.set(url, { sum: tally.sum + at / links, paths: tally.paths + 1 });
    }
  }
  const targets = targetsOf(paths);
  return new Map(
    Array.from(tallies, ([url, tally]) => [url, targets.has(url) ? 1 : tally.sum / tally.paths]),
  );
}

function targetsOf(paths: readonly MarkedPath[]): ReadonlySet<Url> {
  return new Set(paths.flatMap((path) => path.at(-1) ?? []));
}
