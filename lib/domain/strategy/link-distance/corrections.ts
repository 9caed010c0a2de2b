import type { Snippet } from "../../frontier/link.ts";
import type { Url } from "../../url/url.ts";
import type { LinkFacts, Visit } from "../strategy.ts";
import type { LinkDistanceSettings } from "./options.ts";

/** What keeps a crawl from going on where targets were promised and none came. */
export type CorrectionSettings = Pick<
  LinkDistanceSettings,
  "depthPenalty" | "branchDiscount" | "siblingShortfall"
>;

/** By URL of a page, how far the links of it that were followed fell short in the mean, in (0, ∞). */
export type SiblingShortfalls = { readonly [page: Url]: number };

/** A link with its distance from the seeds, in links. */
export interface PlacedLink extends LinkFacts {
  readonly depth: number;
}

/** Share of what a branch fell short by that is left one link further on: old promises are forgotten. */
const KEPT = 0.5;

/**
 * What a prediction comes to when it is mended, unclamped: less the penalty for each link from the seeds on,
 * less a share of what the pages on the way to the link fell short of their own predictions, less a share
 * of what the links beside it did.
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
 * What a link of a page is to keep of its branch's broken promises, in [0, ∞): what the page itself was
 * predicted above what it was found to be worth, and half of what was kept at the link that led to it.
 */
export function branchShortfall(
  before: Snippet | undefined,
  { predicted, observed }: { readonly predicted: number; readonly observed: number },
): number {
  return Math.max(0, predicted - observed) + KEPT * (before?.shortfall ?? 0);
}

/** How far links that were followed fell short of what is predicted for them, by the page that they stand on. */
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
