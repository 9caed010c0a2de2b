import type { SparseVector } from "../vector/sparse-rows.ts";

/**
 * Returns the names of features that become columns: those of at least `least` samples, in order of
 * their first occurrence. A sample names each of its features once.
 */
export function learnFeatures(samples: readonly Iterable<string>[], least: number): string[] {
  const counts = new Map<string, number>();
  for (const features of samples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= least).map(([feature]) => feature);
}

/**
 * Compiles names of columns to a function from a sample's features to its row. Each known feature
 * gets its value, which is 1 by default.
 */
export function featureVectorizer(
  names: readonly string[],
  valueOf: (feature: string) => number = () => 1,
): (features: Iterable<string>) => SparseVector {
  const valueAt = Float64Array.from(names, valueOf);
  const columnOf = new Map(names.map((name, column) => [name, column]));
  return (features) => {
    const columns = new Set<number>();
    for (const feature of features) {
      const column = columnOf.get(feature);
      if (column !== undefined) columns.add(column);
    }
    const ascending = Int32Array.from(columns).sort();
    return { columns: ascending, values: Float64Array.from(ascending, (at) => valueAt[at] ?? 0) };
  };
}
