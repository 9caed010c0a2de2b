/** What is learned of the kinds of links: their yields, and the pages that have many such links. */
import type { PageStructure } from "../../page/page-structure.ts";
import type { Url } from "../../web/url/url.ts";
import { type KindCount, KindCounts, type Landings, skeletonKind } from "./kind-counts.ts";

/** A page of the site with its current judgement. */
export interface JudgedPage {
  readonly url: Url;
  readonly cluster: number;
  readonly type: string;
  /** In [0,1]. */
  readonly worth: number;
  readonly links: PageStructure["links"];
}

/** New links on pages, by their expected worth. */
export type HubYield = {
  /** By bin: links, and the sum of their expected worth. */
  readonly links: readonly number[];
  readonly worth: readonly number[];
};

/** The results of links, learned from the pages so far. */
export type LearnedKinds = {
  readonly counts: readonly KindCount[];
  /** By type: mean number of links on a page of it that no earlier page had. */
  readonly yields: Readonly<Record<string, HubYield>>;
  /** The same by the kind of all links to URLs of a skeleton; empty unless yields are recent. */
  readonly formYields: Readonly<Record<string, HubYield>>;
};

/**
 * Pages over which a recent yield is averaged, with exponential decay: as many as make a cluster.
 * Pages of a good list repeat links of earlier ones, so the mean since the start is too high.
 */
const RECENT = 4;

/** The known facts about a site's links. */
interface KnownLinks {
  /** Returns the kind of a link on a page. */
  readonly kindOf: (page: JudgedPage, url: Url, path: string) => string;
  /** Returns the page that a URL led to, by its index in order of fetching. */
  readonly landing: (url: Url) => number | undefined;
  /** Reports whether a link was followed and led to no page. */
  readonly isDead: (url: Url) => boolean;
  /** Returns a URL's skeleton; given when the yields of recent pages count most. */
  readonly skeletonOf?: (url: Url) => string;
  /** Skeleton of the example's URL: one page of this kind is known before any fetch. */
  readonly exampleSkeleton?: string;
}

/**
 * Learns where links lead, from the links of all pages. Each fetched page counts once for each kind
 * of link that leads to it, even if another link led the crawl there. Linear in links.
 * @param pages in order of fetching
 */
export function learnKinds(pages: readonly JudgedPage[], known: KnownLinks): LearnedKinds {
  const kinds = pages.map((page) => kindsOf(page, known));
  const counts = new KindCounts({ formsCountOnce: known.skeletonOf !== undefined });
  const credited = pages.map(() => new Set<number>());
  if (known.exampleSkeleton !== undefined) {
    const place = counts.placeOf(skeletonKind(known.exampleSkeleton));
    counts.addAt(place, { pages: 1, worth: 1, types: [] });
  }
  for (const links of kinds) {
    for (const [url, kindsOfUrl] of links) {
      const place = known.landing(url) ?? -1;
      const page = pages[place];
      const credits = credited[place];
      if (page === undefined || credits === undefined) continue;
      const landing: Landings = { pages: 1, worth: page.worth, types: [[page.type, 1]] };
      for (const kind of kindsOfUrl.flatMap((each) => counts.chainOf(each))) {
        if (credits.has(kind)) continue;
        credits.add(kind);
        counts.addAt(kind, landing);
      }
    }
  }
  return { counts: counts.toJSON(), ...yieldsOf(pages, kinds, counts, known) };
}

/** Kinds of the links of a page, by URL. */
type PageKinds = ReadonlyMap<Url, readonly string[]>;

function kindsOf(page: JudgedPage, { kindOf }: KnownLinks): PageKinds {
  const kinds = new Map<Url, string[]>();
  for (const [path, urls] of Object.entries(page.links)) {
    for (const url of urls) {
      const known = kinds.get(url);
      if (known === undefined) kinds.set(url, [kindOf(page, url, path)]);
      else known.push(kindOf(page, url, path));
    }
  }
  return kinds;
}

/** Computes yields by going through the pages again in order and finding the new links of each. */
function yieldsOf(
  pages: readonly JudgedPage[],
  kinds: readonly PageKinds[],
  counts: KindCounts,
  { isDead, skeletonOf }: KnownLinks,
): Pick<LearnedKinds, "yields" | "formYields"> {
  const met = new Set<Url>();
  const leastShare = skeletonOf === undefined ? 0 : 1 / RECENT;
  const [byType, byForm] = [new MeanYields(leastShare), new MeanYields(leastShare)];
  for (const [place, { url: own, type }] of pages.entries()) {
    met.add(own);
    const brought = new OpenYield();
    for (const [url, kindsOfUrl] of kinds[place] ?? []) {
      if (met.has(url)) continue;
      met.add(url);
      const means = kindsOfUrl.map((kind) => counts.mean(counts.chainOf(kind)));
      if (!isDead(url)) brought.addLink(Math.max(...means));
    }
    byType.add(type, brought);
    if (skeletonOf !== undefined) byForm.add(skeletonKind(skeletonOf(own)), brought);
  }
  return { yields: byType.toJSON(), formYields: byForm.toJSON() };
}

/** Mean yields by name, in which the last page has at least a given share. */
class MeanYields {
  readonly #leastShare: number;
  readonly #means = new Map<string, { readonly pages: number; readonly mean: OpenYield }>();

  constructor(leastShare: number) {
    this.#leastShare = leastShare;
  }

  add(name: string, brought: HubYield): void {
    const known = this.#means.get(name);
    const pages = 1 + (known?.pages ?? 0);
    const share = Math.max(1 / pages, this.#leastShare);
    const mean = new OpenYield();
    if (known !== undefined) mean.add(known.mean, 1 - share);
    mean.add(brought, share);
    this.#means.set(name, { pages, mean });
  }

  toJSON(): Record<string, HubYield> {
    const entries = Array.from(this.#means, ([name, { mean }]) => {
      return [name, { links: mean.links, worth: mean.worth }] as const;
    });
    return Object.fromEntries(entries);
  }
}

/** Bins of expected worth: [0, 0.1), [0.1, 0.2) … [0.9, 1]. */
const BINS = 10;

/** An empty bin each: yields are made in great numbers, and a copy is the fastest way. */
const EMPTY: readonly number[] = Array.from({ length: BINS }, () => 0);

/** A yield that links can be added to. */
export class OpenYield implements HubYield {
  readonly links: number[] = [...EMPTY];
  readonly worth: number[] = [...EMPTY];

  /** Removes everything. */
  clear(): void {
    this.links.fill(0);
    this.worth.fill(0);
  }

  /** Adds a link with expected worth `worth`, in [0,1]. */
  addLink(worth: number): void {
    this.#add(Math.min(BINS - 1, Math.floor(worth * BINS)), 1, worth);
  }

  /** Adds a yield `times` times. */
  add({ links, worth }: HubYield, times: number): void {
    for (let bin = 0; bin < BINS; bin += 1)
      this.#add(bin, times * (links[bin] ?? 0), times * (worth[bin] ?? 0));
  }

  #add(bin: number, links: number, worth: number): void {
    this.links[bin] = (this.links[bin] ?? 0) + links;
    this.worth[bin] = (this.worth[bin] ?? 0) + worth;
  }
}

/**
 * Computes the best mean worth per fetch that a link opens, in [0,1]. It counts the link's own page
 * and the best new links behind it. As many links count as make the mean greatest, at most as many
 * as the budget leaves. The mean is (worth + Σ worth of links) ÷ (1 + links). Linear in the bins.
 */
export function bestRate(worth: number, behind: HubYield, remaining: number): number {
  let sum = worth;
  let fetches = 1;
  for (let bin = BINS - 1; bin >= 0; bin -= 1) {
    const links = behind.links[bin] ?? 0;
    if (links <= 0) continue;
    const mean = (behind.worth[bin] ?? 0) / links;
    const taken = Math.min(links, remaining - fetches);
    if (taken <= 0 || mean <= sum / fetches) break;
    sum += taken * mean;
    fetches += taken;
  }
  return sum / fetches;
}

/**
 * Computes what the new links behind a page are worth above the price of a fetch, in [0, ∞). It
 * counts at most as many links as the budget leaves. Linear in the bins.
 */
export function gainAbove(price: number, behind: HubYield, remaining: number): number {
  let gain = 0;
  let fetches = 0;
  for (let bin = BINS - 1; bin >= 0; bin -= 1) {
    const links = behind.links[bin] ?? 0;
    if (links <= 0) continue;
    const mean = (behind.worth[bin] ?? 0) / links;
    const taken = Math.min(links, remaining - fetches);
    if (taken <= 0 || mean <= price) break;
    gain += taken * (mean - price);
    fetches += taken;
  }
  return gain;
}
