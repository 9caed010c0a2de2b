/** Brings the full-text index of a run up to date with its records and stored pages. */
import { setImmediate, setTimeout } from "node:timers/promises";
import {
  digestOf,
  type IndexedText,
  type IndexMark,
  type SearchIndex,
} from "../../adapters/sqlite/search-index.ts";
import type { ViewedPage } from "../../crawl/rules.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { TextView } from "../../domain/page/page-view.ts";
import { findPosts } from "../../domain/page/posts/post-drafts.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { DowserError } from "../../errors.ts";
import type { ReadableRun } from "../folder/read-run.ts";

/** The record of a page. */
export type FetchedRecord = PageRecord & { readonly page: NonNullable<PageRecord["page"]> };

/** What an index is made of: as much of each page as its texts need. */
export interface IndexSources<Page> {
  readonly records: ReadableRun["records"];
  /** Returns what is read of a stored page; `undefined` where it is lost. */
  readonly page: (url: Url) => Promise<Page | undefined>;
  /** Returns what is searched of a page; without its stored answer by its record alone. */
  readonly textsOf: (record: FetchedRecord, page: Page | undefined) => readonly IndexedText[];
}

type Records = Pick<IndexSources<unknown>, "records">;

/** How far the update of an index has come. */
export interface IndexProgress {
  /** Records looked at, and those of the run. */
  readonly done: number;
  readonly of: number;
}

/** Pages read between two commits: a crash loses no more, and others wait no longer. */
const AT_ONCE = 50;

/** Time after a commit in which others may write, in ms: who waits for that looks every 100 ms. */
const GAP_MS = 20;

/** What an update has found. */
export interface IndexUpdate {
  /** Pages whose stored answer cannot be read; their titles alone are indexed. */
  unread: number;
  /** Whether another process was writing, so that the last pages may be missing. */
  isBusy: boolean;
}

/**
 * Indexes what is new in a run, in the order of its records; a `signal` ends it after the page in hand. Each commit has
 * pages and the mark up to which they go, so that a kill at any moment loses nothing.
 * @throws what SQLite raises where the index cannot be written
 */
export async function updateIndex<Page>(
  index: SearchIndex,
  sources: IndexSources<Page>,
  {
    onProgress,
    signal,
  }: {
    readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
    readonly signal?: AbortSignal | undefined;
  } = {},
): Promise<IndexUpdate> {
  const update = { unread: 0, isBusy: false };
  const isAgain = !(await isMarkOf(index.mark(), sources));
  if (isAgain && !forgetMark(index)) return { ...update, isBusy: true };
  const total = (await hasNew(index, sources)) ? (await sources.records.totals()).records : 0;
  if (total > 0) onProgress?.({ done: index.mark().sequence, of: total });
  while (!isAborted(signal) && (await hasNew(index, sources))) {
    // Pages are read within the lock: what `dowser forget` removes meanwhile is not written after it.
    if (!index.begin()) return { ...update, isBusy: true };
    try {
      await putNext(index, sources, update, signal);
      index.commit();
    } catch (error) {
      index.rollback();
      throw error;
    }
    onProgress?.({ done: index.mark().sequence, of: total });
    await setTimeout(GAP_MS);
  }
  if (isAgain) await dropMissing(index, sources);
  return update;
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Returns whether the record of the mark is still the one that it was. */
async function isMarkOf({ sequence, digest }: IndexMark, { records }: Records) {
  if (sequence === 0) return true;
  for await (const record of records.list(sequence - 1))
    return record.sequence === sequence && digestOf(record.url) === digest;
  return false;
}

/** Has all records looked at again, after a repair of the run gave them other numbers; returns false as `begin` does. */
function forgetMark(index: SearchIndex): boolean {
  if (!index.begin()) return false;
  index.setMark({ sequence: 0, digest: "" });
  index.commit();
  return true;
}

async function hasNew(index: SearchIndex, { records }: Records): Promise<boolean> {
  for await (const _ of records.list(index.mark().sequence)) return true;
  return false;
}

async function putNext<Page>(
  index: SearchIndex,
  sources: IndexSources<Page>,
  update: IndexUpdate,
  signal: AbortSignal | undefined,
): Promise<void> {
  let pages = 0;
  for await (const record of sources.records.list(index.mark().sequence)) {
    pages += await putRecord(index, sources, record, update);
    index.setMark({ sequence: record.sequence, digest: digestOf(record.url) });
    if (pages >= AT_ONCE || isAborted(signal)) return;
    await setImmediate();
  }
}

/** Indexes a record, and returns the number of pages that were read for it. */
async function putRecord<Page>(
  index: SearchIndex,
  sources: IndexSources<Page>,
  record: PageRecord,
  update: IndexUpdate,
): Promise<number> {
  const { url, fetchedAt, page } = record;
  if (page === undefined || page.file !== undefined) {
    index.drop(url);
    return 0;
  }
  if (index.fetchedAt(url) === fetchedAt) return 0;
  const stored = await sources.page(url).catch((error: unknown) => {
    if (!(error instanceof DowserError)) throw error;
    return undefined;
  });
  if (stored === undefined) update.unread += 1;
  index.put(url, fetchedAt, sources.textsOf({ ...record, page }, stored));
  return 1;
}

/** Returns the main text of a page; without its stored answer its title alone. */
export function pageTexts(
  { page: { title } }: FetchedRecord,
  page: Pick<TextView, "mainText" | "text"> | undefined,
): readonly IndexedText[] {
  const { mainText = "", text = "" } = page ?? {};
  return [{ name: title, text: mainText === "" ? text : mainText }];
}

/** Returns the posts on a page. */
export function postTexts(
  { fetchedAt }: FetchedRecord,
  stored: ViewedPage | undefined,
): readonly IndexedText[] {
  if (stored === undefined) return [];
  return findPosts(stored.view, stored.html, fetchedAt).map(
    ({ id, postId, author = "", date, postedAt, text }) => {
      return { name: author, text, post: { id, postId, date, postedAt } };
    },
  );
}

/** Drops pages that the run does not have any more. */
async function dropMissing(index: SearchIndex, { records }: Records): Promise<void> {
  const missing = new Set<Url>();
  for (const url of index.urls())
    if ((await records.get(url))?.page === undefined) missing.add(url);
  if (missing.size > 0) index.erase((url) => missing.has(url));
}
