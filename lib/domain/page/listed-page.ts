import type { Host, Url } from "../web/url/url.ts";
import type { PageRecord, PageVerdict } from "./page-record.ts";

/** Longest title that is listed, in UTF-16 units: a listing packs many pages into one item. */
const MAX_TITLE = 500;

/** The verdict on a page, without values that may be of any length, and evidence of strategies. */
type ListedVerdict = Omit<PageVerdict, "fields" | "outlinks" | "structure">;

/**
 * What a crawl knows of a URL that it fetched or gave up: its record, without the link's snippet and
 * what {@link ListedVerdict} leaves out.
 */
export type ListedPage = Omit<PageRecord, "snippet" | "page"> & {
  readonly page: ListedVerdict | undefined;
};

/** What a listed page must have to be selected: all of it. An empty filter selects every page. */
export interface PageFilter {
  readonly urls?: ReadonlySet<Url> | undefined;
  readonly host?: Host | undefined;
  /** Least utility, in [0,1]; what is no page has 0. */
  readonly minScore?: number | undefined;
  /** Only targets when true. */
  readonly targets?: boolean | undefined;
}

/** Returns what is listed of a record; its title is cut at {@link MAX_TITLE}. */
export function listedPage({ snippet: _snippet, page, ...record }: PageRecord): ListedPage {
  if (page === undefined) return { ...record, page };
  const { fields: _fields, outlinks: _outlinks, structure: _structure, ...verdict } = page;
  return { ...record, page: { ...verdict, title: verdict.title.slice(0, MAX_TITLE) } };
}

/** Returns whether a filter selects a page. */
export function isSelected({ url, host, page }: ListedPage, filter: PageFilter): boolean {
  if (filter.urls !== undefined && !filter.urls.has(url)) return false;
  if (filter.host !== undefined && filter.host !== host) return false;
  if ((page?.utility ?? 0) < (filter.minScore ?? 0)) return false;
  return filter.targets !== true || page?.isTarget === true;
}

/** Returns whether a filter selects every page. */
export function selectsAll({ urls, host, minScore = 0, targets = false }: PageFilter): boolean {
  return urls === undefined && host === undefined && minScore === 0 && !targets;
}
