import { hashToUnit } from "../chance/hash-to-unit.ts";
import type { PlacedPage } from "./clustering.ts";

/** Precision of placing unseen pages in clusters, each in [0,1]. */
export interface PlacingPrecision {
  /** Share of unseen pages whose cluster stands for their type. */
  readonly micro: number;
  /** Mean of that share over the clusters that unseen pages were placed in; 0 without one. */
  readonly macro: number;
}

/**
 * Precision of a classifier of pages (Xu, Gao & Callan 2018, § 5.2): each cluster stands for the type that
 * most of its pages in `train` have; a page of `test` is placed right if its cluster stands for its type.
 * A page placed in none (negative) is placed wrong, as a cluster of its own stands for nothing learned; it
 * counts in the micro mean only, or a few outliers would outweigh all clusters. `undefined` without a page
 * to test.
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

/** The commonest type of each cluster, among equal ones the first met. */
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
 * Folds of a stratified cross validation: the number of the fold, from 0 to below `folds`, of each item.
 * The items of one type are dealt in turn, in an order that depends on `seed`, so that folds differ by one
 * item of a type at most.
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
