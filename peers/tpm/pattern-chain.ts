import type { Sample } from "../../lib/domain/methods/source/sample.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { compileUrlPattern, learnUrlPatterns, type UrlPattern } from "../sampling/url-patterns.ts";
import type { TargetPath } from "./target-map.ts";

/** URL patterns that lead from the seeds, level by level, to target pages. */
export type PatternChain = {
  readonly roots: readonly Url[];
  /** p₁ … pₙ₋₁. */
  readonly passages: readonly UrlPattern[];
  /** pₙ, and the pattern of the example. */
  readonly targets: readonly UrlPattern[];
};

/**
 * Returns the chain of patterns by which most target pages of the map are reached; of two equals
 * the shorter. Patterns are learned from the pages on the way at each level, and from all target
 * pages together, including the example.
 */
export function patternChain(
  { pages }: Pick<Sample, "pages">,
  paths: readonly TargetPath[],
  example: Url,
): PatternChain {
  const roots = pages.flatMap(({ url, depth }) => (depth === 0 ? [url] : []));
  const ways = paths.map((path) => path.flatMap((place) => pages[place]?.url ?? []));
  const targets = learnUrlPatterns([...ways.flatMap((way) => way.slice(-1)), example]);
  const levels = levelPatterns(ways);
  const chains = ways.map((way) =>
    way.slice(1).map((url, index) => {
      const isTarget = index === way.length - 2;
      return (isTarget ? targets : levels[index + 1])?.get(url) ?? "";
    }),
  );
  const [most = []] = [...Map.groupBy(chains, (chain) => chain.join(" ")).values()].toSorted(
    (a, b) => b.length - a.length || (a[0]?.length ?? 0) - (b[0]?.length ?? 0),
  );
  const [chain = []] = most;
  const accepted = new Set([...chain.slice(-1), targets.get(example) ?? ""]);
  return { roots, passages: chain.slice(0, -1), targets: [...accepted] };
}

/** Returns by level the patterns of the pages that lead on from there; the seeds are at level 0. */
function levelPatterns(ways: readonly (readonly Url[])[]): ReadonlyMap<Url, UrlPattern>[] {
  const levels: Url[][] = [];
  for (const way of ways)
    for (const [level, url] of way.slice(0, -1).entries()) {
      const urls = levels[level];
      if (urls === undefined) levels[level] = [url];
      else urls.push(url);
    }
  return levels.map(learnUrlPatterns);
}

/** Why a link is followed: it matches a target pattern, or the next one of the chain. */
export type Step = "target" | "next";

/**
 * Compiles a chain. A link of a page at level i is followed to the pattern i + 1. The last pattern
 * is followed from everywhere (the change of Xu, Gao & Callan 2018, § 5.4). A page's levels are
 * those that its URL matches.
 */
export function compileChain({
  roots,
  passages,
  targets,
}: PatternChain): (page: Url | undefined) => (link: Url) => Step | undefined {
  const isRoot = new Set<string>(roots);
  const isTarget = targets.map(compileUrlPattern);
  const levels = [(url: Url) => isRoot.has(url), ...passages.map(compileUrlPattern)];
  return (page) => {
    const next = levels
      .slice(1)
      .filter((_, index) => page !== undefined && levels[index]?.(page) === true);
    return (link) => {
      if (isTarget.some((test) => test(link))) return "target";
      return next.some((test) => test(link)) ? "next" : undefined;
    };
  };
}
