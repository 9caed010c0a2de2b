/** Reads feeds, whose items are links; a feed is neither judged nor counted as a page: `scope.feeds`. */

import { MOST_PREDICTED } from "../../crawl/admit-links.ts";
import { done } from "../../crawl/link-result.ts";
import type {
  AnswerReader,
  LinkReader,
  ReadingDone,
  ReadRule,
  ViewedPage,
} from "../../crawl/rules.ts";
import type { FrontierLink, OfferedLink } from "../../domain/frontier/link.ts";
import { decodeBody } from "../../domain/page/decode-body.ts";
import {
  EMPTY_FEED,
  FEED,
  FEED_GROUP,
  FEED_MEDIA_TYPES,
  type Feed,
  type FeedFacts,
  type FeedParser,
  feedHtml,
  feedQuotas,
  isFeedText,
} from "../../domain/page/feeds/feed.ts";
import { loadFeedParser } from "../../domain/page/feeds/parse-feed.ts";
import { shallowParser } from "../../domain/page/shallow-parser.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import { validatorsOf } from "../../domain/web/http/validators.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { OpenedFeature } from "../feature.ts";

/** Opens the rule, with the library that parses feeds. */
export async function open(): Promise<OpenedFeature> {
  return { read: readRule(await loadFeedParser()) };
}

function readRule(parse: FeedParser): ReadRule {
  return {
    name: "feeds",
    isNoPage: ({ mediaType }) => FEED_MEDIA_TYPES.includes(mediaType),
    instead(page, reader) {
      const feed = parsedFeed(parse, page);
      if (feed !== undefined) return readFeed(feed, page, reader);
      // XML that is no feed.
      return FEED_MEDIA_TYPES.includes(page.mediaType) ? refused(page) : undefined;
    },
    links: linksToFeeds,
  };
}

function refused({ mediaType, status }: FetchedPage): ReadingDone {
  const detail = `${mediaType}, no feed`;
  const result = done({ state: "refused", reason: "content-type", detail, status });
  return { kind: "done", result, stores: "head" };
}

/** Its text is none of the corpus. It is stored whole, so that a replay of the recording reads it, too. */
function readFeed(feed: Feed, page: FetchedPage, reader: AnswerReader): ReadingDone {
  const { title, links } = reader.read(feedHtml(feed));
  const validators = validatorsOf(page);
  const facts: FeedFacts = {
    format: feed.format,
    title,
    items: feed.items.length,
    dated: datesOf(feed, page, reader),
    ...(validators && { validators }),
  };
  const { status } = page;
  const reason = feed.items.length === 0 ? EMPTY_FEED : FEED;
  const result = done({ state: "fetched", reason, status, feed: facts, links });
  return { kind: "done", result, stores: "whole" };
}

/** Returns the feed of an answer that was sent as one, or as a page and begins like one. */
function parsedFeed(
  parse: FeedParser,
  { url, mediaType, body, charset, truncated }: FetchedPage,
): Feed | undefined {
  if (!FEED_MEDIA_TYPES.includes(mediaType) && !isFeedText(START.decode(body.subarray(0, STARTS))))
    return undefined;
  return parse(decodeBody(body, charset).text, truncated, url);
}

/** The start of a body, in bytes, in which the first element of a feed sent as a page is looked for. */
const STARTS = 1_024;
const START = new TextDecoder();

/** Returns when the pages of the items last changed. Of several dates of one page the latest counts. */
function datesOf(
  { items }: Feed,
  { url: base }: FetchedPage,
  { urlOf }: AnswerReader,
): FeedFacts["dated"] {
  const dated = new Map<Url, number>();
  for (const { href, at } of items) {
    const url = at === undefined ? undefined : urlOf(href, base);
    if (at !== undefined && url !== undefined) dated.set(url, Math.max(at, dated.get(url) ?? at));
  }
  return Array.from(dated, ([url, at]) => ({ url, at }));
}

// Links to the feeds that a page names.

/**
 * Returns the links to the feeds that a page names. No strategy has learned what a feed is worth, so one ranks as
 * the page did whose links it is like: the page that names it.
 */
function linksToFeeds(
  { html, view }: ViewedPage,
  link: Pick<FrontierLink, "url" | "depth" | "priority">,
  { urlOf, admit }: LinkReader,
): readonly OfferedLink[] {
  return findFeedLinks(html).flatMap(({ href, title }) => {
    const url = urlOf(href, view.baseHref ?? view.url);
    if (url === undefined) return [];
    const depth = link.depth + 1;
    const { host, quotas, refusedBy } = admit(url, depth);
    const named = { host, group: FEED_GROUP, redirects: 0 };
    return {
      ...named,
      url,
      priority: Math.min(link.priority, MOST_PREDICTED),
      depth,
      parent: link.url,
      snippet: { anchor: title, before: "", after: "", title: view.title },
      why: "a feed that the page names",
      model: "",
      quotas: [...quotas, ...feedQuotas(named)],
      refusedBy,
    };
  });
}

/** A feed that a page names in its head. */
interface FeedLink {
  /** Reference as written. */
  readonly href: string;
  readonly title: string;
}

const TYPES: ReadonlySet<string> = new Set([
  "application/rss+xml",
  "application/atom+xml",
  "application/rdf+xml",
  "application/feed+json",
]);

/** Most feeds of one page. */
const MOST_FEEDS = 10;

/** Longest head that is read, and how much of it at a time, in UTF-16 units. */
const MOST_HEAD = 262_144;
const PIECE = 8_192;

/** Finds the feeds that a page names: `link` elements with `rel="alternate"` and the type of a feed. */
export function findFeedLinks(html: string): readonly FeedLink[] {
  const found: FeedLink[] = [];
  const head = { html: html.slice(0, MOST_HEAD), isOver: false };
  const parser = shallowParser({
    onopentag(name, { rel = "", type = "", href, title = "" }) {
      if (name === "body") head.isOver = true;
      if (name !== "link" || href === undefined || head.isOver || found.length === MOST_FEEDS)
        return;
      const isAlternate = rel.toLowerCase().split(/\s+/).includes("alternate");
      const mediaType = type.toLowerCase().split(";", 1)[0]?.trim() ?? "";
      if (isAlternate && TYPES.has(mediaType)) found.push({ href, title });
    },
  });
  for (let at = 0; at < head.html.length && !head.isOver; at += PIECE)
    parser.write(head.html.slice(at, at + PIECE));
  return found;
}
