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
  /** Set when the reason is {@link FEED}. */
  readonly feed?: FeedFacts;
}

/**
 * Parses the text of a feed; `undefined` for a text that is none, or is not well-formed. Of a feed that was
 * cut, the whole items are read.
 */
export type FeedParser = (text: string, isCut: boolean) => Feed | undefined;

/** Reason of a link that led to a feed. */
export const FEED = "feed";

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
