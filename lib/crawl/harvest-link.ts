import type { Lease } from "../domain/frontier/link.ts";
import { redirectTarget } from "../domain/frontier/redirect.ts";
import { fileTypeOf, looksLikeFile } from "../domain/methods/wanted-file.ts";
import type { PageView } from "../domain/page/page-view.ts";
import type { FetchedPage, FetchOutcome, RequestMethod } from "../domain/web/http/fetch-outcome.ts";
import type { ResponseHead } from "../domain/web/http/response-head.ts";
import { paceAfter } from "../domain/web/politeness/back-off.ts";
import { withCrawlDelay } from "../domain/web/politeness/crawl-delay.ts";
import { nextAttemptAt } from "../domain/web/politeness/retry.ts";
import { NO_SIGNALS, type Signals } from "../domain/web/signals/signals.ts";
import { hostOf } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { WALLS } from "../domain/web/walls/wall.ts";
import { wallOfHead } from "../domain/web/walls/wall-of-head.ts";
import type { EarlierVisits } from "../ports/earlier-visits.ts";
import type { Refusal } from "../ports/host-gate.ts";
import type { PageStore } from "../ports/page-store.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "./crawl-plan.ts";
import type { FORGOTTEN } from "./forgotten.ts";
import { FEED } from "./harvest-feed.ts";
import type { WalledPage } from "./harvest-page.ts";
import type { HarvestedLink, LinkOutcome } from "./harvested-link.ts";
import {
  asksForLogin,
  endsSession,
  LOGIN_ASKED,
  LOGOUT,
  loginWaitMs,
  needsSession,
} from "./login-answers.ts";
import { PROBE_GROUP } from "./not-found-answers.ts";
import { type PageRendering, storedRendering } from "./page-rendering.ts";
import { type PageReader, type PageReading, type PageTask, readPage } from "./read-page.ts";
import { PDF_UNREADABLE, readablePage } from "./read-pdf.ts";
import { comparedResult, conditionOf, unchangedFeed, unchangedPage } from "./revisit-link.ts";
import type { ALIAS } from "./twin-pages.ts";
import { withSignals } from "./with-signals.ts";

/** Reason of a page that could not be parsed, judged or scored: its reading threw an error. */
export const PAGE_ERROR = "page-error";

/** Longest detail kept of an outcome, in UTF-16 units: servers write part of it, of any length. */
const MAX_DETAIL_LENGTH = 500;

/** The inputs for fetching a link; none of them knows the frontier. */
export interface Harvest {
  readonly ports: Pick<CrawlPorts, "web" | "gate" | "clock" | "pdf"> & {
    readonly earlier?: EarlierVisits | undefined;
    readonly pages: Pick<PageStore, "put" | "putHead" | "putRendered">;
    /** Reads fetched pages in other threads; absent when each is read where it was fetched. */
    readonly reader?: PageReader | undefined;
    /** Renders pages; absent when none is rendered. */
    readonly rendering?: Pick<PageRendering, "read"> | undefined;
  };
  readonly plan: CrawlPlan;
  readonly model: TrainedModel;
  /** Takes the view of each page that was read in this thread. */
  readonly keepView?: (view: PageView) => void;
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
  if (endsSession(plan, url)) {
    const detail = "would end the session";
    return refusedLink(lease, { rule: LOGOUT, detail }, ports.clock.now());
  }
  const admission = await ports.gate.admit(url);
  const now = ports.clock.now();
  if (admission.kind === "refused") {
    return refusedLink(lease, admission, now);
  }
  const pace = withCrawlDelay(lease.pace, admission.crawlDelayMs, plan.politeness.maxCrawlDelayMs);
  if (admission.kind === "later") {
    const { retryAt: notBefore, reason } = admission;
    const result = { kind: "again", reason, notBefore, countsAsAttempt: false } as const;
    return { lease, pace, fetchedAt: now, fetchMs: 0, result };
  }
  const before = await ports.earlier?.last(url);
  const condition = conditionOf(before, lease);
  const outcome = await ports.web.fetch(url, plan.limits, methodOf(plan, lease), condition);
  const endedAt = ports.clock.now();
  const attempt = {
    lease,
    ofHost: admission.signals ?? NO_SIGNALS,
    pace: plan.politeness.backsOff ? paceAfter(pace, outcome, endedAt) : pace,
    fetchedAt: now,
    fetchMs: endedAt - now,
  };
  const result =
    (await unchangedPage(harvest, before, outcome, attempt)) ??
    (await withStoredHead(
      harvest,
      attempt,
      outcome,
      unchangedFeed(before, outcome) ?? (await resultOf(harvest, attempt, outcome)),
    ));
  const { ofHost: _ofHost, ...harvested } = attempt;
  return { ...harvested, result: ports.earlier ? comparedResult(before, result) : result };
}

/**
 * Returns how a link is asked for. Where files are not fetched, a link that looks like one is asked
 * for by HEAD, once: what needs another attempt is asked for by GET.
 */
function methodOf({ files }: Pick<CrawlPlan, "files">, { link }: Lease): RequestMethod {
  if (files === undefined || files.fetch || link.attempts > 0) return "GET";
  return looksLikeFile(files, link.url) ? "HEAD" : "GET";
}

/** Returns the result of a link that a rule refuses: no request was sent for it. */
export function refusedLink(
  lease: Lease,
  {
    rule,
    detail,
  }: {
    readonly rule: Refusal["rule"] | typeof ALIAS | typeof FORGOTTEN | typeof LOGOUT;
    readonly detail: string;
  },
  now: number,
): HarvestedLink {
  const result = done({ state: "refused", reason: rule, detail });
  return { lease, pace: lease.pace, fetchedAt: now, fetchMs: 0, result };
}

type Attempt = Omit<HarvestedLink, "result"> & {
  /** What the files of its host say may be done with the page. */
  readonly ofHost: Signals;
};

async function resultOf(
  harvest: Harvest,
  attempt: Attempt,
  outcome: FetchOutcome,
): Promise<HarvestedLink["result"]> {
  const { plan } = harvest;
  const { link } = attempt.lease;
  if (needsSession(plan, link) && asksForLogin(link.url, outcome))
    return loginResult(harvest, attempt, "asks for a login", headOf(outcome)?.status);
  const head = plan.walls.leftOut ? headOf(outcome) : undefined;
  const wall = head && wallOfHead(head);
  if (wall !== undefined) return walled(wall, head?.status);
  switch (outcome.kind) {
    case "page":
      return pageResult(harvest, attempt, outcome);
    case "redirect":
      if (link.group === PROBE_GROUP) return leadsAway(outcome);
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
      return failureResult(harvest, attempt, outcome);
  }
}

async function pageResult(
  harvest: Harvest,
  attempt: Attempt,
  fetched: FetchedPage,
): Promise<HarvestedLink["result"]> {
  const { ports, plan, model } = harvest;
  const { lease, fetchedAt, ofHost } = attempt;
  const { status, mediaType } = fetched;
  const isFile = fileTypeOf(plan.files, fetched) !== undefined;
  if (!isFile && mediaType !== "" && !plan.mediaTypes.includes(mediaType)) {
    return done({ state: "refused", reason: "content-type", detail: mediaType, status });
  }
  // A recording has the body of a file that the live web would not have read.
  const answer = isFile && plan.files?.fetch === false ? unread(fetched) : fetched;
  const readable = await readablePage(ports.pdf, answer);
  if (readable.kind === "unreadable") {
    return done({ state: "failed", reason: PDF_UNREADABLE, detail: readable.why, status });
  }
  const isPdf = readable.page !== answer;
  const task = { plan, model, lease, page: readable.page, fetchedAt };
  const read = await readAnswer(isPdf ? { ...ports, rendering: undefined } : ports, task);
  // A PDF is stored as it was sent, not as it was read.
  const page = isPdf ? answer : read.page;
  const { reading } = read;
  if (reading.kind !== "read") return resultWithoutPage(harvest, attempt, reading, fetched);
  const { links, verdict, view, print } = reading.harvested;
  if (view !== undefined) harvest.keepView?.(view);
  const ref = await ports.pages.put(page, fetchedAt, isPdf ? undefined : reading.packed);
  const rendering = await storedRendering(ports.pages, page, fetchedAt, verdict.rendering);
  const bodyBytes = page.body.byteLength;
  return done({
    state: "fetched",
    reason: "page",
    status,
    page: { ...verdict, ...withSignals(verdict, ofHost), bodyBytes, ref, ...rendering },
    print,
    links,
  });
}

/** Returns the result of an answer that is no page, or that cannot be read. */
function resultWithoutPage(
  harvest: Harvest,
  attempt: Attempt,
  reading: Exclude<PageReading, { kind: "read" }>,
  { status, mediaType }: FetchedPage,
): HarvestedLink["result"] {
  if (reading.kind === "page-error") {
    return done({ state: "failed", reason: PAGE_ERROR, detail: reading.detail, status });
  }
  if (reading.kind === "to-render") throw new TypeError("a page was to be rendered and is not");
  if (reading.kind === "wall") {
    const { wall, sign } = reading.walled;
    return wall === "login" && needsSession(harvest.plan, attempt.lease.link)
      ? loginResult(harvest, attempt, sign, status)
      : walled(reading.walled, status);
  }
  if (reading.kind === "no-feed") {
    return done({
      state: "refused",
      reason: "content-type",
      detail: `${mediaType}, no feed`,
      status,
    });
  }
  const { links, feed } = reading.harvested;
  return done({ state: "fetched", reason: FEED, status, feed, links });
}

/** Reads an answer here or in another thread, and renders it before where that is to be done. */
async function readAnswer(
  { reader, rendering, ...ports }: Harvest["ports"],
  task: PageTask,
): Promise<{ readonly page: FetchedPage; readonly reading: PageReading }> {
  const read = (each: PageTask) => (reader ? reader.read(each) : readPage(ports, each));
  return rendering ? rendering.read(task, read) : { page: task.page, reading: await read(task) };
}

/**
 * Returns the result of a login in place of a page of a host with a session. The session may have
 * ended, so the link is queued again, as often as a failure would be.
 */
function loginResult(
  { ports, plan }: Harvest,
  { lease: { link }, pace, fetchMs }: Attempt,
  sign: string,
  status: number | undefined,
): HarvestedLink["result"] {
  if (link.attempts + 1 >= plan.politeness.maxAttempts)
    return walled({ wall: "login", sign }, status);
  const notBefore = ports.clock.now() + loginWaitMs(pace.delayMs + fetchMs);
  return { kind: "again", reason: LOGIN_ASKED, notBefore, countsAsAttempt: true };
}

/** Returns the result of an answer that is no content: nothing is read from it. */
function walled({ wall, sign, print }: WalledPage, status?: number): HarvestedLink["result"] {
  return done({ state: "failed", reason: wall, detail: sign, status, print });
}

/** Returns the result of a URL that cannot exist and leads elsewhere: that page is not its answer. */
function leadsAway({
  location,
  status,
}: Extract<FetchOutcome, { kind: "redirect" }>): HarvestedLink["result"] {
  return walled({ wall: "soft-404", sign: `leads to ${location}` }, status);
}

function unread(page: FetchedPage): FetchedPage {
  return { ...page, body: new Uint8Array(), truncated: true };
}

/**
 * Stores the head of an answer that ended its link without a page, so that a replay of the recording
 * goes the same way. A failure that is tried again is left out: the last answer is the one that
 * counts.
 */
async function withStoredHead(
  { ports }: Harvest,
  { lease, fetchedAt }: Attempt,
  outcome: FetchOutcome,
  result: HarvestedLink["result"],
): Promise<HarvestedLink["result"]> {
  const head = headOf(outcome);
  if (head === undefined || result.kind === "again") return result;
  const { page, reason } = result.outcome;
  // The head alone of a page that could not be read, or is a wall, would be an empty page.
  if (page !== undefined || reason === PAGE_ERROR) return result;
  if (outcome.kind === "page" && WALLS.has(reason)) return result;
  // A feed is stored whole, so that a replay of the recording reads it, too.
  const feed = reason === FEED && outcome.kind === "page" ? outcome : undefined;
  const response = await ports.pages.putHead(lease.link.url, head, fetchedAt, feed);
  return response === undefined ? result : { ...result, outcome: { ...result.outcome, response } };
}

/**
 * Returns the head that decided an outcome. A body that could not be decoded decides for itself: its
 * head alone would be an empty page.
 */
function headOf(outcome: FetchOutcome): ResponseHead | undefined {
  if (outcome.kind === "not-recorded") return undefined;
  const { status, headers } = outcome;
  return status === undefined || headers === undefined ? undefined : { status, headers };
}

function refusalResult({
  rule: reason,
  detail,
  status,
}: Extract<FetchOutcome, { kind: "refused" }>): HarvestedLink["result"] {
  return done({ state: "refused", reason, detail, status });
}

function redirectResult(
  { ports, plan }: Harvest,
  { lease: { link } }: Attempt,
  location: Url,
  status: number,
): HarvestedLink["result"] {
  const url = ports.web.identify(location);
  const verdict = plan.scope({ url, host: hostOf(url), depth: link.depth });
  const target = redirectTarget(link, url, verdict, plan.politeness.maxRedirects);
  return done({ state: "fetched", reason: "redirect", status, location: url, links: [target] });
}

function failureResult(
  { ports, plan }: Harvest,
  { lease }: Attempt,
  failure: Extract<FetchOutcome, { kind: "failed" }>,
): HarvestedLink["result"] {
  const attempts = lease.link.attempts + 1;
  const now = ports.clock.now();
  const notBefore = nextAttemptAt(attempts, plan.politeness.maxAttempts, failure, now);
  const { reason, detail, status } = failure;
  if (notBefore === undefined) return done({ state: "failed", reason, detail, status });
  return { kind: "again", reason, notBefore, countsAsAttempt: true };
}

/** The parts of an outcome that not all have. */
type Answer = { readonly [Key in keyof LinkOutcome]?: LinkOutcome[Key] | undefined };

function done({
  state,
  reason,
  detail,
  status,
  page,
  feed,
  print,
  location,
  links = [],
}: Pick<LinkOutcome, "state" | "reason"> & Answer): HarvestedLink["result"] {
  const shortened = detail?.slice(0, MAX_DETAIL_LENGTH);
  const outcome = { state, reason, detail: shortened, status, page, location, links };
  const sometimes = { ...(feed && { feed }), ...(print === undefined ? {} : { print }) };
  return { kind: "done", outcome: { ...outcome, ...sometimes } };
}
