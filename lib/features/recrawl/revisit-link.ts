/** Compares the answer of a visit with that of the last one. */

import type { CrawlPlan } from "../../crawl/crawl-plan.ts";
import { wishesAgain } from "../../crawl/judge-page.ts";
import type { LinkOutcome, LinkResult } from "../../crawl/link-result.ts";
import type { Attempt } from "../../crawl/rules.ts";
import type { Lease, OfferedLink } from "../../domain/frontier/link.ts";
import { EMPTY_FEED, FEED } from "../../domain/page/feeds/feed.ts";
import { isMadeByScripts, type PageRecord, readDigest } from "../../domain/page/page-record.ts";
import type {
  FetchedPage,
  FetchOutcome,
  ResponseHead,
} from "../../domain/web/http/fetch-outcome.ts";
import {
  freshenedHeaders,
  modifiedAt,
  type Validators,
  validatorsOf,
} from "../../domain/web/http/validators.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { Frontier } from "../../ports/frontier.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import type {
  EarlierVisit,
  EarlierVisits,
  KnownVisit,
  KnownVisits,
  SameAnswer,
} from "./earlier-visits.ts";
import { changeOf, type VisitGap, type VisitHistory } from "./revisit-order.ts";
import { KNOWN_BEFORE } from "./words.ts";

/**
 * Returns the condition of a visit: that the page has changed since the last one. What is tried again
 * is asked for without a condition.
 */
export function conditionOf(
  before: EarlierVisit | undefined,
  { link }: Pick<Lease, "link">,
): Validators | undefined {
  if (before === undefined || link.attempts > 0) return undefined;
  const { feed } = before.record;
  if (feed !== undefined) return feed.validators;
  return before.page === undefined || isMadeByScripts(before.record.page)
    ? undefined
    : validatorsOf(before.page);
}

/** Returns the result of a feed that has not changed; `undefined` for every other answer. */
function unchangedFeed(before: EarlierVisit, outcome: FetchOutcome): LinkResult | undefined {
  const { feed, reason } = before.record;
  if (feed === undefined || outcome.kind !== "not-modified") return undefined;
  const { status } = outcome;
  const nothing = { detail: undefined, page: undefined, location: undefined, links: [] };
  const found = { state: "fetched", reason, status, feed, change: "unchanged" } as const;
  return { kind: "done", outcome: { ...nothing, ...found } };
}

/** What an unchanged page needs from outside. */
interface Revisit {
  readonly pages: Pick<PageStore, "put">;
  readonly earlier: EarlierVisits;
  readonly politeness: Pick<CrawlPlan["politeness"], "robotsName" | "obeyMetaRobots">;
}

/** Returns the result of a page or a feed that has not changed; `undefined` for every other answer. */
export async function unchangedAnswer(
  revisit: Revisit,
  before: EarlierVisit | undefined,
  outcome: FetchOutcome,
  attempt: Pick<Attempt, "fetchedAt">,
): Promise<LinkResult | undefined> {
  if (before === undefined) return undefined;
  return (await unchangedPage(revisit, before, outcome, attempt)) ?? unchangedFeed(before, outcome);
}

/**
 * Stores an answer with the body of the last visit as a reference to it, and returns what was said of
 * the page then: it is not read again. What its headers say of its use now is added. Returns `undefined` for every other answer, and when the headers begin to keep the page out of
 * indexes: then it is judged again.
 */
async function unchangedPage(
  { pages, earlier, politeness }: Revisit,
  before: EarlierVisit,
  outcome: FetchOutcome,
  { fetchedAt }: Pick<Attempt, "fetchedAt">,
): Promise<LinkResult | undefined> {
  const verdict = before.record.page;
  const { page } = before;
  if (verdict === undefined || page === undefined || isMadeByScripts(before.record.page))
    return undefined;
  const answer = sameAnswer(earlier, before, outcome);
  if (answer === undefined) return undefined;
  const { status, headers } = answer;
  const fresh: FetchedPage = answer.isNotModified
    ? { ...page, headers: freshenedHeaders(page.headers, headers) }
    : { ...page, status, headers };
  const wishes = wishesAgain(verdict, fresh.headers, politeness);
  if (wishes === undefined) return undefined;
  const packed = await earlier.pack(before, { ...answer, fetchedAt });
  const ref = await pages.put(fresh, fetchedAt, packed);
  const { print } = before.record;
  return {
    kind: "done",
    outcome: {
      state: "fetched",
      reason: "page",
      detail: undefined,
      status,
      change: "unchanged",
      page: { ...verdict, ...wishes, ref },
      ...(print === undefined ? {} : { print }),
      location: undefined,
      links: [],
    },
  };
}

function sameAnswer(
  earlier: EarlierVisits,
  { record, page }: EarlierVisit,
  outcome: FetchOutcome,
): Omit<SameAnswer, "fetchedAt"> | undefined {
  if (outcome.kind === "not-modified") return { ...headOf(outcome), isNotModified: true };
  // Of a file that was only asked for there is no body to compare.
  if (outcome.kind !== "page" || outcome.body.length === 0) return undefined;
  const isCutAlike = outcome.truncated === page?.truncated;
  const isSame = isCutAlike && earlier.digestOf(outcome.body) === record.page?.ref?.digest;
  return isSame ? { ...headOf(outcome), isNotModified: false } : undefined;
}

function headOf({ status, headers }: ResponseHead): ResponseHead {
  return { status, headers };
}

/** Returns the result of a visit with how it differs from the last one. */
export function comparedResult(before: EarlierVisit | undefined, result: LinkResult): LinkResult {
  if (result.kind !== "done") return result;
  const { outcome } = result;
  const change = outcome.change ?? changeIn(before, outcome);
  return change === undefined ? result : { kind: "done", outcome: { ...outcome, change } };
}

function changeIn(before: EarlierVisit | undefined, outcome: LinkOutcome): LinkOutcome["change"] {
  // A file that was only asked for may have the same body or another.
  if (outcome.page?.file?.isRead === false && before !== undefined) return undefined;
  const digest = bodyDigest(outcome);
  // The page of an earlier run may be lost, or left in its stack.
  if (digest !== undefined && digest === (before && bodyDigest(before.record))) return "unchanged";
  return changeOf(before?.record, outcome);
}

/** Returns the digest of a page or a feed; of other answers the head alone is stored. */
function bodyDigest({
  page,
  feed,
  response,
}: Pick<LinkOutcome, "page" | "feed" | "response">): string | undefined {
  return feed === undefined ? page && readDigest(page) : response?.digest;
}

/**
 * Marks the links that an earlier crawl has discovered as refused: to crawl them is its own work. A
 * redirect is followed wherever it leads.
 */
export async function newLinks(
  earlier: Pick<KnownVisits, "knows">,
  links: readonly OfferedLink[],
): Promise<readonly OfferedLink[]> {
  const marked: OfferedLink[] = [];
  for (const link of links) {
    const isOpen = link.refusedBy === undefined && link.redirects === 0;
    const isKnown = isOpen && (await earlier.knows(link.url));
    marked.push(isKnown ? { ...link, refusedBy: KNOWN_BEFORE } : link);
  }
  return marked;
}

// What earlier crawls know of their URLs.

/** A crawl before a recrawl, open for reading. */
interface EarlierCrawl {
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

const FOUND: ReadonlySet<string> = new Set(["page", FEED, EMPTY_FEED, "redirect"]);

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
