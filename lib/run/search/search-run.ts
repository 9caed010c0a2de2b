/** Searches the texts of a run: its pages, or the posts on them. */
import { join } from "node:path";
import {
  deleteSearchIndex,
  digestOf,
  type IndexedText,
  isIndexDamaged,
  isIndexUnwritable,
  openSearchIndex,
  openTemporaryIndex,
  type SearchIndex,
} from "../../adapters/sqlite/search-index.ts";
import { currentLabels } from "../../crawl/labels.ts";
import { compileUrlRules, type UrlTest } from "../../domain/frontier/scope.ts";
import { PostCopies } from "../../domain/page/posts/post-copies.ts";
import {
  LONGEST_QUERY,
  parseSearchQuery,
  type SearchQuery,
} from "../../domain/text/search-query.ts";
import { canonicalUrl, hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import type { ExcerptPiece } from "../../evaluation/excerpt.ts";
import { searchExcerpt } from "../../evaluation/search-excerpt.ts";
import { languageFault } from "../../project/scope-schema.ts";
import { readLeftInStack } from "../folder/read-cost.ts";
import { type ReadableRun, readRun, storedPages } from "../folder/read-run.ts";
import { isFile, RUN_FILES } from "../folder/run-database.ts";
import { loadRunProject } from "../folder/run-project.ts";
import {
  type FetchedRecord,
  type IndexProgress,
  type IndexUpdate,
  pageTexts,
  postTexts,
  updateIndex,
} from "./update-index.ts";

/** Which of the found texts are wanted, all of them by default, and how many. */
export interface SearchFilter {
  /** Each post by itself, in place of the pages. */
  readonly posts?: boolean;
  /** Only pages that the crawl predicts to be targets. */
  readonly targets?: boolean;
  /** Least score, in [0,1]. */
  readonly minScore?: number | undefined;
  readonly type?: string | undefined;
  /** A host, with its subdomains. */
  readonly host?: string | undefined;
  /** A language tag, such as `de`, with its variants. */
  readonly language?: string | undefined;
  /** In ms since the epoch: pages fetched, or posts written, from then on. */
  readonly since?: number | undefined;
  /** Most results; 20 by default. */
  readonly limit?: number | undefined;
}

/** How new pages are read. */
interface Reading {
  /** Told while new pages are read, which the first search of a run takes some time for. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /** Ends the reading of new pages: what is read so far is searched. */
  readonly signal?: AbortSignal | undefined;
}

/** How a search is made. */
export interface SearchOptions extends SearchFilter, Reading {}

/** A page or a post that was found. */
export interface SearchResult {
  readonly url: Url;
  readonly host: Host;
  readonly title: string;
  /** Of the page, in [0,1], and whether the crawl predicts a target. */
  readonly score: number;
  readonly isTarget: boolean;
  /** The label of a person, in [0,1]: 1 is good, 0 bad. */
  readonly label: number | undefined;
  readonly type: string | undefined;
  readonly language: string | undefined;
  /** In ms since the epoch. */
  readonly fetchedAt: number;
  /** What of the text has the words, which are marked. */
  readonly snippet: readonly ExcerptPiece[];
  readonly post?: FoundPost;
}

/** What is known of a post that was found. */
export interface FoundPost {
  /** Name of its place on the page, as links use it. */
  readonly id: string | undefined;
  readonly postId: string | undefined;
  readonly author: string | undefined;
  /** ISO 8601. */
  readonly date: string | undefined;
}

/** The answer to a search. */
export interface SearchAnswer {
  /** Best first, a text that is at several addresses once. */
  readonly results: readonly SearchResult[];
  /** All that the words and the filters find, with all copies. */
  readonly total: number;
  /** Copies of the results that came before the last of them, and are left out. */
  readonly copies: number;
  /** Pages whose stored answers could not be read in this search: only their titles are searched. */
  readonly unread: number;
  /** Whether all pages of the run are searched: another process may be reading the last ones, or the signal came. */
  readonly isComplete: boolean;
  /** Whether the index is there at the next search; it is not where the run's folder cannot be written. */
  readonly isKept: boolean;
}

/** Length of a snippet, in UTF-16 units: three lines. */
const SNIPPET_LENGTH = 240;

const DEFAULT_LIMIT = 20;

/**
 * Searches the texts of a run. What is new in the run is read first, into an index beside it.
 * @throws DowserError `no-run`, `run-damaged`, `search-query`, `nothing-to-search`, `bad-url`
 */
export async function searchRun(
  directory: string,
  text: string,
  options: SearchOptions = {},
): Promise<SearchAnswer> {
  if (isFile(directory)) throw fail("no-run/search", { directory });
  const query = readQuery(text);
  await using run = readRun(directory);
  const search = new RunSearch(directory, run, options.posts === true ? "posts" : "pages");
  try {
    return await search.search(query, options);
  } finally {
    search.close();
  }
}

/**
 * Reads a query that asks for something.
 * @throws DowserError `search-query`
 */
export function readQuery(text: string): SearchQuery {
  if (text.length > LONGEST_QUERY)
    throw fail("search-query/long", {
      length: text.length,
      most: LONGEST_QUERY,
      value: text.length,
    });
  const query = parseSearchQuery(text);
  if (query.all.length > 0) return query;
  throw fail(query.without.length > 0 ? "search-query/without" : "search-query", { value: text });
}

/** The texts of an opened run, which may be searched again and again while it grows. */
export class RunSearch {
  readonly #run: ReadableRun;
  readonly #read: (index: SearchIndex, reading: Reading) => Promise<IndexUpdate>;
  readonly #directory: string;
  readonly #file: string;
  #index: SearchIndex | undefined;
  #updating: Promise<Readiness> | undefined;

  constructor(directory: string, run: ReadableRun, kind: "pages" | "posts") {
    const isOfPosts = kind === "posts";
    this.#run = run;
    this.#directory = directory;
    this.#file = join(directory, isOfPosts ? RUN_FILES.searchPosts : RUN_FILES.search);
    const { records, pages } = run;
    const viewed = storedPages(pages, loadRunProject(directory) ?? {});
    const texts = async (url: Url) => (await pages.texts?.(url)) ?? (await viewed(url))?.view;
    this.#read = isOfPosts
      ? (index, how) => updateIndex(index, { records, page: viewed, textsOf: postTexts }, how)
      : (index, how) => updateIndex(index, { records, page: texts, textsOf: pageTexts }, how);
  }

  /**
   * Reads what is new in the run; calls at the same time read once.
   * @throws DowserError `nothing-to-search`
   */
  update(reading: Reading = {}): Promise<Readiness> {
    this.#updating ??= this.#withWholeIndex(() => this.#update(reading)).finally(() => {
      this.#updating = undefined;
    });
    return this.#updating;
  }

  async #update(reading: Reading): Promise<Readiness> {
    await this.#refuseEmpty();
    const index = this.#opened;
    try {
      return await this.#readInto(index, reading);
    } catch (error) {
      if (!isIndexUnwritable(error) || !index.isKept) throw error;
      this.close();
      this.#index = openTemporaryIndex();
      return this.#readInto(this.#index, reading);
    }
  }

  async #readInto(index: SearchIndex, reading: Reading): Promise<Readiness> {
    const { unread, isBusy } = await this.#read(index, reading);
    return { unread, isComplete: !isBusy && reading.signal?.aborted !== true };
  }

  /** Works with the index, and once more with a new one where it is damaged: it is made of the run alone. */
  async #withWholeIndex<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isIndexDamaged(error)) throw error;
      this.close();
      deleteSearchIndex(this.#file);
      return work();
    }
  }

  async #refuseEmpty(): Promise<void> {
    const directory = this.#directory;
    const left = readLeftInStack(directory);
    if (left > 0) throw fail("nothing-to-search/pulled", { directory, left });
    for await (const { page } of this.#run.records.list()) if (page !== undefined) return;
    throw fail("nothing-to-search", { directory });
  }

  /** Lists the pages that a query finds in what was read, best first; none where that must be read again. */
  pages(query: SearchQuery): Promise<readonly Url[]> {
    return this.#withWholeIndex(async () => Array.from(this.#opened.find(query), ({ url }) => url));
  }

  /** Returns what of a page's text has the words of a query; nothing for a page that was not read. */
  snippet(url: Url, query: SearchQuery): readonly ExcerptPiece[] {
    return searchExcerpt(this.#opened.texts(url)?.[0]?.text ?? "", query, SNIPPET_LENGTH);
  }

  /** Reads what is new, and answers a query. */
  async search(query: SearchQuery, options: SearchOptions): Promise<SearchAnswer> {
    const isWanted = compileFilter(options);
    return this.#withWholeIndex(async () => {
      const readiness = await this.update(options);
      return { ...(await this.#find(query, options, isWanted)), ...readiness };
    });
  }

  async #find(query: SearchQuery, options: SearchOptions, isWanted: TextTest) {
    const { limit = DEFAULT_LIMIT } = options;
    const labels = currentLabels(await this.#run.labels.list());
    const results: SearchResult[] = [];
    const isCopy = copyTest();
    let [total, copies] = [0, 0];
    for (const { url, at } of this.#opened.find(query)) {
      const isFull = results.length >= limit;
      if (isFull && !isFiltering(options)) break;
      const record = await this.#run.records.get(url);
      if (record?.page === undefined) continue;
      const found = { ...record, page: record.page };
      // Of what is only counted, a date alone needs the text.
      const needsText = !isFull || options.since !== undefined;
      const text = needsText ? this.#opened.texts(url)?.[at] : undefined;
      if (!isWanted(found, text)) continue;
      total += 1;
      if (isFull || text === undefined) continue;
      if (isCopy(found, text)) copies += 1;
      else results.push({ ...resultOf(found, text, query), label: labels.get(url)?.label });
    }
    if (!isFiltering(options)) total = this.#opened.count(query);
    return { results, total, copies, isKept: this.#opened.isKept };
  }

  get #opened(): SearchIndex {
    this.#index ??= openSearchIndex(this.#file);
    return this.#index;
  }

  close(): void {
    this.#index?.close();
    this.#index = undefined;
  }
}

type TextTest = (record: FetchedRecord, text: IndexedText | undefined) => boolean;
type Readiness = Pick<SearchAnswer, "unread" | "isComplete">;

/** Returns a test that knows what it was asked of: the same text at another address, or the same post, is a copy. */
function copyTest(): (found: FetchedRecord, text: IndexedText) => boolean {
  const posts = new PostCopies();
  const [texts, urls] = [new Set<string>(), new Set<Url>()];
  return ({ url, host, page: { copyOf } }, { name, text, post }) => {
    if (post !== undefined) {
      const { date, postId } = post;
      return posts.meet(host, { author: authorOf(name), date, postId, text });
    }
    const print = digestOf(`${name}\n${text}`);
    if ((text !== "" && texts.has(print)) || (copyOf !== undefined && urls.has(copyOf)))
      return true;
    texts.add(print);
    urls.add(url);
    return false;
  };
}

function authorOf(name: string): string | undefined {
  return name === "" ? undefined : name;
}

function isFiltering({ targets, minScore, type, host, language, since }: SearchFilter): boolean {
  return (
    targets === true || [minScore, type, host, language, since].some((each) => each !== undefined)
  );
}

/**
 * Compiles the filters into one test of a page, and of a post on it.
 * @throws DowserError `bad-url`, `search-query`
 */
function compileFilter({
  targets = false,
  minScore = 0,
  type,
  host,
  language,
  since = -Infinity,
}: SearchFilter): TextTest {
  const ofHost = host === undefined ? () => true : hostTest(host);
  const ofLanguage = language?.toLowerCase();
  if (language !== undefined) {
    const fault = languageFault(language);
    if (fault !== undefined) throw fail("search-query/language", { text: language, fault });
  }
  return ({ url, page, fetchedAt }, text) => {
    const tag = page.language?.toLowerCase();
    const { post } = text ?? {};
    const at = post === undefined ? fetchedAt : (post.postedAt ?? -Infinity);
    return (
      (page.isTarget || !targets) &&
      page.utility >= minScore &&
      (type === undefined || page.type === type) &&
      ofHost(url, hostOf(url)) &&
      (ofLanguage === undefined ||
        tag === ofLanguage ||
        tag?.startsWith(`${ofLanguage}-`) === true) &&
      at >= since
    );
  };
}

function hostTest(text: string): UrlTest {
  const parsed = canonicalUrl(text.includes("://") ? text : `http://${text}/`);
  if (parsed.ok) return compileUrlRules([parsed.host]);
  throw fail("bad-url/search", { text });
}

function resultOf(
  { url, host, fetchedAt, page }: FetchedRecord,
  { name, text, post }: IndexedText,
  query: SearchQuery,
): Omit<SearchResult, "label"> {
  const { title, utility: score, isTarget, type, language } = page;
  const snippet = searchExcerpt(text, query, SNIPPET_LENGTH);
  const result = { url, host, title, score, isTarget, type, language, fetchedAt, snippet };
  if (post === undefined) return result;
  const { id, postId, date } = post;
  return { ...result, post: { id, postId, author: authorOf(name), date } };
}
