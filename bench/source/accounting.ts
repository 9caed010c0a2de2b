import { harvestRate, targetRecall } from "../../lib/domain/measures/harvest-rate.ts";
import { entropyBits, fMeasure } from "./entropy.ts";
import type { FetchedPage } from "./jobs.ts";
import type { Task } from "./task.ts";

/**
 * How the pages that a strategy learns from are counted: as all others; not at all, the crawl going on
 * from them; or not at all, the crawl beginning again with what was learned.
 */
export const ACCOUNTINGS = ["counted", "warm", "free"] as const;
export type Accounting = (typeof ACCOUNTINGS)[number];

/** The pages of a crawl that count. */
export interface Counted {
  /** Numbers of their types, in order of fetching. */
  readonly types: readonly number[];
  /** Wanted pages that could be found. */
  readonly known: number;
  /** Distinct threads, or texts of pages without one, of the wanted pages among them, and distinct posts. */
  readonly threads: number;
  readonly posts: number;
}

/** What a crawl came to, each but the entropy in [0,1]. */
export interface Score {
  /** Harvest rate; of user-created content the paper calls it valid ratio. */
  readonly harvest: number;
  readonly recall: number;
  /** Harmonic mean of both. */
  readonly f: number;
  /** Of the types of all pages, in bits. */
  readonly entropy: number;
}

/**
 * Of a crawl's pages, those that count: of a crawl that learned from its first `uncounted` pages all after
 * them, and what they held of the wanted is no longer to be found.
 */
export function countPages(
  { targetTypes, known, budget }: Pick<Task, "targetTypes" | "known" | "budget">,
  fetched: readonly FetchedPage[],
  uncounted: number,
): Counted {
  const isWanted = ({ type }: FetchedPage) => targetTypes.includes(type);
  const found = fetched.slice(0, uncounted).filter(isWanted).length;
  const counted = fetched.slice(uncounted, uncounted + budget);
  const [threads, posts] = [new Set<number>(), new Set<number>()];
  for (const { shows } of counted.filter(isWanted)) {
    for (const thread of shows.slice(0, 1)) threads.add(thread);
    for (const post of shows.slice(1)) posts.add(post);
  }
  const types = counted.map(({ type }) => type);
  return { types, known: known - found, threads: threads.size, posts: posts.size };
}

/** Measures the pages that count. */
export function scoreOf(
  { targetTypes }: Pick<Task, "targetTypes">,
  { types, known }: Pick<Counted, "types" | "known">,
): Score {
  const hits = types.filter((type) => targetTypes.includes(type)).length;
  const harvest = harvestRate(hits, types.length);
  const recall = targetRecall(hits, known) ?? 0;
  const pagesOf = new Map<number, number>();
  for (const type of types) pagesOf.set(type, (pagesOf.get(type) ?? 0) + 1);
  return { harvest, recall, f: fMeasure(harvest, recall), entropy: entropyBits(pagesOf.values()) };
}
