import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import type { PlacedPage } from "./clustering-metrics.ts";

/** Precision of assigning unseen pages to clusters, each in [0,1]. */
export interface PlacingPrecision {
  /** Share of unseen pages whose type is that of their cluster. */
  readonly micro: number;
  /** Mean of that share over the clusters with unseen pages; 0 if there are none. */
  readonly macro: number;
}

/**
 * Returns the precision of a page classifier (Xu, Gao & Callan 2018, § 5.2). The type of a cluster
 * is the commonest type of its pages in `train`. A page of `test` is placed right if its type is
 * that of its cluster.
 *
 * A page without a cluster (negative) is placed wrong, as a cluster of its own would represent no
 * learned type. It counts in the micro mean only, or a few outliers would outweigh all clusters.
 * Returns `undefined` without a page to test.
 */
export function placingPrecision(
  train: readonly PlacedPage[],
  test: readonly PlacedPage[],
): PlacingPrecision | undefined {
  if (test.length === 0) return undefined;
  const standsFor = majorityTypes(train);
  const clusters = new Map<number, { pages: number; right: number }>();
  let right = 0;
  for (const { type, cluster } of test) {
    if (cluster < 0) continue;
    const of = clusters.get(cluster) ?? { pages: 0, right: 0 };
    clusters.set(cluster, of);
    of.pages += 1;
    if (standsFor.get(cluster) !== type) continue;
    of.right += 1;
    right += 1;
  }
  let shares = 0;
  for (const of of clusters.values()) shares += of.right / of.pages;
  return {
    micro: right / test.length,
    macro: clusters.size === 0 ? 0 : shares / clusters.size,
  };
}

/** Returns the commonest type of each cluster, among equal ones the first found. */
function majorityTypes(pages: readonly PlacedPage[]): ReadonlyMap<number, string> {
  const counts = new Map<number, Map<string, number>>();
  for (const { type, cluster } of pages) {
    if (cluster < 0) continue;
    const types = counts.get(cluster) ?? new Map<string, number>();
    counts.set(cluster, types);
    types.set(type, (types.get(type) ?? 0) + 1);
  }
  const majority = new Map<number, string>();
  for (const [cluster, types] of counts) {
    let most = 0;
    for (const [type, pages] of types) {
      if (pages <= most) continue;
      most = pages;
      majority.set(cluster, type);
    }
  }
  return majority;
}

/**
 * Returns the folds of a stratified cross validation: for each item the number of its fold, from 0
 * to below `folds`. The items of one type are dealt in turn, in an order that depends on `seed`. So
 * the folds differ by at most one item of a type.
 */
export function stratifiedFolds(
  types: readonly string[],
  { folds, seed }: { readonly folds: number; readonly seed: number },
): Int32Array {
  const ofType = new Map<string, { readonly item: number; readonly turn: number }[]>();
  for (const [item, type] of types.entries()) {
    const items = ofType.get(type) ?? [];
    ofType.set(type, items);
    items.push({ item, turn: hashToUnit(seed, `${item}`) });
  }
  const foldOf = new Int32Array(types.length);
  let dealt = 0;
  for (const items of ofType.values()) {
    items.sort((a, b) => a.turn - b.turn);
    for (const { item } of items) {
      foldOf[item] = dealt % folds;
      dealt += 1;
    }
  }
  return foldOf;
}
