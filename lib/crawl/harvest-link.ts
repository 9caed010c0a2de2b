import type { Lease } from "../domain/frontier/link.ts";
import { redirectTarget } from "../domain/frontier/scope.ts";
import { fileTypeOf, looksLikeFile } from "../domain/methods/wanted-file.ts";
import {
  type FetchedPage,
  type FetchOutcome,
  headOf,
  mediaTypeOf,
  type RequestMethod,
  redirectOutcome,
} from "../domain/web/http/fetch-outcome.ts";
import { paceAfter, withCrawlDelay } from "../domain/web/politeness/crawl-delay.ts";
import { nextAttemptAt } from "../domain/web/politeness/retry.ts";
import { hostOf } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { PageStore } from "../ports/page-store.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "./crawl-plan.ts";
import type { HarvestedLink, LinkResult } from "./link-result.ts";
import { done, refusedLink } from "./link-result.ts";
import { type PageReader, type PageReading, type ReadingPorts, readPage } from "./read-page.ts";
import type { Attempt, Stored } from "./rules.ts";
import {
  answerOf,
  finished,
  prepare,
  readBy,
  reconsidered,
  refusalOf,
  requestOf,
  transformed,
} from "./run-rules.ts";

/** Reason of a page that could not be parsed, judged or scored: its reading threw an error. */
export const PAGE_ERROR = "page-error";

/** The inputs for fetching a link; what it gives depends on none that knows the frontier. */
export interface Harvest {
  readonly ports: Pick<CrawlPorts, "web" | "gate" | "clock"> & {
    readonly isDone?: ReadingPorts["isDone"];
    readonly pages: Pick<PageStore, "put" | "putHead">;
    /** Reads fetched pages in other threads; absent when each is read where it was fetched. */
    readonly reader?: PageReader | undefined;
  };
  readonly plan: CrawlPlan;
  readonly model: TrainedModel;
}

/**
 * Takes a lease through robots → fetch → parse → assess → score. Stores the page, or the head of an
 * answer that is no page, once per URL.
 */
export async function harvestLink(harvest: Harvest, lease: Lease): Promise<HarvestedLink> {
  const harvested = await fetchLink(harvest, lease);
  // Also the request for the robots.txt file shows the address.
  const address = harvest.ports.web.addressOf?.(lease.link.host);
  return address === undefined ? harvested : { ...harvested, address };
}

async function fetchLink(harvest: Harvest, lease: Lease): Promise<HarvestedLink> {
  const { ports, plan } = harvest;
  const { url } = lease.link;
  const unasked = refusalOf(plan.rules.fetch, lease.link);
  if (unasked !== undefined) return refusedLink(lease, unasked, ports.clock.now());
  const admission = await ports.gate.admit(url);
  const now = ports.clock.now();
  if (admission.kind === "refused") {
    return refusedLink(lease, admission, now);
  }
  const { crawlDelayMs } = admission;
  const pace =
    crawlDelayMs === undefined
      ? lease.pace
      : withCrawlDelay(lease.pace, crawlDelayMs, plan.politeness.maxCrawlDelayMs);
  if (admission.kind === "later") {
    const { retryAt: notBefore, reason } = admission;
    const result = { kind: "again", reason, notBefore, countsAsAttempt: false } as const;
    return { lease, pace, fetchedAt: now, fetchMs: 0, result };
  }
  const { fetch } = plan.rules;
  await prepare(fetch, lease);
  const { method = methodOf(plan, lease), condition } = requestOf(fetch, lease);
  const outcome = await ports.web.fetch(url, plan.limits, method, condition);
  const endedAt = ports.clock.now();
  const attempt = {
    lease,
    admission,
    pace: plan.politeness.backsOff ? paceAfter(pace, outcome, endedAt) : pace,
    fetchedAt: now,
    fetchMs: endedAt - now,
  };
  const ruled = await ruledResult(harvest, attempt, outcome);
  const result = reconsidered(fetch, attempt, ruled.result);
  const stored =
    ruled.stores === "nothing"
      ? result
      : await withStoredAnswer(harvest, attempt, outcome, { ...ruled, result });
  const { admission: _admission, ...harvested } = attempt;
  return { ...harvested, result: await finished(fetch, attempt, stored) };
}

/**
 * Returns how a link is asked for. Where files are not fetched, a link that looks like one is asked
 * for by HEAD, once: what needs another attempt is asked for by GET.
 */
function methodOf({ files }: Pick<CrawlPlan, "files">, { link }: Lease): RequestMethod {
  if (files === undefined || files.fetch || link.attempts > 0) return "GET";
  return looksLikeFile(files, link.url) ? "HEAD" : "GET";
}

/** The result of an answer, and what is stored of the answer where it gave no page. */
interface Ruled {
  readonly result: LinkResult;
  readonly stores: Stored;
}

/** Returns the result that the rules or the crawl itself give an answer. */
async function ruledResult(
  harvest: Harvest,
  attempt: Attempt,
  outcome: FetchOutcome,
): Promise<Ruled> {
  const answered = await answerOf(harvest.plan.rules.fetch, attempt, outcome);
  // Nobody has read the page.
  if (answered !== undefined)
    return { result: answered, stores: outcome.kind === "page" ? "nothing" : "head" };
  if (outcome.kind === "page") return pageResult(harvest, attempt, outcome);
  return { result: resultWithoutPage(harvest, attempt, outcome), stores: "head" };
}

function resultWithoutPage(
  harvest: Harvest,
  attempt: Attempt,
  outcome: Exclude<FetchOutcome, { kind: "page" }>,
): LinkResult {
  switch (outcome.kind) {
    case "redirect":
      return redirectResult(harvest, attempt, outcome.location, outcome.status);
    case "refused":
      return refusalResult(outcome);
    case "get-needed":
    case "not-modified":
      return {
        kind: "again",
        reason: "get-needed",
        notBefore: harvest.ports.clock.now(),
        countsAsAttempt: true,
      };
    case "gone":
      return done({ state: "failed", reason: "gone", status: outcome.status });
    case "not-recorded":
      return done({ state: "failed", reason: "not-recorded" });
    case "failed":
      return failedResult(harvest, attempt, outcome);
  }
}

/** A host that asks for its cookie to the last is taken as it redirects: most show something there. */
function failedResult(
  harvest: Harvest,
  attempt: Attempt,
  outcome: Extract<FetchOutcome, { kind: "failed" }>,
): LinkResult {
  const result = failureResult(harvest, attempt, outcome);
  const head = result.kind === "again" ? undefined : headOf(outcome);
  if (outcome.reason !== "needs-cookie" || head === undefined) return result;
  const then = redirectOutcome(attempt.lease.link.url, head);
  if (then.kind !== "redirect") return result;
  return redirectResult(harvest, attempt, then.location, then.status);
}

async function pageResult(
  harvest: Harvest,
  attempt: Attempt,
  fetched: FetchedPage,
): Promise<Ruled> {
  const { ports, plan, model } = harvest;
  const { lease, fetchedAt } = attempt;
  const { status, mediaType } = fetched;
  // A recording has the body of a file that the live web would not have read.
  const file = plan.files?.fetch === false ? unread(fetched) : fetched;
  const isFile = plan.files !== undefined && fileTypeOf(plan.files, file) !== undefined;
  if (!isFile && mediaType !== "" && !plan.mediaTypes.includes(mediaType)) {
    const detail = refusedType(plan, fetched);
    const result = done({ state: "refused", reason: "content-type", detail, status });
    return { result, stores: "head" };
  }
  const answer = isFile ? file : fetched;
  const made = await transformed(plan.rules.fetch, answer);
  if (made?.kind === "unreadable") {
    const result = done({ state: "failed", reason: made.reason, detail: made.why, status });
    return { result, stores: "head" };
  }
  if (made?.kind === "unfinished") {
    const failure = { reason: made.reason, detail: made.why, status };
    return { result: failureResult(harvest, attempt, failure), stores: "head" };
  }
  const task = { plan, model, lease, page: made?.page ?? answer, fetchedAt };
  // Here or in another thread.
  const { reader, ...readingPorts } = ports;
  const read = await readBy(made ? [] : plan.rules.fetch, task, async (each) =>
    reader ? reader.read(each) : readPage(readingPorts, each),
  );
  // What another body was made of is stored as it was sent, not as it was read.
  const page = made ? answer : read.page;
  if (read.reading.kind !== "read") return unreadPage(read.reading, status);
  const { links, verdict, view, record } = read.reading.harvested;
  const packed = made ? undefined : read.reading.packed;
  const ref = await ports.pages.put(page, fetchedAt, packed, view);
  const bodyBytes = page.body.byteLength;
  const result = done({
    state: "fetched",
    reason: "page",
    status,
    page: { ...verdict, bodyBytes, ref },
    links,
    ...record,
  });
  return { result, stores: "nothing" };
}

/** Returns the type by which an answer is refused: the live web reads no body of a type that is not taken. */
function refusedType(plan: Pick<CrawlPlan, "mediaTypes">, fetched: FetchedPage): string {
  const sent = mediaTypeOf(fetched.headers).mediaType;
  return sent === "" || plan.mediaTypes.includes(sent) ? fetched.mediaType : sent;
}

/** Returns the result of an answer that was read and is no page, or that cannot be read. */
function unreadPage(reading: Exclude<PageReading, { kind: "read" }>, status: number): Ruled {
  switch (reading.kind) {
    case "done":
      return reading;
    case "page-error": {
      const { detail } = reading;
      const result = done({ state: "failed", reason: PAGE_ERROR, detail, status });
      return { result, stores: "nothing" };
    }
    case "back":
      throw new TypeError("a page was given back, and no rule has acted on it");
  }
}

/** Returns an answer as its head alone tells of it. */
function unread(page: FetchedPage): FetchedPage {
  const mediaType = mediaTypeOf(page.headers).mediaType || page.mediaType;
  return { ...page, mediaType, body: new Uint8Array(), gzipped: undefined, truncated: true };
}

/**
 * Stores what is to be stored of an answer that ended its link without a page. A failure that is tried again
 * is left out: the last answer is the one that counts.
 */
async function withStoredAnswer(
  { ports }: Harvest,
  { lease, fetchedAt }: Attempt,
  outcome: FetchOutcome,
  { result, stores }: Ruled,
): Promise<LinkResult> {
  const head = headOf(outcome);
  if (head === undefined || result.kind === "again") return result;
  if (result.outcome.page !== undefined) return result;
  const whole = stores === "whole" && outcome.kind === "page" ? outcome : undefined;
  const response = await ports.pages.putHead(lease.link.url, head, fetchedAt, whole);
  return response === undefined ? result : { ...result, outcome: { ...result.outcome, response } };
}

function refusalResult({
  rule: reason,
  detail,
  status,
}: Extract<FetchOutcome, { kind: "refused" }>): LinkResult {
  return done({ state: "refused", reason, detail, status });
}

function redirectResult(
  { ports, plan }: Harvest,
  { lease: { link } }: Attempt,
  location: Url,
  status: number,
): LinkResult {
  const url = ports.web.identify(location);
  const verdict = plan.scope({ url, host: hostOf(url), depth: link.depth });
  const target = redirectTarget(link, url, verdict, plan.politeness.maxRedirects);
  return done({ state: "fetched", reason: "redirect", status, location: url, links: [target] });
}

/** A failure of a fetch, or of what a rule makes of its answer. */
type Failure = Pick<
  Extract<FetchOutcome, { kind: "failed" }>,
  "detail" | "status" | "retryAfterMs"
> & { readonly reason: string };

function failureResult({ ports, plan }: Harvest, { lease }: Attempt, failure: Failure): LinkResult {
  const attempts = lease.link.attempts + 1;
  const now = ports.clock.now();
  const notBefore = nextAttemptAt(attempts, plan.politeness.maxAttempts, failure, now);
  const { reason, detail, status } = failure;
  if (notBefore === undefined) return done({ state: "failed", reason, detail, status });
  return { kind: "again", reason, notBefore, countsAsAttempt: true };
}
