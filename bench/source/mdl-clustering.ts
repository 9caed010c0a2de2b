import { type Clustering, numberBySize } from "../../lib/domain/stats/cluster/clustering.ts";

/** Link collections of a page: each path of anchors with the URLs of its links. */
export type LinkCollections = Readonly<Record<string, readonly string[]>>;

/** Groups whose schemas are nearer than this are one candidate: the authors' dt = 0.2, in [0,1]. */
export const MDL_DISTANCE = 0.2;

/** Cost of a path in the schema of a class. */
const PATH_COST = 1;
/** Cost of marking that a page lacks a path of its class. */
const MISSING_COST = 1;

/** Pages described together. */
interface PageClass {
  readonly schema: ReadonlySet<string>;
  readonly pages: readonly number[];
  /** Number of paths of the pages, summed over the pages. */
  readonly references: number;
}

/**
 * Clusters pages by the paths of their links (Crescenzi, Merialdo & Missier 2005). Pages with the
 * same paths are a group, and groups with nearly the same paths are a candidate class. Candidates,
 * the largest first, join the class that makes the minimum description length of the site least, or
 * found a new one.
 *
 * Reconstructed from secondary sources: a class costs the paths of its schema, and a mark for each
 * of them that a page lacks. (Its authors also count the URLs of a page and an index for each of
 * its paths. Both cost the same in every class, and are left out.) The original visits the site and
 * merges candidates link collection by link collection; here all pages are known at the start.
 */
export function mdlClusters(
  pages: readonly LinkCollections[],
  mergeDistance = MDL_DISTANCE,
): Clustering {
  const classes: PageClass[] = [];
  for (const candidate of candidateClasses(groupsOf(pages), mergeDistance)) {
    let [place, cheapest] = [classes.length, costOf(candidate)];
    for (const [at, known] of classes.entries()) {
      const cost = mergedCost(known, candidate) - costOf(known);
      if (cost < cheapest) [place, cheapest] = [at, cost];
    }
    const known = classes[place];
    classes[place] = known === undefined ? candidate : merge(known, candidate);
  }
  const groups = new Int32Array(pages.length);
  for (const [number, { pages: members }] of classes.entries())
    for (const page of members) groups[page] = number;
  return numberBySize(groups);
}

/** Returns the description length of a class, in units of a path. */
function costOf({ schema, pages, references }: PageClass): number {
  return lengthOf(schema.size, pages.length, references);
}

/** Returns the description length of two classes merged into one. */
function mergedCost(a: PageClass, b: PageClass): number {
  const paths = a.schema.size + b.schema.size - commonPaths(a.schema, b.schema);
  return lengthOf(paths, a.pages.length + b.pages.length, a.references + b.references);
}

function lengthOf(paths: number, pages: number, references: number): number {
  const missing = pages * paths - references;
  return PATH_COST * paths + MISSING_COST * missing;
}

/** Groups pages with the same paths, the largest groups first, equal ones by their first page. */
function groupsOf(pages: readonly LinkCollections[]): readonly PageClass[] {
  const groups = new Map<string, { schema: ReadonlySet<string>; pages: number[] }>();
  for (const [page, links] of pages.entries()) {
    const paths = Object.keys(links).sort();
    const key = JSON.stringify(paths);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { schema: new Set(paths), pages: [page] });
    else group.pages.push(page);
  }
  const classes = [...groups.values()].map(({ schema, pages }) => ({
    schema,
    pages,
    references: schema.size * pages.length,
  }));
  return classes.sort((a, b) => b.pages.length - a.pages.length);
}

/** Joins each group with the first candidate that is nearer than `mergeDistance`. */
function candidateClasses(
  groups: readonly PageClass[],
  mergeDistance: number,
): readonly PageClass[] {
  const candidates: PageClass[] = [];
  for (const group of groups) {
    const at = candidates.findIndex(
      (candidate) => schemaDistance(candidate.schema, group.schema) < mergeDistance,
    );
    const near = candidates[at];
    if (near === undefined) candidates.push(group);
    else candidates[at] = merge(near, group);
  }
  return candidates.sort((a, b) => b.pages.length - a.pages.length);
}

/**
 * Returns |symmetric difference| ÷ |union| of two sets of paths, in [0,1]; 0 for two empty ones.
 */
export function schemaDistance(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = commonPaths(a, b);
  const union = a.size + b.size - common;
  return union === 0 ? 0 : (union - common) / union;
}

function commonPaths(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let common = 0;
  for (const path of small) if (large.has(path)) common += 1;
  return common;
}

function merge(a: PageClass, b: PageClass): PageClass {
  return {
    schema: a.schema.union(b.schema),
    pages: [...a.pages, ...b.pages],
    references: a.references + b.references,
  };
}
