/** What a crawl has of pages, also of their texts beside their records, and what stays of it when pages are forgotten. */

import { FORGOTTEN } from "../../crawl/crawl-rules.ts";
import type { UrlTest } from "../../domain/frontier/scope.ts";
import type { Need } from "../../domain/methods/strategy.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import type { RunEvent } from "../../ports/run-log.ts";

/** An entry of a file or of an object, as it was read. */
export type Row = Readonly<Record<string, unknown>>;

/** What forgotten pages have, as far as other parts of their crawl have it from them. */
export interface TextsOfPages {
  /** URLs that they link to, in any version of theirs. */
  readonly linked: ReadonlySet<Url>;
  readonly titles: ReadonlySet<string>;
  /** Their words, lower case. */
  readonly words: ReadonlySet<string>;
}

/** Finds what a crawl has of pages: URLs with a record, pages among them and their digests; all URLs, and the queued ones. */
export async function findPages(
  records: Pick<RecordStore, "list">,
  links: Iterable<{ readonly url: Url; readonly host: Host; readonly isWaiting: boolean }>,
  isForgotten: UrlTest,
) {
  const [urls, digests] = [new Set<Url>(), new Set<string>()];
  let pages = 0;
  for await (const { url, host, reason, page } of records.list()) {
    if (!isForgotten(url, host) || reason === FORGOTTEN) continue;
    urls.add(url);
    if (page !== undefined) pages += 1;
    if (page?.ref !== undefined) digests.add(page.ref.digest);
  }
  const known = new Set<Url>();
  let queued = 0;
  for (const { url, host, isWaiting } of links) {
    if (!isForgotten(url, host)) continue;
    known.add(url);
    if (isWaiting) queued += 1;
  }
  return { urls, pages, digests, known, queued };
}

/** A crawl that had pages to forget, or a later one has models and texts from. */
export interface CrawlWithTexts {
  readonly records: Pick<RecordStore, "list">;
  /** Returns what a page says; `undefined` when it cannot be read. */
  readonly viewOf: (
    url: Url,
  ) => Promise<
    { readonly text: string; readonly anchors: readonly { readonly url: Url }[] } | undefined
  >;
}

/**
 * Returns what the texts beside links may have from pages, in a crawl and in those that it comes back to,
 * from which it has models and texts even of pages that it has not come to. Opens one after the other.
 */
export async function textsOfPages(
  crawls: AsyncIterable<CrawlWithTexts> | Iterable<CrawlWithTexts>,
  isForgotten: UrlTest,
  { good, bad, examplePage }: Partial<Pick<Need, "good" | "bad" | "examplePage">>,
): Promise<TextsOfPages> {
  const isGone = (url: Url) => isForgotten(url, hostOf(url));
  const examples = [...(good ?? []), ...(bad ?? []), ...(examplePage ? [examplePage] : [])];
  const words = new Set(
    examples
      .filter(({ url }) => isGone(url))
      .flatMap(({ title, text }) => wordsOf(`${title} ${text}`)),
  );
  const [linked, titles] = [new Set<Url>(), new Set<string>()];
  let isOwn = true;
  for await (const { records, viewOf } of crawls) {
    const moved = new Set<Url>();
    for await (const { url, host, parent, reason, page } of records.list()) {
      // A link is found before it is fetched: redirects come before their targets, which have their texts.
      const isFound = parent !== undefined && (isGone(parent) || moved.has(parent));
      if (isFound && !isOwn) linked.add(url);
      if (isFound && reason === "redirect") moved.add(url);
      if (page === undefined || !isForgotten(url, host)) continue;
      titles.add(page.title);
      // A page that cannot be read has given no text that is not known by its parent or its title.
      const view = await viewOf(url).catch(() => undefined);
      for (const anchor of view?.anchors ?? []) linked.add(anchor.url);
      for (const word of wordsOf(`${page.title} ${view?.text ?? ""}`)) words.add(word);
    }
    isOwn = false;
  }
  return { linked, titles, words };
}

/** Shortest word that says something of a page, in letters. */
const LEAST_LETTERS = 3;

/** Returns the words of a text, lower case. */
export function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length >= LEAST_LETTERS);
}

// Composed queries with words of forgotten pages: a crawl asks for what its examples and pages have in common.

/** What stands for a composed query that has words of a forgotten page. */
export const FORGOTTEN_QUERY = "[forgotten]";

/** Returns the queries that a log says were asked. */
export function askedQueries(events: readonly RunEvent[]): readonly string[] {
  return events
    .filter(({ kind }) => kind === "answered" || kind === "queried")
    .flatMap(({ detail: { query } }) => (typeof query === "string" ? [query] : []));
}

/** Returns the composed ones of queries that have one of these words, unless the user's `own` have it, too. */
export function queriesWith(
  asked: readonly string[],
  words: ReadonlySet<string>,
  own: readonly string[],
): ReadonlySet<string> {
  const given = new Set(own.flatMap(wordsOf));
  const isMeant = (query: string) =>
    !own.includes(query) && wordsOf(query).some((word) => words.has(word) && !given.has(word));
  return new Set(asked.filter(isMeant));
}

/** Replaces a composed query in an event: its number and its results stay. `undefined` of an event without one. */
export function withoutQuery(event: Row, queries: ReadonlySet<string>): Row | undefined {
  const { detail } = event;
  if (typeof detail !== "object" || detail === null) return undefined;
  const { query }: { readonly query?: unknown } = detail;
  if (typeof query !== "string" || !queries.has(query)) return undefined;
  const exclude = "exclude" in detail ? { exclude: [] } : {};
  return { ...event, detail: { ...detail, query: FORGOTTEN_QUERY, ...exclude } };
}

// What stays of an entry. Each returns `undefined` where nothing of it goes.

/** Empties the texts that a search engine gave about pages, in an event with its answer. */
export function withoutTexts(event: Row, isMeant: (result: FoundText) => boolean): Row | undefined {
  const { kind, detail } = event;
  if (kind !== "answered" || typeof detail !== "object" || detail === null) return undefined;
  const { results }: { readonly results?: unknown } = detail;
  if (!Array.isArray(results)) return undefined;
  const emptied = emptiedResults(results, isMeant);
  return emptied && { ...event, detail: { ...detail, results: emptied } };
}

/** A result of a search as it was kept. */
type FoundText = { readonly url?: unknown; readonly title?: unknown; readonly extract?: unknown };

/** Empties title and extract of results of a search. */
export function emptiedResults<Result extends FoundText>(
  results: readonly Result[],
  isMeant: (result: FoundText) => boolean,
): readonly Result[] | undefined {
  const has = (result: FoundText) =>
    isMeant(result) && (result.title !== "" || (result.extract ?? "") !== "");
  if (!results.some(has)) return undefined;
  return results.map((result) => (has(result) ? { ...result, title: "", extract: "" } : result));
}

/** Returns what an assessor cost with a page, without its answer, which may quote the page. */
export function withoutQuotes({ kind, id, at, url, tokens, dollars }: Row): Row | undefined {
  if (kind !== "answer") return undefined;
  return { kind: "failed", id, at, url, tokens, dollars, reason: "forgotten" };
}

/** Returns the entry that takes a label back; `undefined` for one that says no more than that. */
export function takenBack({ at, url, label, ...words }: Row): Row | undefined {
  if (label === null && Object.keys(words).length === 0) return undefined;
  return { at, url, label: null };
}

/** Returns a need without some of its example pages, and how many went. */
export function needWithout(
  need: Need,
  isMeant: (url: Url) => boolean,
): { readonly need: Need; readonly count: number } {
  const kept = <Page extends { readonly url: Url }>(pages: readonly Page[]) =>
    pages.filter(({ url }) => !isMeant(url));
  const [good, bad] = [kept(need.good), kept(need.bad)];
  const isLost = need.examplePage !== undefined && isMeant(need.examplePage.url);
  const count = need.good.length + need.bad.length - good.length - bad.length + Number(isLost);
  if (count === 0) return { need, count };
  const examplePage = isLost ? undefined : need.examplePage;
  return { need: { ...need, good, bad, examplePage }, count };
}
