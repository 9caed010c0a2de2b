import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { segmentName, segmentReaders } from "../../adapters/files/page-segments.ts";
import { removeUnnamedSegments, rewriteSegments } from "../../adapters/files/rewrite-segments.ts";
import { openWarcPagesForReading } from "../../adapters/files/warc-page-store.ts";
import { forgetPages, listUrls } from "../../adapters/sqlite/forget-pages.ts";
import {
  readPlaces,
  readSegmentEnds,
  readSqlitePageIndex,
} from "../../adapters/sqlite/sqlite-page-index.ts";
import { createSqliteRecordStore } from "../../adapters/sqlite/sqlite-record-store.ts";
import { readRecord } from "../../adapters/warc/read-record.ts";
import { packAnswer } from "../../adapters/warc/write-warc.ts";
import { FORGOTTEN } from "../../crawl/forgotten.ts";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { UrlTest } from "../../domain/frontier/url-rules.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { earlierPages } from "../../run/folder/read-run.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import { type ForgottenTexts, forgetInFiles } from "./forget-files.ts";

/** What a run has of the pages that it is to forget. */
export interface Forgettable extends ForgottenTexts {
  /** URLs with a record: pages, redirects, failures. */
  readonly records: number;
  readonly pages: number;
  /** Stored answers: pages, and heads of other answers. */
  readonly answers: number;
  readonly bytes: number;
  /** Queued links: they are not fetched. */
  readonly queued: number;
  /** Pages under other URLs whose content was stored with a forgotten one; they are kept. */
  readonly copies: readonly Url[];
}

/** A run whose crawl is not at work. */
export interface IdleRun {
  readonly directory: string;
  readonly database: DatabaseSync;
  readonly policy: FrontierPolicy;
}

/** What is to be done in a run. */
interface Plan {
  readonly found: Forgettable;
  readonly urls: ReadonlySet<Url>;
  readonly segments: ReadonlySet<number>;
}

/** Counts what a run has of the pages that `isForgotten` names; changes nothing. */
export async function findForgettable(run: IdleRun, isForgotten: UrlTest): Promise<Plan> {
  const { directory, database } = run;
  const urls = new Set<Url>();
  const digests = new Map<string, Url>();
  let pages = 0;
  for await (const { url, host, reason, page } of createSqliteRecordStore(database).list()) {
    if (!isForgotten(url, host) || reason === FORGOTTEN) continue;
    urls.add(url);
    if (page !== undefined) pages += 1;
    if (page?.ref !== undefined) digests.set(page.ref.digest, url);
  }
  const copies = await revisitsOf(run, urls, digests);
  const segments = new Set<number>();
  let [answers, bytes] = [0, 0];
  for (const { url, segment, length } of readPlaces(database)) {
    if (urls.has(url)) [answers, bytes] = [answers + 1, bytes + length];
    if (urls.has(url) || copies.has(url)) segments.add(segment);
  }
  const queued = Iterator.from(listUrls(database)).reduce(
    (count, { url, host, isWaiting }) => count + (isWaiting && isForgotten(url, host) ? 1 : 0),
    0,
  );
  const texts = forgetInFiles(directory, isForgotten, { isDry: true });
  const found = {
    records: urls.size,
    pages,
    answers,
    bytes,
    queued,
    copies: [...copies],
    ...texts,
  };
  return { found, urls, segments };
}

/** Returns the kept pages that are stored without their body, which is that of a forgotten page. */
async function revisitsOf(
  { directory, database }: IdleRun,
  urls: ReadonlySet<Url>,
  digests: ReadonlyMap<string, Url>,
): Promise<ReadonlySet<Url>> {
  const found = new Set<Url>();
  if (digests.size === 0) return found;
  const index = readSqlitePageIndex(database);
  const readers = segmentReaders(join(directory, RUN_FILES.pages));
  try {
    for await (const { url, page } of createSqliteRecordStore(database).list()) {
      const place = page?.ref && digests.has(page.ref.digest) ? index.find("page", url) : undefined;
      if (place === undefined || urls.has(url)) continue;
      const source = readers.open(place.segment);
      const { head } = await readRecord({ ...place, source }, Number.MAX_SAFE_INTEGER);
      const original = canonicalUrl(head.refersToTargetUri ?? "");
      if (head.type === "revisit" && original.ok && urls.has(original.url)) found.add(url);
    }
  } finally {
    readers.close();
  }
  return found;
}

/**
 * Forgets the pages of a plan. The segments that hold them are copied without them; then the
 * database names the copies and forgets the records, in one transaction; then the old segments are
 * deleted. A kill before the transaction changes nothing, and the same call completes what one after it left.
 */
export async function forgetIn(
  run: IdleRun,
  isForgotten: UrlTest,
  { urls, segments, found }: Plan,
): Promise<void> {
  const { directory, database, policy } = run;
  const folder = join(directory, RUN_FILES.pages);
  const index = {
    ends: () => readSegmentEnds(database),
    placesIn: (segment: number) => readPlaces(database, segment),
  };
  if (existsSync(folder)) {
    const earlier = earlierPages(directory);
    const pages = openWarcPagesForReading(folder, readSqlitePageIndex(database), earlier.get);
    const copies = new Set(found.copies);
    const { leftOut, moved } = await rewriteSegments(folder, index, segments, {
      leavesOut: ({ url }) => urls.has(url),
      replacing: async ({ kind, url }) => {
        const page = kind === "page" && copies.has(url) ? await pages.get(url) : undefined;
        const record = page && (await createSqliteRecordStore(database).get(url));
        return page && record && (await packAnswer(page, record.fetchedAt)).member;
      },
    }).finally(async () => {
      await pages.close();
      await earlier.close();
    });
    const changes = { urls, dropped: leftOut, moved, reason: FORGOTTEN, segmentName };
    forgetPages(database, policy, changes);
    removeUnnamedSegments(folder, index);
  }
  forgetInFiles(directory, isForgotten, { isDry: false });
}
