/** Forgets pages in what a stack keeps beside the databases of its crawls: stored answers, items of the table, registers. */
import { eraseMembers } from "../adapters/warc/erase-members.ts";
import { FORGOTTEN } from "../crawl/crawl-rules.ts";
import type { UrlTest } from "../domain/frontier/scope.ts";
import type { Json } from "../domain/json.ts";
import { type ListedPage, listedPage } from "../domain/page/page-record.ts";
import { hostOf } from "../domain/web/url/canonical-url.ts";
import { fail } from "../errors.ts";
import {
  emptiedResults,
  needWithout,
  takenBack,
  withoutQuotes,
} from "../features/forget/forgotten-texts.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import type { LabelEntry, LabelStore } from "../ports/label-store.ts";
import { LISTING_FORMS, type ListedCrawl, type PageListing } from "../ports/page-listing.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { type PlanBundle, planText } from "./bundle.ts";
import { isNamed } from "./forget-crawl.ts";
import { refile } from "./record-files.ts";

/** Everything outside that is used to erase what is beside the databases. */
export interface ErasingPorts {
  readonly keyValueStore: KeyValueStore;
  readonly blobs: BlobStore;
  readonly labels: LabelStore;
  /** Changes labels where they are; returns those that were changed. */
  readonly changeLabels: (
    change: (entry: LabelEntry) => LabelEntry | undefined,
  ) => Promise<readonly LabelEntry[]>;
  readonly listingOf: (crawl: ListedCrawl) => Pick<PageListing, "put" | "select">;
}

/** What the answers of all crawls, also of those that were before, have of pages. */
interface ErasedAnswers {
  readonly answers: number;
  readonly bytes: number;
}

/** Erases pages from the stored answers of all crawls in a bucket, whether a record names them or not. `isDry` only counts. */
export async function eraseAnswers(
  blobs: Pick<BlobStore, "list" | "get" | "replace">,
  isForgotten: UrlTest,
  isDry: boolean,
): Promise<ErasedAnswers> {
  let [answers, bytes] = [0, 0];
  for await (const key of blobs.list("pages/")) {
    const stored = await blobs.get(key);
    if (stored === undefined) continue;
    const erased = await eraseMembers(key, stored, (url) => isForgotten(url, hostOf(url)));
    if (erased.count === 0) continue;
    if (!isDry) await blobs.replace(key, erased.bytes);
    [answers, bytes] = [answers + erased.count, bytes + erased.erasedBytes];
  }
  return { answers, bytes };
}

/** Takes labels back, and their words; once more at the end, so that a crawl that knew them trains again. */
export async function forgetLabels(
  { labels, changeLabels }: Pick<ErasingPorts, "labels" | "changeLabels">,
  isForgotten: UrlTest,
  isDry: boolean,
): Promise<number> {
  const back = (entry: LabelEntry): LabelEntry | undefined => {
    const { at, url } = entry;
    if (!isForgotten(url, hostOf(url)) || takenBack({ ...entry }) === undefined) return undefined;
    return { at, url, label: null };
  };
  if (isDry) return (await labels.list()).filter((entry) => back(entry) !== undefined).length;
  const changed = await changeLabels(back);
  const last = changed.at(-1);
  if (last !== undefined) await labels.append([last]);
  return changed.length;
}

/** Removes answers of assessors, which may quote pages; returns how many. */
export async function forgetAssessments(
  blobs: Pick<BlobStore, "list" | "get" | "replace">,
  isForgotten: UrlTest,
  isDry: boolean,
): Promise<number> {
  let count = 0;
  for await (const key of blobs.list("assessments/")) {
    const text = Buffer.from((await blobs.get(key)) ?? []).toString("utf8");
    let own = 0;
    const lines = text.split("\n").map((line) => {
      const row: unknown = line === "" ? undefined : JSON.parse(line);
      if (typeof row !== "object" || row === null) return line;
      const kept = isNamed(Reflect.get(row, "url"), isForgotten)
        ? withoutQuotes({ ...row })
        : undefined;
      if (kept === undefined) return line;
      own += 1;
      return JSON.stringify(kept);
    });
    if (own > 0 && !isDry) await blobs.replace(key, Buffer.from(lines.join("\n")));
    count += own;
  }
  return count;
}

/** Returns a bundle without example pages and texts of pages, the key of its object, and how many went. */
export function bundleWithout(bundle: PlanBundle, isForgotten: UrlTest) {
  const { need, count: examples } = needWithout(bundle.need, (url) =>
    isForgotten(url, hostOf(url)),
  );
  const { foundSeeds } = bundle;
  const found =
    foundSeeds && emptiedResults(foundSeeds.found, ({ url }) => isNamed(url, isForgotten));
  const texts = found?.filter((seed, index) => seed !== foundSeeds?.found[index]).length ?? 0;
  const seeds = foundSeeds && found ? { foundSeeds: { ...foundSeeds, found } } : {};
  return { ...planText({ ...bundle, need, ...seeds }), examples, texts };
}

/** What the registers keep of the answers to queries: as in a log. */
type KeptAnswer = { readonly results?: readonly { readonly url?: unknown }[] };

/** Empties the registers that tell of pages: answers to queries, the queue, links that were asked for, exports and reports. */
export async function clearRegisters(
  { keyValueStore }: Pick<ErasingPorts, "keyValueStore">,
  isForgotten: UrlTest,
  queries: ReadonlySet<string>,
): Promise<void> {
  // What is of another crawl is as if it had never been told.
  const isOfNone = (value: object) => ({ ...value, crawl: "none" });
  await change(keyValueStore, "frontier", (value) => ({
    ...isOfNone(value),
    hosts: [],
    links: [],
  }));
  await change(keyValueStore, "links", (value) => ({ ...isOfNone(value), asked: [], told: [] }));
  await change(keyValueStore, "export", isOfNone);
  await change(keyValueStore, "report", isOfNone);
  for (let query = 0; ; query += 1) {
    const isThere = await change(keyValueStore, `answer-${query}`, (value) => {
      const { results = [] }: KeptAnswer = value;
      const emptied = emptiedResults(results, ({ url }) => isNamed(url, isForgotten)) ?? results;
      const asked: unknown = Reflect.get(value, "query");
      const isMeant = typeof asked === "string" && queries.has(asked);
      return {
        ...value,
        results: [...emptied],
        ...(isMeant && { query: "[forgotten]", exclude: [] }),
      };
    });
    // Queries are numbered from 1.
    if (!isThere && query > 0) return;
  }
}

async function change(
  keyValueStore: KeyValueStore,
  name: string,
  changed: (value: object) => object,
): Promise<boolean> {
  const held = await keyValueStore.read(name);
  if (held === undefined) return false;
  const { value, version } = held;
  if (typeof value !== "object" || value === null) return true;
  const next: Json = JSON.parse(JSON.stringify(changed(value)));
  if (JSON.stringify(next) === JSON.stringify(value)) return true;
  if (await keyValueStore.write(name, next, version)) return true;
  throw fail("order-contended");
}

/** Pages that are read from a listing at a time. */
const LISTED_AT_ONCE = 1_000;

/**
 * Lists pages of a crawl again where something of them went: as their records are now, or, of a crawl that was before and
 * of which nothing else is known, without what a page that is gone said of them.
 */
export async function listWithout(
  { listingOf }: Pick<ErasingPorts, "listingOf">,
  { crawl, records }: { readonly crawl: string; readonly records?: Pick<RecordStore, "get"> },
  { epoch, isForgotten }: { readonly epoch: number; readonly isForgotten: UrlTest },
): Promise<void> {
  for (const form of LISTING_FORMS) {
    const listing = listingOf({ crawl, records: form });
    let after = 0;
    for (;;) {
      const range = { after, upTo: Number.MAX_SAFE_INTEGER, limit: LISTED_AT_ONCE };
      const pages = await listing.select({}, range);
      const changed: ListedPage[] = [];
      for (const page of pages) {
        const record = await records?.get(page.url);
        const fresh = record ? listedPage(record) : withoutPages(page, isForgotten);
        if (JSON.stringify(fresh) !== JSON.stringify(page)) changed.push(fresh);
      }
      if (changed.length > 0 && !(await listing.put(changed, epoch)))
        throw fail("planner-overtaken", { value: crawl });
      if (pages.length < LISTED_AT_ONCE) break;
      after = pages.at(-1)?.sequence ?? after;
    }
  }
}

/**
 * Writes the files of records again, of crawls that are open as their records are now, and of others as they are listed: they have what
 * {@link listWithout} has left.
 */
export async function refileAll(
  { blobs, listingOf }: Pick<ErasingPorts, "blobs" | "listingOf">,
  open: readonly { readonly crawl: string; readonly records: Pick<RecordStore, "list"> }[],
): Promise<void> {
  await refile(blobs, async ({ crawl, after, last }) => {
    const known = open.find((each) => each.crawl === crawl);
    const pages: ListedPage[] = [];
    for (const form of known === undefined ? LISTING_FORMS : []) {
      const range = { after, upTo: last, limit: last - after };
      pages.push(...(await listingOf({ crawl, records: form }).select({}, range)));
    }
    for await (const record of known?.records.list(after) ?? []) {
      if (record.sequence > last) break;
      pages.push(listedPage(record));
    }
    return pages;
  });
}

function withoutPages(listed: ListedPage, isForgotten: UrlTest): ListedPage {
  const { url, host, parent, page } = listed;
  if (isForgotten(url, host)) {
    const { sequence, depth, layer, priority, group, linkModel, fetchedAt, fetchMs } = listed;
    const place = { sequence, url, host, parent, depth, layer, priority, group, linkModel };
    const nothing = { detail: undefined, status: undefined, page: undefined, location: undefined };
    const ending = { state: "refused", reason: FORGOTTEN } as const;
    return { ...place, linkWhy: "", fetchedAt, fetchMs, ...nothing, ...ending };
  }
  if (parent === undefined || !isForgotten(parent, hostOf(parent))) return listed;
  return { ...listed, linkWhy: "", page: page && { ...page, why: "" } };
}

/** Returns the names of all crawls that have stored answers in a bucket. */
export async function crawlsWithAnswers(
  blobs: Pick<BlobStore, "list">,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const key of blobs.list("pages/")) names.add(key.split("/")[1] ?? "");
  return names;
}

/** Returns the keys that begin with some prefixes. */
export async function keysOf(
  blobs: Pick<BlobStore, "list">,
  ...prefixes: readonly string[]
): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const prefix of prefixes) for await (const key of blobs.list(prefix)) keys.push(key);
  return keys;
}
