import type { PageRecord } from "../../domain/fetch/page-record.ts";
import { modifiedAt } from "../../domain/fetch/validators.ts";
import type { VisitGap, VisitHistory } from "../../domain/recrawl/revisit-order.ts";
import type { Url } from "../../domain/url/url.ts";
import type { EarlierVisit, EarlierVisits } from "../../ports/earlier-visits.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { packRevisit, payloadDigest } from "../../warc/write-warc.ts";
import { type ReadableRun, readRun } from "../run/read-run.ts";
import { earlierDirectory } from "../run/run-project.ts";

/** The run that a recrawl visits again, with those that it visited again itself. */
export interface EarlierRuns extends EarlierVisits {
  /** The run before. */
  readonly run: ReadableRun;
  /** Returns the logs of all of them, in one list. */
  events(): Promise<readonly RunEvent[]>;
  close(): Promise<void>;
}

/** Age below which a page counts as made for the request, in ms: its server says the present moment. */
const LEAST_AGE_MS = 60_000;

/**
 * Opens a run and those before it for reading.
 * @throws DowserError `no-run`
 */
export function openEarlierRuns(directory: string): EarlierRuns {
  const run = readRun(directory);
  const runs = [run];
  for (let at = earlierDirectory(directory); at !== undefined; at = earlierDirectory(at))
    runs.push(readRun(at));
  let histories: Promise<readonly VisitHistory[]> | undefined;
  return {
    run,
    last: (url) => lastVisit(runs, url),
    async knows(url) {
      for (const { frontier } of runs) if ((await frontier.find(url)) !== undefined) return true;
      return false;
    },
    async events() {
      const events: RunEvent[] = [];
      for (const { log } of runs) events.push(...(await log.list()));
      return events;
    },
    histories: () => (histories ??= readHistories(runs)),
    digestOf: payloadDigest,
    async pack({ record, page }, { status, headers, fetchedAt, isNotModified }) {
      if (page === undefined) throw new RangeError(`${record.url} has no stored page.`);
      const digest = record.page?.ref?.digest ?? payloadDigest(page.body);
      const original = { url: record.url, fetchedAt: await storedAt(runs, record) };
      const profile = isNotModified ? "not-modified" : "identical-payload";
      const answer = { ...page, status, headers };
      return { digest, member: await packRevisit(answer, fetchedAt, digest, original, profile) };
    },
    close: async () => {
      for (const each of runs) await each.close();
    },
  };
}

const FOUND: ReadonlySet<string> = new Set(["page", "feed", "redirect"]);

/** Returns whether a record is of a visit that found something to come back to. */
function isFetched({ state, reason }: Pick<PageRecord, "state" | "reason">): boolean {
  return state === "fetched" && FOUND.has(reason);
}

/** Returns the last visit that found a page, a feed or a redirect; `runs` are in order, the last one first. */
async function lastVisit(
  runs: readonly ReadableRun[],
  url: Url,
): Promise<EarlierVisit | undefined> {
  for (const { records, pages } of runs) {
    const record = await records.get(url);
    if (record === undefined || !isFetched(record)) continue;
    const page = record.page === undefined ? undefined : await pages.get(url);
    return { record, page };
  }
  return undefined;
}

/** Returns when the body of a page was stored, in ms since the epoch: later runs only refer to it. */
async function storedAt(
  runs: readonly ReadableRun[],
  { url, fetchedAt }: PageRecord,
): Promise<number> {
  for (const { records } of runs) {
    const record = await records.get(url);
    if (record?.page !== undefined && record.change !== "unchanged") return record.fetchedAt;
  }
  return fetchedAt;
}

/** A history while it is read. */
interface OpenHistory {
  readonly firstAt: number;
  /** Where the page of its first visit is. */
  readonly run: ReadableRun;
  visitedAt: number;
  isGone: boolean;
  isFeed: boolean;
  readonly gaps: VisitGap[];
}

async function readHistories(runs: readonly ReadableRun[]): Promise<readonly VisitHistory[]> {
  const open = new Map<Url, OpenHistory>();
  for (const run of runs.toReversed())
    for await (const record of run.records.list()) addVisit(open, run, record);
  const histories: VisitHistory[] = [];
  for (const [url, { firstAt, run, visitedAt, gaps, isFeed }] of open) {
    const modified = gaps.length > 0 ? undefined : await lastModified(run, url, firstAt);
    histories.push({ url, visitedAt, gaps, isFeed, ...(modified && { modifiedAt: modified }) });
  }
  return histories;
}

function addVisit(open: Map<Url, OpenHistory>, run: ReadableRun, record: PageRecord): void {
  const { url, fetchedAt, change } = record;
  const isFeed = record.feed !== undefined;
  const known = open.get(url);
  if (known === undefined) {
    if (!isFetched(record)) return;
    const first = { firstAt: fetchedAt, run, visitedAt: fetchedAt };
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
  { pages }: ReadableRun,
  url: Url,
  firstAt: number,
): Promise<number | undefined> {
  const page = await pages.get(url);
  const at = page && modifiedAt(page.headers);
  return at !== undefined && at < firstAt - LEAST_AGE_MS ? at : undefined;
}
