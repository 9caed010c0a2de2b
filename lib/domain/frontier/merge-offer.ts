import type { Merge } from "./frontier-policy.ts";
import type { OfferedLink } from "./link.ts";

/** What an offer changes of a link that waits or was cut; both `undefined` where it changes nothing. */
export interface MergedOffer {
  /** The new priority; `fromOffer` where the offer also brings its group, snippet, model and reason. */
  readonly scoring: { readonly priority: number; readonly fromOffer: boolean } | undefined;
  /** True where the offer is a shorter way from a seed: its depth, redirects and parent replace the known ones. */
  readonly isShorter: boolean;
}

/**
 * Merges an offer into a known link. `greater` keeps the higher priority with everything its scorer
 * said, `sum` adds and keeps the first scorer's words, `first` keeps the priority.
 */
export function mergeOffer(
  merge: Merge,
  known: { readonly priority: number; readonly depth: number },
  offered: OfferedLink,
): MergedOffer {
  return {
    scoring: MERGES[merge](known.priority, offered.priority),
    isShorter: offered.depth < known.depth,
  };
}

type MergeScoring = (known: number, offered: number) => MergedOffer["scoring"];

const MERGES: Readonly<Record<Merge, MergeScoring>> = {
  greater: (known, offered) =>
    offered > known ? { priority: offered, fromOffer: true } : undefined,
  sum: (known, offered) =>
    offered > 0
      ? { priority: Math.min(known + offered, Number.MAX_VALUE), fromOffer: false }
      : undefined,
  first: () => undefined,
};
