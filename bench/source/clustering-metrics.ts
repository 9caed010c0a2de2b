/** A page with its actual type and its cluster; a negative cluster is noise. */
export interface PlacedPage {
  readonly type: string;
  readonly cluster: number;
}

/** How well clusters agree with types. Each noise page is a cluster of its own, as in the paper. */
export interface ClusteringFigures {
  /** Share of pages that have the commonest type of their cluster, in (0,1]. All noise pages do. */
  readonly purity: number;
  /**
   * Mean over types of the F with the best matching cluster, types weighted by their pages, in
   * (0,1].
   */
  readonly microF: number;
  /** The same with equal weight for all types. */
  readonly macroF: number;
  /** Share of pages that are noise, in [0,1]: purity means little without it. */
  readonly noiseShare: number;
  /** Clusters, without noise. */
  readonly clusters: number;
}

/**
 * Returns purity and F of a clustering (Xu, Gao & Callan 2018, § 5.2); `undefined` without a page.
 * F of type and cluster is 2·|T ∩ C| ÷ (|T| + |C|), and each type is paired with the cluster of its
 * greatest F. The paper names the metrics only; this is the F of Larsen & Aone 1999.
 */
export function clusteringFigures(pages: readonly PlacedPage[]): ClusteringFigures | undefined {
  if (pages.length === 0) return undefined;
  const table = new Contingency(pages);
  let [micro, macro] = [0, 0];
  for (const [type, size] of table.typeSizes) {
    const f = table.bestF(type, size);
    micro += (size / pages.length) * f;
    macro += f / table.typeSizes.size;
  }
  return {
    purity: (table.majorities() + table.noise) / pages.length,
    microF: micro,
    macroF: macro,
    noiseShare: table.noise / pages.length,
    clusters: table.clusterSizes.size,
  };
}

/** Pages by type and cluster. */
class Contingency {
  readonly typeSizes = new Map<string, number>();
  readonly clusterSizes = new Map<number, number>();
  noise = 0;
  /** Pages in common, by cluster and type. */
  readonly #common = new Map<number, Map<string, number>>();
  readonly #noisyTypes = new Set<string>();

  constructor(pages: readonly PlacedPage[]) {
    for (const { type, cluster } of pages) {
      count(this.typeSizes, type);
      if (cluster < 0) {
        this.noise += 1;
        this.#noisyTypes.add(type);
        continue;
      }
      count(this.clusterSizes, cluster);
      const types = this.#common.get(cluster) ?? new Map<string, number>();
      this.#common.set(cluster, types);
      count(types, type);
    }
  }

  bestF(type: string, size: number): number {
    let best = this.#noisyTypes.has(type) ? 2 / (size + 1) : 0;
    for (const [cluster, types] of this.#common) {
      const common = types.get(type) ?? 0;
      best = Math.max(best, (2 * common) / (size + (this.clusterSizes.get(cluster) ?? 0)));
    }
    return best;
  }

  /** Returns the sum over clusters of their pages of the commonest type. */
  majorities(): number {
    let sum = 0;
    for (const types of this.#common.values()) sum += Math.max(...types.values());
    return sum;
  }
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
