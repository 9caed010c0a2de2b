import { keepGreatest } from "../domain/stats/keep-greatest.ts";
import { hashToUnit } from "../domain/stats/random/random.ts";
import { wordsOf } from "../domain/text/words.ts";
import type { Url } from "../domain/web/url/url.ts";
import { type ScoredPage, type ScoredPages, uncertainPages } from "./uncertain-pages.ts";

/** An order in which pages are shown to be labelled. */
export type LabelQueue = "uncertain" | "likely" | "random" | "chance";

/** A page to label. */
export interface QueuedPage {
  readonly url: Url;
  readonly title: string;
}

/** The pages that a queue has. */
interface QueueRequest {
  readonly queue: LabelQueue;
  /** Only pages with all these words in title or URL; all pages when it is absent. */
  readonly search: string | undefined;
  /** Pages that have a label. */
  readonly judged: ReadonlySet<Url>;
  /** Most pages returned, from 1. */
  readonly most: number;
  /** For the order of `random`. */
  readonly seed: number;
}

/**
 * Lists fetched pages without a label, the first to show first: those nearest to the border between
 * targets and others (`uncertain`), those of the highest score (`likely`), a random sample, or those that
 * were drawn by chance, on which the stated recall depends (`chance`). Holds few of them.
 */
export async function labelQueue(
  records: ScoredPages,
  { queue, search, judged, most, seed }: QueueRequest,
): Promise<readonly QueuedPage[]> {
  const found = search === undefined ? records : { list: () => matching(records, search) };
  if (queue === "uncertain") return uncertainPages(found, { judged, most });
  const kept: (QueuedPage & { readonly rank: number })[] = [];
  for await (const { url, page, chanceRank } of found.list()) {
    if (page === undefined || judged.has(url)) continue;
    if (queue === "chance" && chanceRank === undefined) continue;
    const rank = queue === "likely" ? page.utility : hashToUnit(seed, url);
    keepGreatest(kept, { url, title: page.title, rank }, most, (of) => of.rank);
  }
  return kept;
}

async function* matching(records: ScoredPages, search: string): AsyncIterable<ScoredPage> {
  const wanted = wordsOf(search);
  for await (const record of records.list()) {
    const words = new Set(wordsOf(`${record.page?.title ?? ""} ${record.url}`));
    if (wanted.every((word) => words.has(word))) yield record;
  }
}
