import type { Merge } from "./frontier-policy.ts";
import type { OfferedLink } from "./link.ts";

/** What an offer changes of a link that waits or was cut; both `undefined` where it changes nothing. */
export interface MergedOffer {
  /** The new priority; `fromOffer` where the offer also brings its group, snippet, model and reason. */
  readonly scoring: { readonly priority: number; readonly fromOffer: boolean } | undefined;
  /** True where the offer is a shorter way from a seed: its depth, redirects and parent replace the known ones. */
  readonly isShorter: boolean;
}

/** What decides what a link is worth under the weights of groups. */
export type Grouped = Pick<OfferedLink, "priority" | "group">;

/** The priority of a link under the weight of its group. */
export type ValueOf = (link: Grouped) => number;

/**
 * Merges an offer into a known link. `greater` keeps the one of higher value, its own priority, group
 * and everything its scorer said; `sum` adds and keeps the first scorer's words, `first` keeps the
 * priority.
 */
export function mergeOffer(
  merge: Merge,
  known: Grouped & Pick<OfferedLink, "depth">,
  offered: OfferedLink,
  valueOf: ValueOf,
): MergedOffer {
  return {
    scoring: MERGES[merge](known, offered, valueOf),
    isShorter: offered.depth < known.depth,
  };
}

type MergeScoring = (known: Grouped, offered: Grouped, valueOf: ValueOf) => MergedOffer["scoring"];

const MERGES: Readonly<Record<Merge, MergeScoring>> = {
  greater: (known, offered, valueOf) =>
    valueOf(offered) > valueOf(known) ? { priority: offered.priority, fromOffer: true } : undefined,
  sum: ({ priority }, offered) =>
    offered.priority > 0
      ? { priority: Math.min(priority + offered.priority, Number.MAX_VALUE), fromOffer: false }
      : undefined,
  first: () => undefined,
};
