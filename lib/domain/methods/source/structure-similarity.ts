import type { PageStructure } from "../../page/page-structure.ts";

/**
 * How informative paths are about a page's template: log(|D| / df + 1) (Xu, Gao & Callan 2018,
 * equation 1).
 */
export type PathWeights = {
  /** Weights of the paths that occur on two pages or more. */
  readonly shared: Readonly<Record<string, number>>;
  /** Weight of every other path. */
  readonly single: number;
};

/** Weights that are equal for every path. */
const EVEN: PathWeights = { shared: {}, single: 1 };

/** Values of paths; a missing path has 0. */
export type PathVector = Readonly<Record<string, number>>;

/** Computes weights of paths: a path on fewer of the pages has a greater weight. */
export function pathWeights(pages: readonly Pick<PageStructure, "paths">[]): PathWeights {
  const counts = new Map<string, number>();
  for (const { paths } of pages)
    for (const path of Object.keys(paths)) counts.set(path, (counts.get(path) ?? 0) + 1);
  const weigh = (count: number) => Math.log(pages.length / count + 1);
  const shared = [...counts].filter(([, count]) => count > 1);
  return {
    shared: Object.fromEntries(shared.map(([path, count]) => [path, weigh(count)])),
    single: weigh(1),
  };
}

/**
 * Compiles the similarity of pages to an example, in [0,1]: the cosine of their sets of paths. The
 * number of occurrences on a page is ignored: it shows the amount of content, not the template.
 * Without `weights` every path has the same weight.
 */
export function similarityTo(
  example: readonly string[],
  weights: PathWeights = EVEN,
): (page: Pick<PageStructure, "paths">) => number {
  return cosineTo(pathVector(example, weights), weights);
}

/** Returns the weights of a set of paths. */
export function pathVector(paths: readonly string[], weights: PathWeights): PathVector {
  return Object.fromEntries(paths.map((path) => [path, weightOf(path, weights)]));
}

/** Compiles the cosine of pages, as sets of weighted paths, with a vector of paths, in [0,1]. */
export function cosineTo(
  reference: PathVector,
  weights: PathWeights,
): (page: Pick<PageStructure, "paths">) => number {
  const referenceWeights = new Map(Object.entries(reference));
  const referenceSquares = squaresOf(referenceWeights.values());
  return ({ paths }) => {
    let product = 0;
    let squares = 0;
    for (const path of Object.keys(paths)) {
      const weight = weightOf(path, weights);
      squares += weight ** 2;
      product += weight * (referenceWeights.get(path) ?? 0);
    }
    return product === 0 ? 0 : Math.min(1, product / Math.sqrt(squares * referenceSquares));
  };
}

/** Computes the square of a vector's Euclidean length, in [0, ∞). */
export function squaresOf(values: Iterable<number>): number {
  let squares = 0;
  for (const value of values) squares += value ** 2;
  return squares;
}

function weightOf(path: string, { shared, single }: PathWeights): number {
  return shared[path] ?? single;
}
