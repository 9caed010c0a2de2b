import type { FetchedPage, FetchOutcome } from "../domain/fetch/fetch-outcome.ts";
import type { PageRecord } from "../domain/fetch/page-record.ts";
import type { Lease, OfferedLink, Settlement } from "../domain/frontier/link.ts";
import { paceAfter, withCrawlDelay } from "../domain/politeness/host-pace.ts";
import { nextAttemptAt } from "../domain/politeness/retry.ts";
import { hostOf } from "../domain/url/canonical-url.ts";
import type { Url } from "../domain/url/url.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "./crawl.ts";
import type { GroupScale } from "./group-scale.ts";
import { harvestPage } from "./harvest-page.ts";
import type { LinkTally } from "./link-tally.ts";

/** Longest detail kept of an ending, in UTF-16 units: servers write part of it, of any length. */
const MAX_DETAIL_LENGTH = 500;

/** What the end of a fetch needs. */
export type Harvest = {
  readonly ports: CrawlPorts;
  readonly plan: CrawlPlan;
  readonly model: TrainedModel;
  readonly tally: LinkTally;
  readonly scale: GroupScale;
};

/** One fetch that was tried: when it began and how long it took, in ms. */
interface Attempt {
  readonly lease: Lease;
  readonly pace: Lease["pace"];
  readonly fetchedAt: number;
  readonly fetchMs: number;
}

/**
 * Takes each lease to its end: robots → fetch → parse → assess → score → store → settle. The page is
 * stored before the record, the record before the lease is settled, and each step may be done twice:
 * a crash in between loses nothing and doubles nothing.
 */
export async function harvestPages(harvest: Harvest, leases: readonly Lease[]): Promise<void> {
  await Promise.all(leases.map((lease) => harvestLease(harvest, lease)));
}

async function harvestLease(harvest: Harvest, lease: Lease): Promise<void> {
  const { ports, plan } = harvest;
  const { url } = lease.link;
  const admission = await ports.gate.admit(url);
  if (admission.kind === "refused") {
    const now = ports.clock.now();
    const attempt = { lease, pace: lease.pace, fetchedAt: now, fetchMs: 0 };
    return conclude(harvest, attempt, admission);
  }
  const pace = withCrawlDelay(lease.pace, admission.crawlDelayMs, plan.politeness.maxCrawlDelayMs);
  if (admission.kind === "later") {
    const { retryAt: notBefore, reason } = admission;
    const now = ports.clock.now();
    const result = { kind: "again", reason, notBefore, countsAsAttempt: false } as const;
    await ports.frontier.settle(lease, { result, pace, now, links: [] });
    return;
  }
  const fetchedAt = ports.clock.now();
  const outcome = await ports.web.fetch(url, plan.limits);
  const now = ports.clock.now();
  const attempt = {
    lease,
    pace: paceAfter(pace, outcome, now),
    fetchedAt,
    fetchMs: now - fetchedAt,
  };
  return conclude(harvest, attempt, outcome);
}

async function conclude(harvest: Harvest, attempt: Attempt, ending: FetchOutcome): Promise<void> {
  switch (ending.kind) {
    case "page":
      return concludePage(harvest, attempt, ending);
    case "redirect":
      return concludeRedirect(harvest, attempt, ending.location, ending.status);
    case "refused":
      return done(harvest, attempt, {
        state: "refused",
        reason: ending.rule,
        detail: ending.detail,
      });
    case "gone":
      return done(harvest, attempt, { state: "failed", reason: "gone", status: ending.status });
    case "not-recorded":
      return done(harvest, attempt, { state: "failed", reason: "not-recorded" });
    case "failed":
      return concludeFailure(harvest, attempt, ending);
  }
}

async function concludePage(harvest: Harvest, attempt: Attempt, page: FetchedPage): Promise<void> {
  const { ports, plan, model } = harvest;
  const { status, mediaType } = page;
  if (mediaType !== "" && !plan.mediaTypes.includes(mediaType)) {
    return done(harvest, attempt, {
      state: "refused",
      reason: "content-type",
      detail: mediaType,
      status,
    });
  }
  const { links, verdict } = harvestPage(ports, plan, model, attempt.lease, page);
  const ref = await ports.pages.put(page, attempt.fetchedAt);
  return done(harvest, attempt, {
    state: "fetched",
    reason: "page",
    status,
    page: { ...verdict, ref },
    links,
  });
}

/** A redirect is a link to its target, worth what the link to it was worth, at the same depth. */
async function concludeRedirect(
  harvest: Harvest,
  attempt: Attempt,
  location: Url,
  status: number,
): Promise<void> {
  const { ports, plan } = harvest;
  const { link } = attempt.lease;
  const url = ports.web.identify(location);
  const redirects = link.redirects + 1;
  const { depth } = link;
  const verdict = plan.scope({ url, host: hostOf(url), depth });
  const tooMany = redirects > plan.politeness.maxRedirects ? "too-many-redirects" : undefined;
  const target: OfferedLink = {
    ...link,
    url,
    host: hostOf(url),
    redirects,
    parent: link.url,
    quotas: verdict.quotas,
    refusedBy: verdict.refusedBy ?? tooMany,
  };
  return done(harvest, attempt, {
    state: "fetched",
    reason: "redirect",
    status,
    location: url,
    links: [target],
  });
}

async function concludeFailure(
  harvest: Harvest,
  attempt: Attempt,
  failure: Extract<FetchOutcome, { kind: "failed" }>,
): Promise<void> {
  const { ports, plan } = harvest;
  const { lease, pace } = attempt;
  const now = ports.clock.now();
  const attempts = lease.link.attempts + 1;
  const notBefore = nextAttemptAt(attempts, plan.politeness.maxAttempts, failure, now);
  if (notBefore === undefined) {
    const { reason, detail, status } = failure;
    return done(harvest, attempt, { state: "failed", reason, detail, status });
  }
  const result = {
    kind: "again",
    reason: failure.reason,
    notBefore,
    countsAsAttempt: true,
  } as const;
  await ports.frontier.settle(lease, { result, pace, now, links: [] });
}

interface Conclusion {
  readonly state: PageRecord["state"];
  readonly reason: string;
  readonly detail?: string;
  readonly status?: number | undefined;
  readonly page?: PageRecord["page"];
  readonly location?: Url;
  readonly links?: readonly OfferedLink[];
}

/** Writes the record, weighs the groups that its links bring, then settles: the last effects, in this order. */
async function done(
  { ports, model: current, tally, scale }: Harvest,
  { lease, pace, fetchedAt, fetchMs }: Attempt,
  { state, reason, detail, status, page, location, links = [] }: Conclusion,
): Promise<void> {
  const { link, layer } = lease;
  const { url, host, depth, parent, priority, group, snippet, model, why } = link;
  const replaced = await ports.records.get(url);
  const record = await ports.records.put({
    url,
    host,
    state,
    reason,
    detail: detail?.slice(0, MAX_DETAIL_LENGTH),
    status,
    depth,
    layer,
    parent,
    priority,
    group,
    linkModel: model,
    linkWhy: why,
    snippet,
    page,
    location,
    fetchedAt,
    fetchMs,
  });
  tally.conclude(record, replaced);
  await scale.weighOffered(current, links);
  const result: Settlement["result"] = { kind: "done", state, reason };
  await ports.frontier.settle(lease, { result, pace, now: ports.clock.now(), links });
}
