/** Compares the answer of a visit with that of the last one. */

import type { CrawlPlan } from "../../crawl/crawl-plan.ts";
import type { LinkOutcome } from "../../crawl/harvested-link.ts";
import type { Attempt, LinkResult } from "../../crawl/rules.ts";
import type { Lease, OfferedLink } from "../../domain/frontier/link.ts";
import { changeOf } from "../../domain/frontier/recrawl/change.ts";
import { FEED } from "../../domain/page/feeds/feed.ts";
import { readDigest } from "../../domain/page/page-record.ts";
import type { FetchedPage, FetchOutcome } from "../../domain/web/http/fetch-outcome.ts";
import {
  freshenedHeaders,
  type Validators,
  validatorsOf,
} from "../../domain/web/http/validators.ts";
import { signalsOfHeaders } from "../../domain/web/signals/page-signals.ts";
import { NOINDEX } from "../../domain/web/signals/robots-meta.ts";
import { withSignals } from "../../domain/web/signals/with-signals.ts";
import type {
  EarlierVisit,
  EarlierVisits,
  KnownVisits,
  SameAnswer,
} from "../../ports/earlier-visits.ts";
import type { PageStore } from "../../ports/page-store.ts";
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
  return before.page === undefined || isApplication(before) ? undefined : validatorsOf(before.page);
}

/** The body of a page that was read as its scripts left it says nothing of what they would make of it now. */
function isApplication({ record }: EarlierVisit): boolean {
  return record.page?.rendering?.result === "rendered";
}

/** Returns the result of a feed that has not changed; `undefined` for every other answer. */
function unchangedFeed(before: EarlierVisit, outcome: FetchOutcome): LinkResult | undefined {
  const { feed } = before.record;
  if (feed === undefined || outcome.kind !== "not-modified") return undefined;
  const { status } = outcome;
  const nothing = { detail: undefined, page: undefined, location: undefined, links: [] };
  const found = { state: "fetched", reason: FEED, status, feed, change: "unchanged" } as const;
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
  if (verdict === undefined || page === undefined || isApplication(before)) return undefined;
  const answer = sameAnswer(earlier, before, outcome);
  if (answer === undefined) return undefined;
  const { status, headers } = answer;
  const fresh: FetchedPage = answer.isNotModified
    ? { ...page, headers: freshenedHeaders(page.headers, headers) }
    : { ...page, status, headers };
  const ofHeaders = signalsOfHeaders(fresh.headers, politeness.robotsName);
  const isNewlyKeptOut = ofHeaders.includes(NOINDEX) && verdict.noindex !== true;
  if (politeness.obeyMetaRobots && isNewlyKeptOut) return undefined;
  const signals = withSignals(verdict, ofHeaders);
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
      page: { ...verdict, ...signals, ref },
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

function headOf({
  status,
  headers,
}: Extract<FetchOutcome, { kind: "page" | "not-modified" }>): Omit<
  SameAnswer,
  "fetchedAt" | "isNotModified"
> {
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
