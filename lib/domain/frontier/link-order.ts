import { fail } from "../../errors.ts";
import { hashToUnit } from "../stats/random/random.ts";
import type { Selection } from "./frontier-policy.ts";

/**
 * The rank of a link among others: `key` without its group's weight, `value` with it; greater is
 * drawn earlier.
 */
interface Rank {
  readonly value: number;
  readonly key: number;
  readonly sequence: number;
}

/** The facts that a key is made from. */
interface KeyedLink {
  readonly url: string;
  readonly sequence: number;
  readonly priority: number;
}

/**
 * Returns the number by which links of one host and group are sorted, greatest first. It is never
 * NaN for a priority in [0, ∞). `proportional` gives the Efraimidis–Spirakis key ln(u)/q, where u
 * is a hash of (seed, URL) in (0,1).
 */
export function drawKey(selection: Selection, seed: number, link: KeyedLink): number {
  const isByChance = selection.kind === "layered" && selection.ties === "random";
  return isByChance ? randomTieBreakKey(link, seed) : KEYS[selection.kind](link, seed);
}

/**
 * Steps of priority in 1: priorities that agree to 2⁻²⁰, about a millionth, are equal, and a random
 * tie-break decides.
 */
const STEPS = 2 ** 20;

/** Returns the whole steps of the priority, with a random fraction as the tie-break. */
function randomTieBreakKey({ url, priority }: KeyedLink, seed: number): number {
  const steps = Math.min(Math.floor(priority * STEPS), Number.MAX_VALUE);
  return steps + hashToUnit(seed, url);
}

const KEYS: Readonly<Record<Selection["kind"], (link: KeyedLink, seed: number) => number>> = {
  best: ({ priority }) => priority,
  layered: ({ priority }) => priority,
  proportional: ({ url, priority }, seed) => Math.log(hashToUnit(seed, url)) / priority,
  fifo: ({ sequence }) => -sequence,
  lifo: ({ sequence }) => sequence,
  random: ({ url }, seed) => hashToUnit(seed, url),
};

/**
 * Returns the key as if the group's weight had multiplied the link's priority. It is monotone in
 * the key: a change of weight reorders groups but never the links of one group.
 */
export function weighKey({ kind }: Selection, key: number, weight: number): number {
  if (!IS_WEIGHED[kind]) return key;
  if (kind !== "proportional") return key * weight;
  return weight === 0 ? -Infinity : key / weight;
}

/**
 * Returns the priority that decides which link is cut. It is multiplied by the group's weight if
 * the selection uses weights.
 */
export function weighPriority({ kind }: Selection, priority: number, weight: number): number {
  return IS_WEIGHED[kind] ? priority * weight : priority;
}

/** Whether a selection uses priorities, and so the weights that multiply them. */
const IS_WEIGHED: Readonly<Record<Selection["kind"], boolean>> = {
  best: true,
  layered: true,
  proportional: true,
  fifo: false,
  lifo: false,
  random: false,
};

/**
 * Compares ranks in the total order of a draw: greater value, then greater key, then earlier
 * admission.
 */
export function comesBefore(a: Rank, b: Rank): boolean {
  if (a.value !== b.value) return a.value > b.value;
  if (a.key !== b.key) return a.key > b.key;
  return a.sequence < b.sequence;
}

/**
 * Checks weights before anything is changed.
 * @throws for a weight outside [0, ∞), NaN included
 */
export function checkWeights(weights: ReadonlyMap<string, number>): void {
  for (const [group, weight] of weights) {
    if (weight >= 0 && weight < Infinity) continue;
    throw fail("group-weight-out-of-range", { group, weight, value: weight });
  }
}

/** The link at one end of an order. */
export interface Head {
  readonly sequence: number;
  readonly hostId: number;
  readonly key: number;
}

/** How the heads of the groups are found and compared. */
interface MergeRules {
  /** The groups that take part; read again at every step. */
  readonly groups: () => Iterable<string>;
  readonly weightOf: (group: string) => number;
  readonly headOf: (group: string) => Head | undefined;
  /** Returns a head's value: its key under its group's weight. */
  readonly valueOf: (key: number, weight: number) => number;
  /** Whether the merge yields the links from the first on or from the last on. */
  readonly from: "first" | "last";
}

/** A group's head with its rank among those of the other groups. */
interface GroupHead extends Head, Rank {
  readonly group: string;
}

/** A k-way merge of the groups' orders into one. */
export interface GroupMerge {
  /** Returns the next link of the merged order; the same again until its head is invalidated. */
  peek(): GroupHead | undefined;
  /**
   * Reads the heads on this host again: the host became unavailable, or one of its links left the
   * order.
   */
  invalidateHost(hostId: number): void;
  /** Reads this group's head again: the head left the order, and no host became unavailable. */
  invalidateGroup(group: string): void;
}

/**
 * Merges the orders of all groups. Each step costs one comparison per group, and one look-up per
 * changed head.
 */
export function mergeGroups(rules: MergeRules): GroupMerge {
  const heads = new Map<string, GroupHead | undefined>();
  const isAhead = (a: Rank, b: Rank): boolean =>
    rules.from === "first" ? comesBefore(a, b) : comesBefore(b, a);
  return {
    peek() {
      let next: GroupHead | undefined;
      for (const group of rules.groups()) {
        let head = heads.get(group);
        if (head === undefined && !heads.has(group)) {
          head = groupHead(rules, group);
          heads.set(group, head);
        }
        if (head !== undefined && (next === undefined || isAhead(head, next))) next = head;
      }
      return next;
    },
    invalidateHost(hostId) {
      for (const [group, head] of heads) if (head?.hostId === hostId) heads.delete(group);
    },
    invalidateGroup(group) {
      heads.delete(group);
    },
  };
}

function groupHead(rules: MergeRules, group: string): GroupHead | undefined {
  const head = rules.headOf(group);
  return head && { ...head, group, value: rules.valueOf(head.key, rules.weightOf(group)) };
}
