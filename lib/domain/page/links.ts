import "@exodus/bytes/encoding.js";
import { percentEncodeAfterEncoding } from "@exodus/bytes/whatwg.js";
import { detach, rememberParts } from "../text/safe-text.ts";
import { FIRST_SPACELESS, SPACELESS } from "../text/spaceless-words.ts";
import {
  type CanonicalOptions,
  type CanonicalUrl,
  canonicalUrl,
  originOf,
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
  /** Alternative texts of its images, and its text that is not displayed: each after a space. */
  aside: string;
}

/** The links of a page, separated by whether their references are URLs that a crawl can use. */
interface ResolvedLinks {
  readonly anchors: readonly Anchor[];
  /** Reason → number of links. */
  readonly unusable: ReadonlyMap<string, number>;
}

const NO_REL: readonly string[] = [];
const SAME_PAGE = { ok: false, reason: "same-page" } as const;

/** Returns the URL of a reference of a page, or why there is none. */
export type LinkResolver = (href: string) => CanonicalUrl;

/**
 * Compiles a resolver of references against `base`; each is resolved once, however often it is
 * requested. `encoding` is the page's, by its WHATWG name in lower case.
 */
export function linkResolver(base: Url, options: CanonicalOptions, encoding: string): LinkResolver {
  const isUtf8 = UTF8_QUERIES.has(encoding);
  const dropped = options.dropParameters ?? [];
  const reading = JSON.stringify([isUtf8 ? "" : encoding, dropped]);
  let resolvePlain: ReturnType<typeof plainResolver> | undefined;
  const resolveNew = (href: string): CanonicalUrl => {
    resolvePlain ??= plainResolver(base);
    return (
      (dropped.length > 0 ? undefined : resolvePlain(href)) ??
      canonicalUrl(isUtf8 ? href : withEncodedQuery(href, encoding), base, options)
    );
  };
  let ofPage: ResolvedReferences | undefined;
  let ofDirectory: ResolvedReferences | undefined;
  let ofOrigin: ResolvedReferences | undefined;
  return (href) => {
    let known: ResolvedReferences;
    const code = href.charCodeAt(0) | 0x20;
    if (isOfOrigin(href)) known = ofOrigin ??= sharedReferences(`${reading} ${originOf(base)}`);
    // `http:` alone is the page itself (URL standard, "special relative or authority state").
    else if (code >= 0x61 && code <= 0x7a && !href.includes(":"))
      known = ofDirectory ??= sharedReferences(`${reading} ${directoryOf(base)}`);
    else known = ofPage ??= new Map();
    const resolved = known.get(href);
    if (resolved !== undefined) return resolved;
    const own = detach(href);
    const result = resolveNew(own);
    if (known === ofPage) known.set(own, result);
    else share(known, own, result);
    return result;
  };
}

/** References as they are written, with what they were resolved to. */
type ResolvedReferences = Map<string, CanonicalUrl>;

/**
 * References resolved before on pages of the same origin or directory: the pages of a site have most
 * links in common, so a URL is one string for all of them. At most some 5 MB.
 */
const shared = new Map<string, ResolvedReferences>();
const MOST_SHARED = 20_000;
const LONGEST_SHARED = 300;
let sharedSize = 0;

function sharedReferences(key: string): ResolvedReferences {
  let references = shared.get(key);
  if (references === undefined) {
    references = new Map();
    shared.set(key, references);
    sharedSize += 1;
  }
  return references;
}

function share(known: ResolvedReferences, href: string, resolved: CanonicalUrl): void {
  if (href.length > LONGEST_SHARED) return;
  known.set(href, resolved);
  sharedSize += 1;
  if (sharedSize <= MOST_SHARED) return;
  shared.clear();
  sharedSize = 0;
}

/** Returns whether a reference means the same on all pages of an origin. */
function isOfOrigin(href: string): boolean {
  return href.startsWith("/") || href.startsWith("http://") || href.startsWith("https://");
}

/** Returns a canonical URL up to its last directory: all that a reference without a root depends on. */
function directoryOf(base: Url): string {
  const page = base.split(/[?#]/, 1)[0] ?? base;
  return page.slice(0, page.lastIndexOf("/") + 1);
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

/**
 * Returns the links of a page with the words around them; `resolve` parses their references. `text` is
 * the page's without line feeds.
 */
export function resolveLinks(
  links: readonly FoundLink[],
  text: string,
  resolve: LinkResolver,
): ResolvedLinks {
  const anchors: Anchor[] = [];
  const unusable = new Map<string, number>();
  for (const link of links) {
    const href = link.href.trim();
    const resolved = href === "" || href.startsWith("#") ? SAME_PAGE : resolve(href);
    if (resolved.ok) anchors.push(toAnchor(link, resolved, text));
    else unusable.set(resolved.reason, (unusable.get(resolved.reason) ?? 0) + 1);
  }
  return { anchors, unusable };
}

function toAnchor(link: FoundLink, resolved: CanonicalUrl & { ok: true }, text: string): Anchor {
  const { start, end, aside } = link;
  const from = edgeOfWords(text, start, -1);
  const to = edgeOfWords(text, end, 1);
  const last = Math.min(end, start + MAX_ANCHOR_TEXT);
  // One copy for the three texts of a link, which are next to each other.
  const own = detach(
    last === end ? text.slice(from, to) : `${text.slice(from, last)}${text.slice(end, to)}`,
  );
  return {
    url: resolved.url,
    text:
      aside === ""
        ? trimmedPart(own, start - from, last - from)
        : detach(
            `${own.slice(start - from, last - from)}${aside}`.slice(0, MAX_ANCHOR_TEXT).trim(),
          ),
    before: trimmedPart(own, 0, start - from),
    after: trimmedPart(own, last - from, own.length),
    xpath: link.path.tags.xpath,
    apath: link.path.tags.apath(link.classes),
    classPath: link.path.classPath,
    rel: link.rel === undefined ? NO_REL : tokensOf(link.rel),
  };
}

/** Longest value of `rel` that is remembered, in UTF-16 units, and number of them: sites use a few. */
const LONGEST_REL = 100;
const MOST_RELS = 500;

const tokensOf = rememberParts(relTokens, { most: MOST_RELS, longest: LONGEST_REL });

function relTokens(rel: string): readonly string[] {
  const tokens = rel
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => token !== "");
  return tokens.map(detach);
}

/** Words of context kept on each side of a link. */
const WORDS = 10;
/** Longest context in UTF-16 units: bounds texts without spaces. */
const MAX_LENGTH = 160;
/** So much of a word is a letter of a script without spaces between words. */
const LETTER_OF_WORDS = 0.5;

const SPACE = 0x20;
const LINE_FEED = 0x0a;

/**
 * Returns where ten words end, each of spaceless scripts two letters, that follow `from` forwards (1), or precede it backwards (-1), in a text whose words are
 * separated by single spaces or line feeds.
 */
export function edgeOfWords(text: string, from: number, step: 1 | -1): number {
  const isBack = step < 0;
  const stop = isBack ? Math.max(0, from - MAX_LENGTH) : Math.min(text.length, from + MAX_LENGTH);
  let at = from;
  let words = 0;
  let inWord = false;
  while (at !== stop) {
    const unit = text.charCodeAt(isBack ? at - 1 : at);
    const isSpace = isSeparator(unit);
    if (inWord && isSpace) words += 1;
    if (words >= WORDS) break;
    const isPiece = unit >= FIRST_SPACELESS && SPACELESS.test(String.fromCharCode(unit));
    if (isPiece) words += LETTER_OF_WORDS;
    inWord = !isSpace && !isPiece;
    at += step;
  }
  return at;
}

/** Returns a part of a text without white space at its ends. */
function trimmedPart(text: string, start: number, end: number): string {
  let from = start;
  let to = end;
  // Nearly all of it is found here: `trim` cuts a text that was cut before.
  while (from < to && isSeparator(text.charCodeAt(from))) from++;
  while (to > from && isSeparator(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to).trim();
}

function isSeparator(code: number): boolean {
  return code === SPACE || code === LINE_FEED;
}
