import { fail } from "../../errors.ts";
import type { FrontierPolicy, Merge } from "./frontier-policy.ts";
import type { OfferedLink, Quota, StoredState } from "./link.ts";

/** Reason of links that are cut because the frontier is full. */
export const FRONTIER_FULL = "capacity";

/** Rule that refuses a link of a site that has all its pages. */
export const SITE_BUDGET = "site-budget";

/**
 * Checks the priorities of links before anything is changed.
 * @throws for a link whose priority no order can hold
 */
export function checkPriorities(links: readonly OfferedLink[]): void {
  for (const { priority, url } of links) if (!isPriority(priority)) checkPriority(priority, url);
}

/** Returns whether a priority is in [0, ∞); NaN is not. */
export function isPriority(priority: number): boolean {
  return priority >= 0 && priority < Infinity;
}

/**
 * Checks a priority.
 * @throws for a priority outside [0, ∞), NaN included
 */
export function checkPriority(priority: number, url: string): void {
  if (isPriority(priority)) return;
  throw fail("priority-out-of-range", { url, priority, value: priority });
}

/**
 * Returns the quotas that a link uses, if its host is admitted or not. A quota of hosts is used by
 * the first URL of each host.
 */
export function quotasUsed(quotas: readonly Quota[], isHostAdmitted: boolean): readonly Quota[] {
  if (!isHostAdmitted) return quotas;
  const used: Quota[] = [];
  for (const quota of quotas) if (quota.counts !== "hosts") used.push(quota);
  return used;
}

/** Returns the rule that refuses a link: the scope's, or that of its first full quota. */
export function refusalOf(
  link: Pick<OfferedLink, "refusedBy" | "quotas">,
  quotas: { used(key: string): number },
): string | undefined {
  if (link.refusedBy !== undefined) return link.refusedBy;
  for (const { key, limit, rule } of link.quotas) if (quotas.used(key) >= limit) return rule;
  return undefined;
}

/**
 * Returns the state in which a link is admitted. The seeds are layer 0, and the target of a redirect belongs to the
 * layer of the link that it replaces. Other links of a layered selection wait for a later layer.
 */
export function initialState(
  { depth, redirects }: Pick<OfferedLink, "depth" | "redirects">,
  { selection }: Pick<FrontierPolicy, "selection">,
  layersBegun: number,
): StoredState {
  if (selection.kind !== "layered" || redirects > 0) return "queued";
  return depth > 0 || layersBegun > 0 ? "next-layer" : "queued";
}

/** The changes that an offer makes to a link that waits or was cut. */
interface MergedOffer {
  /** The new priority, `undefined` to keep the old; `fromOffer` takes the offer's group, snippet, model and reason. */
  readonly scoring: { readonly priority: number; readonly fromOffer: boolean } | undefined;
  /** True when the offer is a shorter path from a seed: its depth, redirects and parent are taken. */
  readonly isShorter: boolean;
}

/** The facts that decide a link's value under the weights of groups. */
export type Grouped = Pick<OfferedLink, "priority" | "group">;

/** The priority of a link under the weight of its group. */
type ValueOf = (link: Grouped) => number;

/**
 * Merges an offer into a known link. `greater` keeps the one of higher value with everything its scorer set. `sum` adds
 * the priorities and keeps the first scorer's texts. `first` changes no priority.
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
