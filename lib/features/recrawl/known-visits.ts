/** What earlier crawls know of their URLs. */

import type { VisitGap, VisitHistory } from "../../domain/frontier/recrawl/revisit-order.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import { modifiedAt } from "../../domain/web/http/validators.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { KnownVisit, KnownVisits } from "../../ports/earlier-visits.ts";
import type { Frontier } from "../../ports/frontier.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { RecordStore } from "../../ports/record-store.ts";

/** A crawl before a recrawl, open for reading. */
export interface EarlierCrawl {
  readonly records: Pick<RecordStore, "get" | "list">;
  readonly frontier: Pick<Frontier, "find">;
  /** Its pages, where they are at hand: reading each of them once costs little. */
  readonly pages?: Pick<PageStore, "get"> | undefined;
}

/** Age below which a page counts as made for the request, in ms: its server says the present moment. */
const LEAST_AGE_MS = 60_000;

/** Returns what some crawls know of their URLs; they are in order, the last one first. */
export function knownVisits(crawls: readonly EarlierCrawl[]): KnownVisits {
  let histories: Promise<readonly VisitHistory[]> | undefined;
  return {
    visit: async (url) => (await lastVisit(crawls, url))?.visit,
    async knows(url) {
      for (const { frontier } of crawls) if ((await frontier.find(url)) !== undefined) return true;
      return false;
    },
    histories: () => (histories ??= readHistories(crawls)),
  };
}

const FOUND: ReadonlySet<string> = new Set(["page", "feed", "redirect"]);

/** Returns whether a record is of a visit that found something to come back to. */
function isFetched({ state, reason }: Pick<PageRecord, "state" | "reason">): boolean {
  return state === "fetched" && FOUND.has(reason);
}

/**
 * Returns the last visit of a URL, and the crawl that made it; `undefined` when none did. The crawls
 * are in order, the last one first.
 */
export async function lastVisit<Crawl extends Pick<EarlierCrawl, "records">>(
  crawls: readonly Crawl[],
  url: Url,
): Promise<{ readonly crawl: Crawl; readonly visit: KnownVisit } | undefined> {
  for (const [index, crawl] of crawls.entries()) {
    const record = await crawl.records.get(url);
    if (record === undefined || !isFetched(record)) continue;
    const visit = { record, storedAt: await storedAt(crawls.slice(index), record) };
    return { crawl, visit };
  }
  return undefined;
}

/** Returns when the body of a page was stored, in ms since the epoch: later crawls only refer to it. */
async function storedAt(
  crawls: readonly Pick<EarlierCrawl, "records">[],
  { url, fetchedAt }: PageRecord,
): Promise<number> {
  for (const { records } of crawls) {
    const record = await records.get(url);
    if (record?.page !== undefined && record.change !== "unchanged") return record.fetchedAt;
  }
  return fetchedAt;
}

/** A history while it is read. */
interface OpenHistory {
  readonly firstAt: number;
  /** Where the page of its first visit is. */
  readonly crawl: EarlierCrawl;
  visitedAt: number;
  isGone: boolean;
  isFeed: boolean;
  readonly gaps: VisitGap[];
}

async function readHistories(crawls: readonly EarlierCrawl[]): Promise<readonly VisitHistory[]> {
  const open = new Map<Url, OpenHistory>();
  for (const crawl of crawls.toReversed())
    for await (const record of crawl.records.list()) addVisit(open, crawl, record);
  const histories: VisitHistory[] = [];
  for (const [url, { firstAt, crawl, visitedAt, gaps, isFeed }] of open) {
    const modified = gaps.length > 0 ? undefined : await lastModified(crawl, url, firstAt);
    histories.push({ url, visitedAt, gaps, isFeed, ...(modified && { modifiedAt: modified }) });
  }
  return histories;
}

function addVisit(open: Map<Url, OpenHistory>, crawl: EarlierCrawl, record: PageRecord): void {
  const { url, fetchedAt, change } = record;
  const isFeed = record.feed !== undefined;
  const known = open.get(url);
  if (known === undefined) {
    if (!isFetched(record)) return;
    const first = { firstAt: fetchedAt, crawl, visitedAt: fetchedAt };
    open.set(url, { ...first, isGone: false, isFeed, gaps: [] });
  } else if (change !== undefined) {
    const isChanged = change !== "unchanged" && !(change === "gone" && known.isGone);
    known.gaps.push({ ms: Math.max(0, fetchedAt - known.visitedAt), isChanged });
    known.visitedAt = fetchedAt;
    known.isGone = change === "gone";
    known.isFeed = isFeed;
  }
}

/** Returns when a page had last changed at its first visit, as its server said. */
async function lastModified(
  { pages }: EarlierCrawl,
  url: Url,
  firstAt: number,
): Promise<number | undefined> {
  const page = await pages?.get(url);
  const at = page && modifiedAt(page.headers);
  return at !== undefined && at < firstAt - LEAST_AGE_MS ? at : undefined;
}
