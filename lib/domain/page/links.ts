import "@exodus/bytes/encoding.js";
import { percentEncodeAfterEncoding } from "@exodus/bytes/whatwg.js";
import { detach } from "../text/safe-text.ts";
import {
  type CanonicalOptions,
  type CanonicalUrl,
  canonicalUrl,
  plainResolver,
} from "../web/url/canonical-url.ts";
import type { Url } from "../web/url/url.ts";
import type { Anchor } from "./page-view.ts";
import type { PathNode } from "./path-node.ts";

/**
 * Longest anchor text kept, in UTF-16 units: a link that is never closed spans the rest of the
 * page.
 */
const MAX_ANCHOR_TEXT = 500;

/** Most links read of one page: twenty times the number in the largest link lists of real sites. */
export const MAX_LINKS = 20_000;

/** A link that was found, with positions in the page's text instead of its texts. */
export interface FoundLink {
  readonly href: string;
  readonly rel: string | undefined;
  readonly path: PathNode;
  readonly classes: string;
  /** Start of the link in the page's text. */
  start: number;
  end: number;
  /** Alternative texts of its images, and its text that is not displayed. */
  readonly aside: string[];
}

/** The links of a page, separated by whether their references are URLs that a crawl can use. */
interface ResolvedLinks {
  readonly anchors: readonly Anchor[];
  /** Reason → number of links. */
  readonly unusable: ReadonlyMap<string, number>;
}

const NO_REL: readonly string[] = [];

/** Returns the URL of a reference of a page, or why there is none. */
export type LinkResolver = (href: string) => CanonicalUrl;

/**
 * Compiles a resolver of references against `base`; each is resolved once, however often it is
 * requested. `encoding` is the page's, by its WHATWG name in lower case.
 */
export function linkResolver(base: Url, options: CanonicalOptions, encoding: string): LinkResolver {
  const known = new Map<string, CanonicalUrl>();
  const isUtf8 = UTF8_QUERIES.has(encoding);
  const resolvePlain = plainResolver(base);
  const dropsParameters = (options.dropParameters?.length ?? 0) > 0;
  return (href) => {
    let resolved = known.get(href);
    if (resolved === undefined) {
      resolved =
        (dropsParameters ? undefined : resolvePlain(href)) ??
        canonicalUrl(isUtf8 ? href : withEncodedQuery(href, encoding), base, options);
      known.set(href, resolved);
    }
    return resolved;
  };
}

/**
 * Encodings of pages whose URLs are in UTF-8 ("get an output encoding" of the Encoding standard).
 */
const UTF8_QUERIES: ReadonlySet<string> = new Set(["utf-8", "utf-16le", "utf-16be"]);

/** A reference up to its query, the query, and its fragment. */
const QUERY = /^(?<before>[^?#]*\?)(?<query>[^#]*)(?<after>.*)$/s;

/** The "special-query percent-encode set" of the URL standard, without what is always in it. */
const QUERY_SET = " \"#'<>";

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Percent-encodes a query outside ASCII as servers of such pages expect it: in the encoding of the
 * page (URL standard, "query state"). Paths and fragments are always in UTF-8.
 */
function withEncodedQuery(href: string, encoding: string): string {
  if (!NOT_ASCII.test(href)) return href;
  const { before, query, after } = QUERY.exec(href)?.groups ?? {};
  if (query === undefined || !NOT_ASCII.test(query)) return href;
  const written = query.replace(/[\t\n\r]/g, "");
  return `${before}${percentEncodeAfterEncoding(encoding, written, QUERY_SET)}${after}`;
}

/** Returns the links of a page with the words around them; `resolve` parses their references. */
export function resolveLinks(
  links: readonly FoundLink[],
  text: string,
  resolve: LinkResolver,
): ResolvedLinks {
  const anchors: Anchor[] = [];
  const unusable = new Map<string, number>();
  for (const link of links) {
    const href = link.href.trim();
    if (href === "" || href.startsWith("#")) {
      count(unusable, "same-page");
      continue;
    }
    const resolved = resolve(href);
    if (resolved.ok) anchors.push(toAnchor(link, resolved, text));
    else count(unusable, resolved.reason);
  }
  return { anchors, unusable };
}

function toAnchor(link: FoundLink, resolved: CanonicalUrl & { ok: true }, text: string): Anchor {
  return {
    url: resolved.url,
    text: anchorText(link, text),
    before: wordsBefore(text, link.start),
    after: wordsAfter(text, link.end),
    xpath: link.path.tags.xpath,
    apath: link.path.tags.apath(link.classes),
    classPath: link.path.classPath,
    rel: link.rel === undefined ? NO_REL : relTokens(link.rel),
  };
}

function anchorText(link: FoundLink, text: string): string {
  const shown = text.slice(link.start, Math.min(link.end, link.start + MAX_ANCHOR_TEXT));
  const whole = link.aside.length === 0 ? shown : `${shown} ${link.aside.join(" ")}`;
  return detach(inOneLine(whole.slice(0, MAX_ANCHOR_TEXT)));
}

function relTokens(rel: string): readonly string[] {
  const tokens = rel
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => token !== "");
  return tokens.map(detach);
}

function count(counts: Map<string, number>, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

/** Words of context kept on each side of a link. */
const WORDS = 10;
/** Longest context in UTF-16 units: bounds scripts without spaces between words. */
const MAX_LENGTH = 160;

const SPACE = 0x20;
const LINE_FEED = 0x0a;

/**
 * Returns the last ten words before `end` of a text whose words are separated by single spaces or
 * line feeds.
 */
export function wordsBefore(text: string, end: number): string {
  const stop = Math.max(0, end - MAX_LENGTH);
  let words = 0;
  let start = end;
  let inWord = false;
  while (start > stop) {
    const code = text.charCodeAt(start - 1);
    const space = code === SPACE || code === LINE_FEED;
    if (inWord && space) {
      words++;
      if (words === WORDS) break;
    }
    inWord = !space;
    start--;
  }
  return detach(inOneLine(text.slice(start, end)));
}

/** Returns the first ten words from `start`. */
export function wordsAfter(text: string, start: number): string {
  const stop = Math.min(text.length, start + MAX_LENGTH);
  let words = 0;
  let end = start;
  let inWord = false;
  while (end < stop) {
    const code = text.charCodeAt(end);
    const space = code === SPACE || code === LINE_FEED;
    if (inWord && space) {
      words++;
      if (words === WORDS) break;
    }
    inWord = !space;
    end++;
  }
  return detach(inOneLine(text.slice(start, end)));
}

function inOneLine(text: string): string {
  return text.trim().replaceAll("\n", " ");
}
