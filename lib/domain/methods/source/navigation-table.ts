import type { Url } from "../../web/url/url.ts";
import type { EachLink } from "../graph/link-graph.ts";

/** A page of the sample with its cluster; clusters are numbered from 0, outliers have −1. */
export interface PlacedPage {
  readonly url: Url;
  readonly cluster: number;
  /** Apath → URLs that links at it lead to: U(p, x). */
  readonly links: Readonly<Record<string, readonly Url[]>>;
}

/** Where the links at one Apath of one cluster's pages lead. */
type NavigationEntry = {
  readonly cluster: number;
  readonly apath: string;
  /** |U(C, x)|: links of all its pages, each page's own counted. */
  readonly links: number;
  /** Number of these links that were followed into each cluster: `[cluster, links]`, by cluster. */
  readonly landed: readonly (readonly [cluster: number, links: number])[];
};

/**
 * The navigation table of a site (Xu, Gao & Callan 2018, equations 4 and 5), as a model keeps it.
 */
export type NavigationTable = readonly NavigationEntry[];

/** Where links of one kind lead, and the name of that kind. */
export interface Destination {
  /** Identifies the kind of links. Links that share a back-off share a name. */
  readonly name: string;
  /** Cluster → probability, with sum 1; empty when nothing at all is known. */
  readonly shares: ReadonlyMap<number, number>;
}

/** A compiled navigation table. */
export interface CompiledNavigation {
  /** Returns P(C | cluster, apath), by the most specific data known. */
  destinationOf(cluster: number, apath: string): Destination;
  /**
   * Returns the kind of link with this name; for an unknown name, a kind of which nothing is known.
   */
  named(name: string): Destination;
}

/** Collects a sample's links by cluster and Apath; `landing` finds the page that a URL led to. */
export function navigationTable(
  pages: readonly PlacedPage[],
  landing: (url: Url) => number | undefined,
): NavigationTable {
  const cells = new Map<string, Cell>();
  for (const { cluster, links } of pages) {
    if (cluster < 0) continue;
    for (const [apath, urls] of Object.entries(links)) {
      const cell = cellOf(cells, cluster, apath);
      cell.links += urls.length;
      for (const url of urls) {
        const to = landing(url);
        if (to !== undefined && to >= 0) add(cell.landed, to, 1);
      }
    }
  }
  return Array.from(cells.values(), ({ landed, ...cell }) => ({
    ...cell,
    landed: [...landed].toSorted(([a], [b]) => a - b),
  }));
}

/** Computes the links between clusters, A_ij = Σ_x P(C_j | C_i, x) · |U(C_i, x)| (equation 6). */
export function clusterLinks(table: NavigationTable): EachLink {
  return (visit) => {
    for (const { cluster, links, landed } of table) {
      const followed = sum(landed);
      for (const [to, count] of landed) visit(cluster, to, (links * count) / followed);
    }
  };
}

/**
 * Compiles the table. A link without followed links of its kind backs off to the same Apath in
 * other clusters. The next steps are Apaths with a common prefix, the longest first, then the whole
 * cluster, then all links.
 */
export function compileNavigation(table: NavigationTable): CompiledNavigation {
  const pools = new Map<string, Map<number, number>>();
  for (const { cluster, apath, landed } of table) {
    const names = [own(cluster, apath), anywhere(apath), within(cluster), EVERYTHING];
    for (const name of [...names, ...prefixes(apath).map(beginning)]) pool(pools, name, landed);
  }
  const known = new Map(Array.from(pools, ([name, counts]) => [name, destination(name, counts)]));
  const named = (name: string): Destination => known.get(name) ?? { name, shares: NOTHING };
  return {
    named,
    destinationOf(cluster, apath) {
      const names = [own(cluster, apath), anywhere(apath), ...prefixes(apath).map(beginning)];
      const name = [...names, within(cluster)].find((each) => known.has(each));
      return named(name ?? EVERYTHING);
    },
  };
}

interface Cell {
  readonly cluster: number;
  readonly apath: string;
  links: number;
  readonly landed: Map<number, number>;
}

const NOTHING: ReadonlyMap<number, number> = new Map();

/** Marks the start of kind names: a sign for the common property, followed by its value. */
const EVERYTHING = "*";
const own = (cluster: number, apath: string): string => `${cluster} ${apath}`;
const anywhere = (apath: string): string => `= ${apath}`;
const beginning = (prefix: string): string => `^ ${prefix}`;
const within = (cluster: number): string => `${cluster}`;

/** Returns the proper prefixes of an Apath, the longest first. */
function prefixes(apath: string): string[] {
  const found: string[] = [];
  for (let end = apath.lastIndexOf("/"); end > 0; end = apath.lastIndexOf("/", end - 1)) {
    found.push(apath.slice(0, end));
  }
  return found;
}

function cellOf(cells: Map<string, Cell>, cluster: number, apath: string): Cell {
  const name = own(cluster, apath);
  const known = cells.get(name);
  if (known !== undefined) return known;
  const cell = { cluster, apath, links: 0, landed: new Map<number, number>() };
  cells.set(name, cell);
  return cell;
}

function pool(
  pools: Map<string, Map<number, number>>,
  name: string,
  landed: NavigationEntry["landed"],
): void {
  if (landed.length === 0) return;
  const counts = pools.get(name) ?? new Map<number, number>();
  pools.set(name, counts);
  for (const [cluster, count] of landed) add(counts, cluster, count);
}

function destination(name: string, counts: ReadonlyMap<number, number>): Destination {
  const all = sum([...counts]);
  return { name, shares: new Map(Array.from(counts, ([to, count]) => [to, count / all])) };
}

function add(counts: Map<number, number>, key: number, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function sum(landed: NavigationEntry["landed"]): number {
  return landed.reduce((all, [, count]) => all + count, 0);
}
