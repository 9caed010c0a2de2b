/** Clusters of rows: their labels, sets that are joined, and the best cut of values (Otsu). */

import { mean } from "../intervals/paired-bootstrap.ts";

/** Label of a page that is in no cluster. */
export const NOISE = -1;

/** Pages in clusters. */
export interface Clustering {
  /** Cluster of each page, {@link NOISE} for a page in no cluster. */
  readonly labels: Int32Array;
  /** Clusters are numbered from 0 to below this, by size: 0 is the largest. */
  readonly clusters: number;
}

/**
 * Numbers groups by size, the largest 0, equal ones by their first page. A group is any number that
 * is not negative; negative numbers are noise.
 */
export function numberBySize(groups: Int32Array): Clustering {
  const sizes = new Map<number, number>();
  for (const group of groups) if (group >= 0) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  // Sorting is stable, and a map keeps the order of first pages.
  const bySize = [...sizes].sort(([, a], [, b]) => b - a);
  const numbers = new Map(bySize.map(([group], number) => [group, number]));
  return { labels: groups.map((group) => numbers.get(group) ?? NOISE), clusters: numbers.size };
}

/** Sets without a common member, over the numbers from 0 on (union–find with path halving). */
export class DisjointSets {
  readonly #parents: Int32Array;

  /** Makes each of `size` numbers a set of its own. */
  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, member) => member);
  }

  /** Joins the sets of two members. */
  join(a: number, b: number): void {
    const [x, y] = [this.find(a), this.find(b)];
    this.#parents[Math.max(x, y)] = Math.min(x, y);
  }

  /** Returns the least member of a member's set. */
  find(member: number): number {
    const parents = this.#parents;
    let at = member;
    for (;;) {
      const parent = parents[at] ?? at;
      if (parent === at) return at;
      const grandparent = parents[parent] ?? parent;
      parents[at] = grandparent;
      at = grandparent;
    }
  }
}

/**
 * Computes the cut that divides values into two groups with the greatest variance between them
 * (Otsu 1979). It is half-way between the groups, and above all of the lower one; `undefined` when all values are equal.
 */
export function otsuCut(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const total = sorted.reduce((sum, value) => sum + value, 0);
  let below = 0;
  let best = 0;
  let cut: number | undefined;
  for (const [index, value] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next === undefined) break;
    below += value;
    if (next === value) continue;
    const count = index + 1;
    const rest = sorted.length - count;
    const between = count * rest * (below / count - (total - below) / rest) ** 2;
    if (between > best) {
      best = between;
      const middle = value + (next - value) / 2;
      // Between neighbours there is no other number.
      cut = middle > value ? middle : next;
    }
  }
  return cut;
}

/**
 * Returns the share of the variance of all values that lies between the groups that they are in, in [0,1]: 1 if those of
 * each group are equal (η of Otsu 1979), and 0 if all are.
 * @param groups none of them empty
 */
export function separationOf(groups: readonly (readonly number[])[]): number {
  const centre = mean(groups.flat());
  const spread = groups.flat().reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const between = groups.reduce(
    (sum, group) => sum + group.length * (mean(group) - centre) ** 2,
    0,
  );
  return spread === 0 ? 0 : between / spread;
}
