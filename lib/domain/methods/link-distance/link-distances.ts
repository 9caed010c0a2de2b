/** Distances of links to targets on click paths, and their corrections by what links led to. */
import type { Snippet } from "../../frontier/link.ts";
import type { Url } from "../../web/url/url.ts";
import type { LinkFacts, MarkedPath, Visit } from "../strategy.ts";
import type { LinkDistanceSettings } from "./options.ts";

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
  const distances = new Map(
    paths.flatMap((path) => path.at(-1) ?? []).map((target) => [target, 0]),
  );
  // A map iterates in insertion order and includes keys added meanwhile, so nearer pages come
  // first.
  for (const [url, distance] of distances)
    for (const source of sources.get(url) ?? [])
      if (!distances.has(source)) distances.set(source, distance + 1);
  return distances;
}

/** Settings that stop a crawl from following branches that promised targets and had none. */
export type CorrectionSettings = Pick<
  LinkDistanceSettings,
  "depthPenalty" | "branchDiscount" | "siblingShortfall"
>;

/** By URL of a page, the mean shortfall of its followed links, in (0, ∞). */
export type SiblingShortfalls = { readonly [page: Url]: number };

/** A link with its distance from the seeds, in links. */
export interface PlacedLink extends LinkFacts {
  readonly depth: number;
}

/** Share of a branch's shortfall that is left one link further on, so that old shortfalls fade. */
const KEPT = 0.5;

/**
 * Corrects a prediction, unclamped. It subtracts the penalty for each link from the seeds on. It
 * subtracts a share of the shortfall of the pages on the way to the link. It also subtracts a share
 * of the shortfall of the sibling links.
 */
export function corrected(
  prediction: number,
  { depth, parent, snippet }: PlacedLink,
  shortfalls: SiblingShortfalls | null,
  { depthPenalty, branchDiscount, siblingShortfall }: CorrectionSettings,
): number {
  const beside = parent === undefined ? 0 : (shortfalls?.[parent] ?? 0);
  return (
    prediction -
    depthPenalty * depth -
    branchDiscount * (snippet?.shortfall ?? 0) -
    siblingShortfall * beside
  );
}

/**
 * Computes the shortfall of the branch that a page's links keep, in [0, ∞). It is the page's
 * predicted worth above its actual worth, plus half of what the link to the page kept.
 */
export function branchShortfall(
  before: Snippet | undefined,
  { predicted, observed }: { readonly predicted: number; readonly observed: number },
): number {
  return Math.max(0, predicted - observed) + KEPT * (before?.shortfall ?? 0);
}

/**
 * Computes how far followed links fell short of their predictions, by the page that contains them.
 */
export function siblingShortfalls(
  visits: readonly Visit[],
  predict: (link: LinkFacts) => number,
): SiblingShortfalls {
  const tallies = new Map<Url, { sum: number; links: number }>();
  for (const { url, parent, snippet, utility } of visits) {
    if (parent === undefined || snippet === undefined) continue;
    const { sum, links } = tallies.get(parent) ?? { sum: 0, links: 0 };
    const short = predict({ url, parent, snippet }) - utility;
    tallies.set(parent, { sum: sum + short, links: links + 1 });
  }
  const shortfalls: Record<Url, number> = {};
  for (const [page, { sum, links }] of tallies) if (sum > 0) shortfalls[page] = sum / links;
  return shortfalls;
}
