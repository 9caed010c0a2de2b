import type { LinkFacts, Visit } from "../../lib/domain/methods/strategy.ts";
import { probability, type Weights } from "../../lib/domain/stats/learner/cross-validation.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { linkWords } from "../link-learner/link-words.ts";
import { BIAS, trainLinkClasses } from "./link-classes.ts";

/** A classifier of links by words, host and family. */
export type LinkOdds = {
  /** `null` until it can be trained. */
  readonly weights: Weights | null;
  /** By {@link keyOf} of a page: labels of the pages that were drawn from it. */
  readonly children: Readonly<Record<string, readonly Label[]>>;
};

type Label = "target" | "other";

/** Most pages whose children are known: those that gave a page last. Some 50 kB. */
const MOST_PARENTS = 2_000;

/** Two pages in four thousand million share a key. */
const KEYS = 2 ** 32;

/** Trains on the pages fetched, each with the labels that were known when it was drawn. */
export function trainLinkOdds(visits: readonly Visit[]): LinkOdds {
  const children = new Map<string, readonly Label[]>();
  const examples = visits.map((visit) => {
    const { url, parent, isTarget } = visit;
    const siblings = parent === undefined ? [] : (children.get(keyOf(parent)) ?? []);
    if (parent !== undefined) {
      const label = isTarget ? "target" : "other";
      const key = keyOf(parent);
      // The parents that gave a page last are at the end.
      children.delete(key);
      children.set(key, siblings.includes(label) ? siblings : [...siblings, label]);
    }
    return { id: url, features: linkFeatures(visit, siblings), isGood: isTarget };
  });
  return {
    weights: trainLinkClasses(examples),
    children: Object.fromEntries([...children].slice(-MOST_PARENTS)),
  };
}

/** Compiles to the probability that a link leads to a target, in (0,1); ½ until it is trained. */
export function compileLinkOdds({ weights, children }: LinkOdds): (link: LinkFacts) => number {
  if (weights === null) return () => 0.5;
  return (link) => {
    const siblings = link.parent === undefined ? [] : (children[keyOf(link.parent)] ?? []);
    return probability(weights, linkFeatures(link, siblings));
  };
}

/**
 * Returns the features of a link: words of its URL and its anchor, its host, and whether its page
 * and pages drawn from that page are targets or not.
 */
export function linkFeatures(link: LinkFacts, siblings: readonly Label[]): string[] {
  const inherited = link.snippet?.inherited;
  return [
    BIAS,
    `host ${hostOf(link.url)}`,
    ...linkWords(link, "url+anchor+around"),
    ...(inherited === undefined ? [] : [`parent ${inherited > 0 ? "target" : "other"}`]),
    ...siblings.map((label) => `sibling ${label}`),
  ];
}

function keyOf(page: Url): string {
  return Math.floor(hashToUnit(0, page) * KEYS).toString(36);
}
