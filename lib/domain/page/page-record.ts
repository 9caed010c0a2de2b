/** What a crawl records of a link and its page, and the part of it that a stack lists. */
import type { Snippet } from "../frontier/link.ts";
import {
  NOFOLLOW,
  NOINDEX,
  type Purpose,
  reservedBy,
  type SignalKeys,
} from "../web/signals/signals.ts";
import type { Host, Url } from "../web/url/url.ts";
import type { WallKeys } from "../web/walls/wall.ts";
import type { FeedKeys } from "./feeds/feed.ts";
import type { PageStructure } from "./page-structure.ts";
import type { LanguageBy } from "./page-view.ts";
import type { RenderingFacts } from "./render/rendering.ts";
import type { SavedValues } from "./saved-values.ts";

/** The place of a record. */
export interface RecordRef {
  readonly segment: string;
  /** Start of the gzip member that holds it, in bytes. */
  readonly offset: number;
  readonly length: number;
}

/** The place of a stored response. */
export interface PageRef extends RecordRef {
  /**
   * Digest of the body, in the form of WARC-Payload-Digest: `sha1:` with base32, or `sha256:` with
   * hex.
   */
  readonly digest: string;
  /**
   * Place of the response with the body, in a stack, where this one only refers to it. In a run the
   * record itself says it.
   */
  readonly body?: RecordRef | undefined;
}

/** What is stored of an answer: a page, the page as a browser made it, or the head of an answer that is no page. */
export type StoredKind = "page" | "rendered" | "head";

/** All kinds, in the order in which those of one answer are stored. */
export const STORED_KINDS: readonly StoredKind[] = ["page", "rendered", "head"];

type StoredKeys = Pick<PageRecord, "page" | "response">;

/** Returns the place that a record names for one kind of what is stored. */
export function storedRef({ page, response }: StoredKeys, kind: StoredKind): PageRef | undefined {
  if (kind === "head") return response;
  return kind === "page" ? page?.ref : page?.rendering?.ref;
}

/** Returns the parts of a record that name another place for one kind of what is stored. */
export function withStoredRef(
  { page }: StoredKeys,
  kind: StoredKind,
  ref: PageRef,
): Partial<StoredKeys> {
  if (kind === "head") return { response: ref };
  if (page === undefined) return {};
  if (kind === "page") return { page: { ...page, ref } };
  const { rendering } = page;
  return rendering === undefined ? {} : { page: { ...page, rendering: { ...rendering, ref } } };
}

/** Values taken by the project file's `extract` rules; a rule that matches nothing has no key. */
export type ExtractedFields = Readonly<Record<string, string | readonly string[]>>;

/** The record of a URL that the crawl fetched or gave up: one per URL, the last one counts. */
export interface PageRecord extends RevisitKeys, FeedKeys, WallKeys {
  readonly url: Url;
  readonly host: Host;
  /** Order of completion, from 1, without gaps over a crawl's records. */
  readonly sequence: number;
  readonly state: "fetched" | "refused" | "failed";
  /** `page`, `feed`, `redirect`, `gone`, `robots`, `timeout`, `not-recorded` … as in the frontier. */
  readonly reason: string;
  /**
   * Detail of a refusal or a failure, such as the robots.txt line, the address or the error; cut at
   * 500 UTF-16 units.
   */
  readonly detail: string | undefined;
  readonly status: number | undefined;
  readonly depth: number;
  /**
   * Layers begun before the draw, in a layered selection; 0 for the seeds and for all other
   * selections.
   */
  readonly layer: number;
  readonly parent: Url | undefined;
  /** Priority at the draw, the model that set it, and why. */
  readonly priority: number;
  readonly group: string;
  readonly linkModel: string;
  readonly linkWhy: string;
  readonly snippet: Snippet | undefined;
  /** Rank of a link that was drawn by chance, in (0,1); absent of all others. */
  readonly chanceRank?: number;
  /** Set when `reason` is `page`. */
  readonly page: PageVerdict | undefined;
  /** Target of a redirect. */
  readonly location: Url | undefined;
  /** The place of the stored feed, or of the response head when the answer was neither page nor feed. */
  readonly response?: PageRef | undefined;
  /** Start in ms since the epoch, and duration in ms. */
  readonly fetchedAt: number;
  readonly fetchMs: number;
}

/**
 * What a visit found, compared with the one before: a page that no earlier crawl had, the same body,
 * another one, a redirect in its place, or nothing. A feed counts like a page here.
 */
export const CHANGES = ["new", "changed", "unchanged", "moved", "gone"] as const;

export type Change = (typeof CHANGES)[number];

/** The keys of a record that compare a visit with the last one. */
export interface RevisitKeys {
  /** How the answer differs from that of the last visit, where it says so. */
  readonly change?: Change;
}

/** Returns whether the crawl of a record read its page itself: else its links and its verdict are of an earlier crawl. */
export function isReadHere({ change }: RevisitKeys): boolean {
  return change !== "unchanged";
}

// What a page asks of those who use it.

/** Returns whether a page asks to be kept out of indexes. */
export function asksNotToIndex({ signals }: SignalKeys): boolean {
  return signals?.includes(NOINDEX) === true;
}

/** Returns whether a page asks that none of its links be followed. */
export function asksNotToFollow({ signals }: SignalKeys): boolean {
  return signals?.includes(NOFOLLOW) === true;
}

/** Returns what its site says that reserves the page of a record against a purpose; nothing without a purpose. */
export function reservationsOf(
  purpose: Purpose | undefined,
  { page }: Pick<PageRecord, "page">,
): readonly string[] {
  return reservedBy(purpose, page?.signals);
}

/** A file that the need asks for, as far as it differs from a page. */
export interface FileFacts {
  /** Wanted media type that it is recognised as; the server may have sent none. */
  readonly mediaType: string;
  /** Whether its body was read; otherwise the server was only asked for it. */
  readonly isRead: boolean;
  /** Size that the server declares, in bytes; absent when it declares none, or the body was read. */
  readonly declaredBytes?: number;
}

/** The result of rendering a page, and where the rendered page is stored if it was read. */
export interface StoredRendering extends RenderingFacts {
  readonly ref?: PageRef | undefined;
  /** Its length, in bytes. */
  readonly htmlBytes?: number;
}

/**
 * What shows that a page is a copy: it has the same bytes, names the other as its canonical page, has nearly the same
 * main text, or has hardly a line that no earlier page had.
 */
export type CopyReason = "bytes" | "canonical" | "text" | "lines";

/** The keys of a page's record that show whether it is a copy. */
export interface CopyKeys {
  /** Print of its main text, where the text is long enough. */
  readonly textPrint?: string;
  /** The page that it names as its canonical one, where that is another. */
  readonly canonicalUrl?: Url;
  /** Hashes of its lines, of those with numbers, of the numbers of its parts and of its thread, as the feature `copies` makes them. */
  readonly contentLines?: string;
  readonly contentFigures?: string;
  readonly contentParts?: string;
  readonly contentThread?: string;
  /** Set where it was a target when it was fetched, so that later pages with its lines repeat it. */
  readonly isSought?: true;
  /** The page fetched before that it is a copy of: it is no target, and of no utility. */
  readonly copyOf?: Url;
  /** What shows that; absent of pages that an older version fetched. */
  readonly copyBy?: CopyReason;
}

/** The contents found on a page, and its judgement. */
export interface PageVerdict extends CopyKeys, SignalKeys {
  readonly ref: PageRef | undefined;
  readonly mediaType: string;
  readonly bodyBytes: number;
  readonly title: string;
  readonly language: string | undefined;
  /** Set when the language is not as the page declares it. */
  readonly languageBy?: Exclude<LanguageBy, "declared">;
  /** In [0,1]. */
  readonly utility: number;
  readonly isTarget: boolean;
  readonly type: string | undefined;
  readonly model: string;
  readonly why: string;
  readonly fields: ExtractedFields;
  /** What a handler of the user saved, which no judgement changes; absent for nothing. */
  readonly saved?: SavedValues;
  /** What a browser made of it; absent unless one was asked to. */
  readonly rendering?: StoredRendering;
  /** Set when it is no page but a file that the need asks for. */
  readonly file?: FileFacts;
  /** Links on the page: usable ones, and counts of the others by reason. */
  readonly links: number;
  readonly unusableLinks: Readonly<Record<string, number>>;
  /** Distinct links in scope to forms, which come last, by what they are for; absent if none. */
  readonly formLinks?: Readonly<Record<string, number>>;
  /** Links in scope, each as often as it occurs on the page, when the strategy keeps them. */
  readonly outlinks: readonly Url[] | undefined;
  /** The page's shape, when the strategy keeps it. */
  readonly structure: PageStructure | undefined;
  /** The first limit that the page reached: `bytes`, `seconds`, `depth`, `links` or `paths`. */
  readonly truncated: string | undefined;
}

/** Returns the place of a record's answer, a page or a response head; `undefined` when it has none. */
export function answerRef({
  page,
  response,
}: Pick<PageRecord, "page" | "response">): PageRef | undefined {
  return page?.ref ?? response;
}

/**
 * Returns whether an answer of a pulled run is in the stack only: objects of a stack are in folders,
 * the segments of a run are not.
 */
export function isInStack({ segment }: Pick<PageRef, "segment">): boolean {
  return segment.includes("/");
}

/**
 * Returns the digest of what was read of a page: of the rendered page where there is one, as pages of an
 * application have the same body.
 */
export function readDigest({ ref, rendering }: DigestKeys): string | undefined {
  return (rendering?.ref ?? ref)?.digest;
}

/** The parts of a verdict by which what was read of a page is compared. */
export type DigestKeys = Pick<PageVerdict, "ref" | "rendering">;

/** Returns whether a page was read as its scripts left it: its body says nothing of what they would make of it now. */
export function isMadeByScripts(page: DigestKeys | undefined): boolean {
  return page?.rendering?.result === "rendered";
}

/** Longest title that is listed, in UTF-16 units: a listing packs many pages into one item. */
const MAX_TITLE = 500;

/** The verdict on a page, without values that may be of any length, and evidence of strategies. */
type ListedVerdict = Omit<
  PageVerdict,
  "fields" | "outlinks" | "structure" | "contentLines" | "contentFigures" | "contentParts"
>;

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
  const { fields: _fields, outlinks: _outlinks, structure: _structure, ...compared } = page;
  const { contentLines: _l, contentFigures: _f, contentParts: _p, ...verdict } = compared;
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
