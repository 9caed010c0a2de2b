import { type SparseRows, type SparseVector, sparseRows } from "../vector/sparse-rows.ts";

/** Each path of a page once, with its number of occurrences. */
export type PathBag = Iterable<readonly [path: string, count: number]>;

/** The paths that distinguish pages, as plain JSON. */
export type PathSpace = {
  /** In code unit order; path i is column i. */
  readonly paths: readonly string[];
  /** Inverse document frequency of each path, in [ln 2,∞). */
  readonly idf: readonly number[];
};

/**
 * Learns the paths that occur on at least `leastPages` of the pages. idf = ln(|D| ÷ df + 1) (Xu,
 * Gao & Callan 2018, formula 1 and path filtering). The order of pages does not matter.
 */
export function learnPathSpace(bags: readonly PathBag[], leastPages: number): PathSpace {
  const pagesWith = new Map<string, number>();
  for (const bag of bags)
    for (const [path] of bag) pagesWith.set(path, (pagesWith.get(path) ?? 0) + 1);
  const paths = [...pagesWith].filter(([, pages]) => pages >= leastPages).map(([path]) => path);
  paths.sort();
  const idf = paths.map((path) => Math.log(bags.length / (pagesWith.get(path) ?? 1) + 1));
  return { paths, idf };
}

/**
 * Compiles a space to a function from bags to vectors: ln(tf + 1) · idf, divided by their sum (Xu,
 * Gao & Callan 2018, formulas 1 and 2). The values of a vector are therefore positive and add up to
 * 1. A page without a known path is the zero vector.
 */
export function pathVectorizer({ paths, idf }: PathSpace): (bag: PathBag) => SparseVector {
  const columnOf = new Map(paths.map((path, column) => [path, column]));
  return (bag) => {
    const counts: (readonly [column: number, count: number])[] = [];
    for (const [path, count] of bag) {
      const column = columnOf.get(path);
      if (column !== undefined && count > 0) counts.push([column, count]);
    }
    counts.sort(([a], [b]) => a - b);
    const columns = Int32Array.from(counts, ([column]) => column);
    const values = Float64Array.from(counts, ([column, n]) => Math.log(n + 1) * (idf[column] ?? 0));
    const sum = values.reduce((total, value) => total + value, 0);
    return { columns, values: values.map((value) => value / sum) };
  };
}

/** Returns the vectors of pages as rows, in their order. */
export function vectorizePages(space: PathSpace, bags: readonly PathBag[]): SparseRows {
  const vectorOf = pathVectorizer(space);
  return sparseRows(
    bags.map((bag) => vectorOf(bag)),
    space.paths.length,
  );
}
