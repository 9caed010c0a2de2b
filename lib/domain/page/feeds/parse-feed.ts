import type { parseFeed as parseAnyFeed } from "feedsmith";
import { machineDate } from "../../text/machine-date.ts";
import type { Url } from "../../web/url/url.ts";
import { escapeLooseLess, shallowParser } from "../shallow-parser.ts";
import { boundedFeed, type Feed, type FeedItem, type FeedParser, MOST_ITEMS } from "./feed.ts";

/** Longest summary of an item, in UTF-16 units; a strategy reads about ten words of it. */
const MOST_SUMMARY = 500;

/** Most categories of an item, and the longest one, in UTF-16 units. */
const MOST_CATEGORIES = 20;
const MOST_CATEGORY = 100;

/** Loads the parser of feeds: only those who ask for it have it. */
export async function loadFeedParser(): Promise<FeedParser> {
  const { parseFeed } = await import("feedsmith");
  return (text, isCut, url) => {
    for (const bounded of readings(text, isCut)) {
      try {
        return toFeed(parseFeed(bounded, { maxItems: MOST_ITEMS }), url);
      } catch {
        // The library throws for all that is not well-formed, or no feed.
      }
    }
    return undefined;
  };
}

/**
 * Yields a feed as it is, then as it may have been meant: with its less-than signs in texts, and without
 * the item in which its server has cut it.
 */
function* readings(text: string, isCut: boolean): Generator<string, void, undefined> {
  const bounded = boundedFeed(text, isCut);
  if (bounded === undefined) return;
  yield bounded;
  const escaped = escapeLooseLess(bounded);
  if (escaped !== bounded) yield escaped;
  const plain = withoutPrefix(escaped);
  if (plain !== escaped) yield plain;
  const cut = boundedFeed(escaped, true);
  if (cut !== undefined && cut !== escaped) yield cut;
}

/** A prefix of the first element of RSS, which has no namespace of its own. */
const PREFIXED = /^<([a-z]+):rss[\s>]/i;

function withoutPrefix(xml: string): string {
  const [, prefix] = PREFIXED.exec(xml) ?? [];
  return prefix === undefined ? xml : xml.replaceAll(new RegExp(`(</?)${prefix}:`, "gi"), "$1");
}

type ParsedFeed = ReturnType<typeof parseAnyFeed>;
type OfFormat<Format extends Feed["format"]> = Extract<ParsedFeed, { format: Format }>["feed"];

function toFeed({ format, feed }: ParsedFeed, url: Url | undefined): Feed {
  switch (format) {
    case "rss":
      return { ...headOf(format, feed.title, feed.language), items: rssItems(feed, url) };
    case "rdf":
      return { ...headOf(format, feed.title, feed.dc?.languages?.[0]), items: rdfItems(feed, url) };
    case "atom":
      return { ...headOf(format, feed.title?.value, feed.xml?.lang), items: atomItems(feed, url) };
    case "json":
      return { ...headOf(format, feed.title, feed.language), items: jsonItems(feed) };
  }
}

function headOf<Format extends Feed["format"]>(
  format: Format,
  title: string | undefined,
  language: string | undefined,
): Pick<Feed, "title" | "language"> & { readonly format: Format } {
  return { format, title: plainText(title), language };
}

function rssItems({ items = [], xml }: OfFormat<"rss">, url?: Url): FeedItem[] {
  return items.flatMap(({ link, guid, title, description, content, categories, ...item }) => {
    // The id of an item is its permanent link, unless it says that it is none.
    const permanent = guid?.isPermaLink === false ? undefined : webUrl(guid?.value);
    const stated = link ?? alternateOf(item.atom?.links) ?? permanent ?? webUrl(item.atom?.id);
    return itemOf({
      href: withBase(stated ?? item.enclosures?.[0]?.url, [url, xml?.base, item.xml?.base]),
      title,
      summary: description ?? content?.encoded,
      categories: [...(categories ?? []).map(({ name }) => name), ...(item.dc?.subjects ?? [])],
      dates: [item.pubDate, ...(item.dc?.dates ?? [])],
    });
  });
}

function rdfItems({ items = [], xml }: OfFormat<"rdf">, url?: Url): FeedItem[] {
  return items.flatMap(({ link, title, description, content, dc, ...item }) =>
    itemOf({
      href: withBase(link, [url, xml?.base, item.xml?.base]),
      title,
      summary: description ?? content?.encoded,
      categories: dc?.subjects ?? [],
      dates: dc?.dates ?? [],
    }),
  );
}

function atomItems({ entries = [], xml }: OfFormat<"atom">, url?: Url): FeedItem[] {
  return entries.flatMap(({ links = [], title, summary, content, categories, ...entry }) => {
    const enclosure = links.find(({ rel }) => rel === "enclosure");
    const stated = alternateOf(links) ?? webUrl(entry.id) ?? enclosure?.href;
    return itemOf({
      href: withBase(stated, [url, xml?.base, entry.xml?.base]),
      title: title?.value,
      summary: summary?.value ?? content?.value,
      categories: (categories ?? []).map(({ label, term }) => label ?? term),
      dates: [entry.updated, entry.published],
    });
  });
}

function jsonItems({ items = [] }: OfFormat<"json">): FeedItem[] {
  return items.flatMap((item) =>
    itemOf({
      href: item.url ?? webUrl(item.id) ?? item.external_url ?? item.attachments?.[0]?.url,
      title: item.title,
      summary: item.summary ?? item.content_text ?? item.content_html,
      categories: item.tags ?? [],
      dates: [item.date_modified, item.date_published],
    }),
  );
}

/** A link of an item, in Atom or beside RSS. */
interface AtomLink {
  readonly href?: string | undefined;
  readonly rel?: string | undefined;
  readonly type?: string | undefined;
}

/** Returns the page among the links of an item: of several forms of it the one in HTML. */
function alternateOf(links: readonly AtomLink[] = []): string | undefined {
  const alternates = links.filter(({ rel = "alternate" }) => rel === "alternate");
  const html = alternates.find(({ type = "text/html" }) => /^(?:text\/html|.*xhtml)/i.test(type));
  return (html ?? alternates[0])?.href;
}

/** Returns an identifier that is a URL of the web: feeds without links have their pages there. */
function webUrl(id: string | undefined): string | undefined {
  return id !== undefined && /^\s*https?:\/\//i.test(id) ? id.trim() : undefined;
}

/** An item as its format has it. */
interface RawItem {
  readonly href: string | undefined;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly categories: readonly (string | undefined)[];
  /** The first one that is a date counts. */
  readonly dates: readonly unknown[];
}

/** Returns an item that leads somewhere; nothing for another. */
function itemOf({ href, title, summary, categories, dates }: RawItem): FeedItem[] {
  if (href === undefined) return [];
  const named = categories.slice(0, MOST_CATEGORIES).map(plainText);
  return [
    {
      href,
      title: plainText(title),
      summary: plainText(summary),
      categories: named.filter((name) => name !== "").map((name) => name.slice(0, MOST_CATEGORY)),
      at: dates.map(timeOf).find((at) => at !== undefined),
    },
  ];
}

/** Resolves a reference by the bases around it, the outermost first: each may be relative to the one before. */
function withBase(
  href: string | undefined,
  bases: readonly (string | undefined)[],
): string | undefined {
  if (href === undefined || bases.slice(1).every((base) => base === undefined)) return href;
  const join = (base: string | undefined, next = "") => URL.parse(next, base)?.href ?? base;
  return join(bases.reduce(join), href) ?? href;
}

function timeOf(date: unknown): number | undefined {
  return typeof date === "string" ? machineDate(date) : undefined;
}

/** Elements within a word; others separate words. */
const INLINE: ReadonlySet<string> = new Set(["a", "b", "em", "i", "span", "strong", "sub", "sup"]);

/** Returns the beginning of a text that may have markup, without it. */
function plainText(markup = ""): string {
  let text = "";
  const parser = shallowParser({
    ontext: (data) => (text += data),
    onopentag: (name) => (text += INLINE.has(name) ? "" : " "),
  });
  // Markup is longer than its text, seldom by more than that.
  parser.end(markup.slice(0, 20 * MOST_SUMMARY));
  return text.replace(/\s+/g, " ").trim().slice(0, MOST_SUMMARY);
}
