import { WORTH_STEPS } from "../adaptive/link-features.ts";

/** What features of a link add to its worth, by their names. */
export type LinkPrior = Readonly<Record<string, number>>;

/**
 * What the general features of a link add to its worth before a crawl has taught anything, learnt over
 * the tasks of `npm run bench -- auto-prior`. A feature that is not named adds nothing.
 */
export const LINK_PRIOR: LinkPrior = {
  "depth 0": -0.027,
  "depth 1": -0.034,
  "depth 2": 0.021,
  "depth 3": 0.054,
  "depth 4": 0.045,
  "depth 5": 0.04,
  "depth 6": -0.099,
  "length 0": -0.004,
  "length 1": -0.053,
  "length 2": -0.079,
  "length 3": -0.012,
  "length 4": 0.033,
  "length 5": 0.116,
  "relation above": 0.024,
  "relation above 0": 0.001,
  "relation above 1": 0.043,
  "relation above 2": -0.01,
  "relation above 3": -0.005,
  "relation above 4": -0.004,
  "relation below": -0.029,
  "relation below 1": -0.01,
  "relation below 2": -0.012,
  "relation below 3": -0.029,
  "relation below 4": 0.044,
  "relation below 5": -0.003,
  "relation below 6": -0.019,
  "relation beside": 0.066,
  "relation beside 1": -0.049,
  "relation beside 2": -0.005,
  "relation beside 3": 0.114,
  "relation beside 4": 0.038,
  "relation beside 5": 0.046,
  "relation beside 6": -0.079,
  "relation host": -0.006,
  "relation host 0": -0.028,
  "relation host 1": -0.001,
  "relation host 2": -0.015,
  "relation host 3": 0.049,
  "relation host 4": -0.007,
  "relation host 5": -0.002,
  "relation host 6": -0.002,
  "relation same": -0.055,
  "relation same 1": -0.017,
  "relation same 2": 0.063,
  "relation same 3": -0.076,
  "relation same 4": -0.026,
  "relation same 5": -0.001,
  "relation same 6": 0.001,
  "worth 0": -0.072,
  "worth 1": -0.014,
  "worth 2": 0.041,
  "worth 3": 0.013,
  "worth 4": 0.033,
};

/** Up to so many pages the prior counts in full; later less, in proportion. */
const PRIOR_PAGES = 20;

/**
 * Returns the prior of a crawl that has fetched `pages` pages. Where a topic alone says what is wanted,
 * the crawl starts as best-first: a link is worth half of what its page is, in addition.
 * @param isByTopic whether a topic alone says what is wanted, without a page that shows it
 */
export function priorAt(
  pages: number,
  { prior, isByTopic }: { readonly prior: LinkPrior; readonly isByTopic: boolean },
): LinkPrior {
  const share = Math.min(1, PRIOR_PAGES / Math.max(1, pages));
  const bestFirst = isByTopic ? WORTH_OF_PAGE : [];
  const sums = new Map(Object.entries(prior));
  for (const [feature, adds] of bestFirst) sums.set(feature, (sums.get(feature) ?? 0) + adds);
  return Object.fromEntries(sums.entries().map(([feature, adds]) => [feature, share * adds]));
}

/** Worth of a link on a perfect page, by its page alone. */
const ON_PERFECT_PAGE = 0.5;

/** The worth of a link by that of its page alone. */
const WORTH_OF_PAGE = Array.from(
  { length: WORTH_STEPS },
  (_, step): readonly [feature: string, adds: number] => [
    `worth ${step}`,
    (ON_PERFECT_PAGE * step) / (WORTH_STEPS - 1),
  ],
);
