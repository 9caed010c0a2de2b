/** Pages in the order in which a person should label them, and those whose labels disagree. */
import { ofPeople } from "../crawl/labels.ts";
import { isGood } from "../domain/methods/label-need.ts";
import { hashToUnit } from "../domain/stats/random/random.ts";
import { keepGreatest } from "../domain/stats/sorted.ts";
import { wordsOf } from "../domain/text/words.ts";
import type { Host, Url } from "../domain/web/url/url.ts";
import type { LabelEntry, PageLabel } from "../ports/label-store.ts";

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
  readonly search?: string | undefined;
  readonly judged: ReadonlySet<Url>;
  /** Most pages returned, from 1. */
  readonly most: number;
  /** For the order of `random`. */
  readonly seed: number;
  /** Good pages that are known. */
  readonly good?: number;
}

/** Good pages until which uncertain pages alone teach little: the border is not yet where they think it is. */
const ENOUGH_GOOD = 10;

/** Whether a queue mixes pages of all kinds, in an order that is to be kept. */
export function isMixed({
  queue,
  good = ENOUGH_GOOD,
}: Pick<QueueRequest, "queue" | "good">): boolean {
  return queue === "uncertain" && good < ENOUGH_GOOD;
}

/**
 * Lists fetched pages without a label, the first to show first: those nearest to the border between
 * targets and others (`uncertain`; with likely and random ones in turns until ten good pages are known), those of the highest score (`likely`), a random sample, or those that
 * were drawn by chance, on which the stated recall depends (`chance`). Holds few of them.
 */
export async function labelQueue(
  records: ScoredPages,
  request: QueueRequest,
): Promise<readonly QueuedPage[]> {
  const { queue, search, judged, most, seed } = request;
  if (isMixed(request)) {
    const kinds = (["uncertain", "likely", "random"] as const).map((kind) =>
      labelQueue(records, { ...request, queue: kind, good: ENOUGH_GOOD }),
    );
    const mixed = inTurns(await Promise.all(kinds));
    return [...new Map(mixed.map((page) => [page.url, page])).values()].slice(0, most);
  }
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

/** A fetched page as far as queues compare it; `page` is set when it is one. */
export interface ScoredPage {
  readonly url: Url;
  readonly host: Host;
  /** Set of pages that were drawn by chance. */
  readonly chanceRank?: number;
  readonly page:
    | { readonly title: string; readonly utility: number; readonly isTarget: boolean }
    | undefined;
}

/** The pages of a run, in order of completion. */
interface ScoredPages {
  list(): AsyncIterable<ScoredPage>;
}

/** A page whose verdict is uncertain. */
export interface UncertainPage extends QueuedPage {
  /** In [0,1]. */
  readonly utility: number;
  readonly isTarget: boolean;
}

/** Pages compared for each one listed: enough that several hosts are among them. */
const COMPARED = 20;

/**
 * Lists the pages whose utility is nearest to the least one of a target, `most` at most, and none of
 * `judged`. Their labels say the most about where relevance begins (uncertainty sampling, Lewis &
 * Gale 1994). Hosts take turns: pages of one host are alike, and so would be their labels.
 */
export async function uncertainPages(
  records: ScoredPages,
  { judged, most }: { readonly judged: Pick<ReadonlySet<Url>, "has">; readonly most: number },
): Promise<readonly UncertainPage[]> {
  const border = await leastOfTarget(records);
  const nearest: (UncertainPage & { readonly host: Host })[] = [];
  for await (const { url, host, page } of records.list()) {
    if (page === undefined || judged.has(url)) continue;
    const { title, utility, isTarget } = page;
    const near = { url, host, title, utility, isTarget };
    keepGreatest(nearest, near, most * COMPARED, (of) => -Math.abs(of.utility - border));
  }
  return inTurns([...Map.groupBy(nearest, ({ host }) => host).values()])
    .slice(0, most)
    .map(({ host: _host, ...page }) => page);
}

/** Returns the least utility of a page that is predicted as a target; 1 without a target. */
async function leastOfTarget(records: ScoredPages): Promise<number> {
  let least = 1;
  for await (const { page } of records.list()) {
    if (page?.isTarget === true) least = Math.min(least, page.utility);
  }
  return least;
}

/** Returns the first page of each list, then the second ones, and so on. */
function inTurns<Page>(lists: readonly (readonly Page[])[]): Page[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => {
    return lists.flatMap((list) => list.slice(turn, turn + 1));
  }).flat();
}

/** What the crawl predicts of a page. */
interface Prediction {
  readonly utility: number;
  readonly isTarget: boolean;
}

/**
 * Returns the pages on which the crawl predicts another thing than a person's label says, the greatest
 * difference first. A label that was given twice is no mistake of the hand: its page is left out.
 */
export function labelDisagreements(
  entries: readonly LabelEntry[],
  predictionOf: (url: Url) => Prediction | undefined,
): Url[] {
  const last = new Map<Url, PageLabel & { readonly isConfirmed: boolean }>();
  for (const { label, ...entry } of ofPeople(entries)) {
    const before = last.get(entry.url);
    last.delete(entry.url);
    if (label === null) continue;
    const isConfirmed = before !== undefined && isGood(before) === isGood({ label });
    last.set(entry.url, { ...entry, label, isConfirmed });
  }
  const found = [...last.values()].flatMap(({ url, label, isConfirmed }) => {
    const prediction = predictionOf(url);
    if (prediction === undefined || isConfirmed || prediction.isTarget === isGood({ label }))
      return [];
    return [{ url, difference: Math.abs(label - prediction.utility) }];
  });
  return found.toSorted((one, other) => other.difference - one.difference).map(({ url }) => url);
}
