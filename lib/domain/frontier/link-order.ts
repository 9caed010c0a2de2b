import { hashToUnit } from "../chance/hash-to-unit.ts";
import type { Selection } from "./frontier-policy.ts";

/** Where a link stands among others: `key` before its group's weight, `value` after it; greater is drawn earlier. */
export interface Rank {
  readonly value: number;
  readonly key: number;
  readonly sequence: number;
}

/** What a key is made of. */
export interface KeyedLink {
  readonly url: string;
  readonly sequence: number;
  readonly priority: number;
}

/**
 * The number links of one host and group are sorted by, greatest first. Never NaN for a priority in
 * [0, ∞). `proportional` gives the Efraimidis–Spirakis key ln(u)/q, u a hash of (seed, URL) in (0,1).
 */
export function drawKey(selection: Selection, seed: number, link: KeyedLink): number {
  const isTossed = selection.kind === "layered" && selection.ties === "random";
  return isTossed ? tossedKey(link, seed) : KEYS[selection.kind](link, seed);
}

/** Steps that priorities are told apart by where equals are drawn at random: 2⁻²⁰, about a millionth. */
const STEPS = 2 ** 20;

/** Whole steps of the priority, then chance. */
function tossedKey({ url, priority }: KeyedLink, seed: number): number {
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
 * The key as if the group's weight had multiplied the link's priority. Monotone in the key, so that
 * a change of weight reorders groups but never the links of one.
 */
export function weighKey({ kind }: Selection, key: number, weight: number): number {
  if (!IS_WEIGHED[kind]) return key;
  if (kind !== "proportional") return key * weight;
  return weight === 0 ? -Infinity : key / weight;
}

/** The priority that decides which link is cut: times the group's weight where the selection knows weights. */
export function weighPriority({ kind }: Selection, priority: number, weight: number): number {
  return IS_WEIGHED[kind] ? priority * weight : priority;
}

/** Selections that look at priorities, and so at the weights that multiply them. */
const IS_WEIGHED: Readonly<Record<Selection["kind"], boolean>> = {
  best: true,
  layered: true,
  proportional: true,
  fifo: false,
  lifo: false,
  random: false,
};

/** The order of a draw, total: greater value, then greater key, then earlier admission. */
export function comesBefore(a: Rank, b: Rank): boolean {
  if (a.value !== b.value) return a.value > b.value;
  if (a.key !== b.key) return a.key > b.key;
  return a.sequence < b.sequence;
}
