/** Feeds: which text is one, what its items are as a page of links, and how many of a host are followed. */
import { escapeAttribute, escapeText } from "entities";
import type { OfferedLink, Quota } from "../../frontier/link.ts";
import type { Validators } from "../../web/http/validators.ts";
import type { Url } from "../../web/url/url.ts";

/** An item of a feed, as far as a crawl uses it: a link with its context. */
export interface FeedItem {
  /** Reference as the feed writes it; absolute where the feed says what it is relative to. */
  readonly href: string;
  /** Text without markup; `""` where the item has none. */
  readonly title: string;
  /** Beginning of its summary or content, without markup. */
  readonly summary: string;
  readonly categories: readonly string[];
  /** When it last changed, or was published, in ms since the epoch. */
  readonly at: number | undefined;
}

/** A feed: RSS 2.0 and its forerunners, RSS 1.0, Atom, or JSON Feed. */
export interface Feed {
  readonly format: FeedFormat;
  readonly title: string;
  /** As the feed writes it. */
  readonly language: string | undefined;
  /** In the order of the feed. */
  readonly items: readonly FeedItem[];
}

export type FeedFormat = "rss" | "rdf" | "atom" | "json";

/** What a record says of a feed. A feed is no page: its items are links. */
export interface FeedFacts {
  readonly format: FeedFormat;
  readonly title: string;
  /** Number of items that were read. */
  readonly items: number;
  /** When pages last changed or were published, as the feed says, in ms since the epoch. */
  readonly dated: readonly { readonly url: Url; readonly at: number }[];
  /** By which the server is asked whether it has changed; absent when it gave none. */
  readonly validators?: Validators;
}

/** The keys of a record that say what a feed is. */
export interface FeedKeys {
  /** Set when the reason is {@link FEED} or {@link EMPTY_FEED}. */
  readonly feed?: FeedFacts;
}

/**
 * Parses the text of a feed; `undefined` for a text that is none, or is not well-formed. Of a feed that was
 * cut, the whole items are read. A reference under a relative `xml:base` needs the URL of the feed.
 */
export type FeedParser = (text: string, isCut: boolean, url?: Url) => Feed | undefined;

/** Reason of a link that led to a feed. */
export const FEED = "feed";

/** Reason of a link that led to a feed without items: it gives nothing. */
export const EMPTY_FEED = "empty-feed";

/** Media types that feeds are sent as. Most of them may be another kind of XML, or of JSON. */
export const FEED_MEDIA_TYPES: readonly string[] = [
  "application/feed+json",
  "application/json",
  "application/rss",
  "application/x-rss+xml",
  "application/x-atom+xml",
  "text/rss",
  "text/rss+xml",
  "text/atom+xml",
  "application/rss+xml",
  "application/atom+xml",
  "application/rdf+xml",
  "application/xml",
  "text/xml",
];

/** Endings of URLs that feeds have. */
export const FEED_EXTENSIONS: readonly string[] = ["atom", "rdf", "rss", "xml"];

/** Start of a text in which the first element of a feed is looked for, in UTF-16 units. */
const PROLOG = 8_192;

/** A document type, with what it declares: entities that name each other would grow without end. */
const DOCTYPE = /<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/iy;

/** Pieces before the first element; each is taken whole, so that no text makes this slow. */
const PIECES = [/\s+/y, /<\?[^>]*>/y, /<!--[\s\S]*?-->/y, DOCTYPE];

const FEED_ELEMENT = /<(?:[a-z]+:)?(?:rss|feed|RDF)[\s>]/iy;

/** Version of a JSON Feed, which its text must name. */
const JSON_FEED = "jsonfeed.org/version/";

/** Returns whether a text begins like a feed, whatever it was sent as. */
export function isFeedText(text: string): boolean {
  const prolog = text.slice(0, PROLOG).replace(/^\uFEFF/, "");
  if (isJson(text)) return prolog.replaceAll("\\/", "/").includes(JSON_FEED);
  return endOf(FEED_ELEMENT, prolog, prologEnd(prolog)) !== undefined;
}

function prologEnd(prolog: string): number {
  let at = 0;
  for (let end: number | undefined = 0; end !== undefined; ) {
    at = end;
    end = PIECES.map((piece) => endOf(piece, prolog, at)).find((found) => found !== undefined);
  }
  return at;
}

function endOf(piece: RegExp, text: string, at: number): number | undefined {
  piece.lastIndex = at;
  return piece.test(text) ? piece.lastIndex : undefined;
}

/** Longest text of a feed that is read, in UTF-16 units: about 0.5 s. */
const MOST_LENGTH = 1_000_000;

/** Most items of a feed that are read. Feeds have ten to some hundred, the newest ones first. */
export const MOST_ITEMS = 1_000;

const ITEM_END = /<\/(?:[a-z]+:)?(?:item|entry)\s*>/gi;

/**
 * Returns a feed without the items beyond the limits; one that was cut ends with its last whole item.
 * Returns `undefined` for a text that is no feed, and for JSON that was cut: no part of it is whole.
 */
export function boundedFeed(sent: string, isCut: boolean): string | undefined {
  const found = isFeedText(sent) ? sent : fromDeclaration(sent);
  if (found === undefined) return undefined;
  const text = isJson(found) ? found : withoutProlog(found);
  if (isJson(text)) return isCut || text.length > MOST_LENGTH ? undefined : text;
  let [end, items] = [0, 0];
  for (const { index, 0: tag } of text.matchAll(ITEM_END)) {
    if (index + tag.length > MOST_LENGTH) return text.slice(0, end);
    end = index + tag.length;
    items += 1;
    if (items === MOST_ITEMS) return text.slice(0, end);
  }
  return isCut || text.length > MOST_LENGTH ? text.slice(0, end) : text;
}

/** Returns a feed from its first element on, so that nothing is known of entities of its own. */
function withoutProlog(xml: string): string {
  const text = xml.replace(/^\uFEFF/, "");
  return text.slice(prologEnd(text.slice(0, PROLOG)));
}

/** Returns a feed from its XML declaration on: scripts print notices before it. */
function fromDeclaration(text: string): string | undefined {
  const start = text.slice(0, PROLOG).search(/<\?xml\s/);
  const rest = start < 0 ? undefined : text.slice(start);
  return rest !== undefined && isFeedText(rest) ? rest : undefined;
}

function isJson(text: string): boolean {
  return /^\uFEFF?\s{0,100}\{/.test(text);
}

/** Longest anchor text made of a summary, in UTF-16 units, for an item without a title. */
const MOST_ANCHOR = 100;

/**
 * Returns a feed as a page of links, so that strategies predict from it as from any page: the title of an item
 * is the anchor text, its categories are before the link, and its summary is behind.
 */
export function feedHtml({ title, language, items }: Feed): string {
  const lang = language === undefined ? "" : ` lang="${escapeAttribute(language)}"`;
  const head = `<!doctype html><html${lang}><title>${escapeText(title)}</title>`;
  return `${head}<h1>${escapeText(title)}</h1>${items.map(itemHtml).join("")}`;
}

function itemHtml({ href, title, summary, categories }: FeedItem): string {
  const anchor = title === "" ? summary.slice(0, MOST_ANCHOR) : title;
  const before = categories.length === 0 ? "" : `<p>${escapeText(categories.join(", "))}</p>`;
  const link = `<h2><a href="${escapeAttribute(href)}">${escapeText(anchor)}</a></h2>`;
  return `<article>${before}${link}<p>${escapeText(summary)}</p></article>`;
}

// How many feeds of a host are followed.

/** Group of the links to feeds that pages name. */
export const FEED_GROUP = "feed";

/** Rule that refuses further feeds of a host. */
export const FEED_QUOTA = "feed-quota";

/**
 * Most feeds of a host that are followed because its pages name them, the first ones discovered: those of
 * the site itself. Many sites name another one for the comments on each page.
 */
const FEEDS_PER_HOST = 3;

/** Returns the quota under which a feed that a page names is admitted; none for another link. */
export function feedQuotas({
  host,
  group,
  redirects,
}: Pick<OfferedLink, "host" | "group" | "redirects">): readonly Quota[] {
  if (group !== FEED_GROUP || redirects > 0) return [];
  return [{ key: `feeds:${host}`, limit: FEEDS_PER_HOST, rule: FEED_QUOTA }];
}
