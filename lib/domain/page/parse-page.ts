/** Makes the view of a page from its text. */
import { detach } from "../text/safe-text.ts";
import {
  combineSignals,
  type NamedValue,
  type Signals,
  signalsOfHeaders,
  signalsOfMeta,
} from "../web/signals/signals.ts";
import type { CanonicalOptions } from "../web/url/canonical-url.ts";
import type { Url } from "../web/url/url.ts";
import { type LinkResolver, linkResolver, resolveLinks } from "./links.ts";
import type { PageContent } from "./page-content.ts";
import { refreshTarget } from "./page-head.ts";
import { readPage } from "./page-reader.ts";
import type { Anchor, PageView, Truncation } from "./page-view.ts";
import { laterView } from "./view-parts.ts";

/** A page to parse. */
interface PageInput {
  readonly url: Url;
  readonly html: string;
  /** WHATWG name of the encoding that `html` was decoded from, lower case; UTF-8 if not given. */
  readonly encoding?: string;
  /** Whether it was sent as XHTML, whose tags may close themselves; false if not given. */
  readonly isXml?: boolean;
  /** Value of the Content-Language header. */
  readonly contentLanguage?: string | undefined;
  /** Headers of the response, with names in lower case: some say what may be done with the page. */
  readonly headers?: readonly NamedValue[];
  /** Product token of this crawler, by which a page may address it; `dowser` if not given. */
  readonly robotsName?: string;
  /** Why `html` is not the whole page. */
  readonly truncated?: Truncation | undefined;
}

/** Limits of one pass. */
interface ParseLimits {
  /** Longest page read, in UTF-16 units; the rest is left out. */
  readonly maxLength: number;
  /** Called every 64 Ki units: true ends the pass, and the view covers what was read so far. */
  readonly overTime: () => boolean;
}

/** As an expression: V8 then makes the replaced text at once, not as a rope of its lines. */
const LINE_FEEDS = /\n/g;

/** Product token of Dowser where a project gives no other. */
const ROBOTS_NAME = "dowser";

/**
 * Makes the view of a page in one pass over its HTML; parts that few strategies read are made when
 * they are read. Never throws. No string of the view refers to `html`; a view that is kept is kept
 * by {@link "./view-parts.ts".settledView}.
 */
export function parsePage(
  input: PageInput,
  limits: ParseLimits,
  canonical: CanonicalOptions = {},
): PageView {
  const isLong = input.html.length > limits.maxLength;
  const html = isLong ? input.html.slice(0, limits.maxLength) : input.html;
  const { content, limit } = readPage(html, limits.overTime, input.isXml);
  const { head } = content;
  const text = content.text.toString();
  const encoding = input.encoding ?? "utf-8";
  const robotsName = input.robotsName ?? ROBOTS_NAME;
  const base = urlOf(head.baseHref, linkResolver(input.url, {}, encoding));
  const resolveLink = linkResolver(base ?? input.url, canonical, encoding);
  const resolve = (href: string) => urlOf(href, resolveLink);
  addStatedLinks(content, input.headers ?? [], resolve);
  const oneLine = text.replace(LINE_FEEDS, " ");
  const { anchors, unusable } = resolveLinks(content.links, oneLine, resolveLink);
  const ofPage = { page: input.url, resolve };
  const language = head.language(input.contentLanguage);
  const read = {
    url: input.url,
    title: head.title ?? "",
    headings: content.headings.map(({ level, start, end }) => ({
      level,
      text: detach(oneLine.slice(start, end)),
    })),
    text,
    linkLengths: content.blocks.map(({ linkLength }) => linkLength),
    anchors,
    language,
    languageBy: language === undefined ? undefined : ("declared" as const),
    canonicalUrl: urlOf(head.canonicalHref, resolveLink),
    signals: combineSignals(
      signalsOfMeta(head.named, robotsName),
      signalsOfHeaders(input.headers ?? [], robotsName),
      licencesOf(head.licenceHrefs, anchors, resolveLink),
    ),
    baseHref: base,
    unusableLinks: unusable,
    truncated: limit ?? (isLong ? "bytes" : input.truncated),
  };
  return laterView(read, { content, text, of: ofPage });
}

/** A link of a `Link` header with its parameters (RFC 8288 §3). */
const LINK_VALUE = /<([^<>]*)>((?:\s*;[^,;<>"]*(?:"[^"]*")?)*)/g;
const REL = /;\s*rel\s*=\s*(?:"(?<list>[^"]*)"|(?<one>[^\s;"]+))/i;

/** Longest header that links are read of. */
const MAX_HEADER = 8_192;

/**
 * Adds the links that browsers follow or readers turn to, and that no anchor of the page leads to: the
 * target of a `Refresh` header, and the next page by `rel="next"` in `link` elements and `Link` headers. A header may
 * also name the canonical page, where no element does.
 */
function addStatedLinks(
  content: PageContent,
  headers: readonly NamedValue[],
  resolve: (href: string) => Url | undefined,
): void {
  const stated: (readonly [href: string, rel: string | undefined])[] = [];
  for (const [name, value] of headers) {
    const text = value.slice(0, MAX_HEADER);
    const target = name === "refresh" ? refreshTarget(text) : undefined;
    if (target !== undefined) stated.push([target, undefined]);
    if (name !== "link") continue;
    for (const [, href = "", parameters = ""] of text.matchAll(LINK_VALUE)) {
      const { list, one = "" } = REL.exec(parameters)?.groups ?? {};
      const rels = (list ?? one).toLowerCase().split(/\s+/);
      if (rels.includes("next")) stated.push([href, "next"]);
      if (rels.includes("canonical")) content.head.canonicalHref ??= href;
    }
  }
  for (const href of content.head.nextHrefs) stated.push([href, "next"]);
  if (stated.length === 0) return;
  const linked = new Set(content.links.map(({ href }) => resolve(href)));
  for (const [href, rel] of stated) {
    const url = resolve(href);
    if (url === undefined || linked.has(url)) continue;
    linked.add(url);
    content.addStatedLink(href, rel);
  }
}

/** Returns the URL that `href` names; `undefined` for one that is not http(s). */
function urlOf(href: string | undefined, resolve: LinkResolver): Url | undefined {
  if (href === undefined) return undefined;
  const resolved = resolve(href.trim());
  return resolved.ok ? resolved.url : undefined;
}

/** Most licences of one page that are recorded. */
const MOST_LICENCES = 10;

/** Returns the licences that a page names, in `link` elements and in links with `rel="license"`. */
function licencesOf(
  hrefs: readonly string[],
  anchors: readonly Anchor[],
  resolve: LinkResolver,
): Signals {
  const named = new Set(hrefs.flatMap((href) => urlOf(href, resolve) ?? []));
  for (const { rel, url } of anchors) if (rel.includes("license")) named.add(url);
  return Array.from(named.values().take(MOST_LICENCES), (url) => `license: ${url}`);
}
