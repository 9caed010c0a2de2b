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
