/** Reads what a sitemap file lists, as crawler-commons does: in any form, encoding and state that servers send. */
import { decodeBody } from "../../../domain/page/decode-body.ts";
import { isFeedText } from "../../../domain/page/feeds/feed.ts";
import { loadFeedParser } from "../../../domain/page/feeds/parse-feed.ts";
import { escapeLooseLess, shallowParser } from "../../../domain/page/shallow-parser.ts";
import { machineDate } from "../../../domain/text/machine-date.ts";
import type { FetchedPage } from "../../../domain/web/http/fetch-outcome.ts";
import { decodeContent } from "../decode-content.ts";

/** Most entries of a file: the protocol's own limit. */
const MAX_ENTRIES = 50_000;

/** How often a file is packed at most: servers pack what their scripts have packed already. */
const PACKED = ["gzip", "gzip", "gzip"];

/** A page that a file lists. */
export interface SitemapEntry {
  /** Reference as written. */
  readonly href: string;
  /** Its last change as the file states it, in ms since the epoch. */
  readonly at: number | undefined;
}

/** What a file lists: pages, and further sitemaps if it is an index. */
export interface SitemapFile {
  readonly pages: readonly SitemapEntry[];
  /** References as written. */
  readonly sitemaps: readonly string[];
  /** Number of entries beyond the most that are read. */
  readonly beyond: number;
}

/** Why a file lists nothing: it cannot be unpacked, has no entry, is a page, or is something else. */
export type NoList = "decompression" | "no-entries" | "html" | "not-a-sitemap";

/** Reads the list in an answer. Of a file that is cut or damaged, what can be read counts. */
export async function readSitemapFile(
  { body, charset, truncated }: Pick<FetchedPage, "body" | "charset" | "truncated">,
  limitBytes: number,
): Promise<SitemapFile | NoList> {
  // Files named `.gz` arrive packed without a content coding, and others do, too.
  const plain =
    body[0] === 0x1f && body[1] === 0x8b
      ? await decodeContent(body, PACKED, { limitBytes, isCut: truncated })
      : ({ ok: true, body, truncated } as const);
  if (!plain.ok) return "decompression";
  const { text } = decodeBody(plain.body, charset);
  if (!isFeedText(text) || SITEMAP.test(text.slice(0, HEAD))) return listOf(text, MAX_ENTRIES);
  const parse = await loadFeedParser();
  const items = parse(text, plain.truncated)?.items ?? [];
  if (items.length === 0) return "no-entries";
  return { pages: items.map(({ href, at }) => ({ href, at })), sitemaps: [], beyond: 0 };
}

/** Start of a file in which its first element is looked for, in UTF-16 units: scripts print notices before it. */
const HEAD = 8_192;

const SITEMAP = /<(?:[\w-]+:)?(?:urlset|sitemapindex)[\s>]/i;
const HTML = /<(?:!doctype\s+html|html)[\s>]/i;

/**
 * Reads at most `maxEntries` entries of a sitemap (https://www.sitemaps.org/protocol.html) in XML or text form.
 * Never throws: a broken file lists what comes before the break.
 */
export function listOf(text: string, maxEntries: number): SitemapFile | NoList {
  const head = text.slice(0, HEAD);
  const isSitemap = SITEMAP.test(head);
  if (!isSitemap && HTML.test(head)) return "html";
  const isXml = isSitemap || /^\s*</.test(head);
  const file = isXml ? parseXml(text, maxEntries) : parseLines(text, maxEntries);
  if (file.pages.length + file.sitemaps.length > 0) return file;
  return isSitemap || text.trim() === "" ? "no-entries" : "not-a-sitemap";
}

/** Longest text of an element that is read, in UTF-16 units: somewhat more than the protocol allows of a URL. */
const MAX_TEXT = 8_000;

/**
 * Nesting of elements beyond which a file is not a sitemap: the protocol needs 3, its extensions a
 * few more.
 */
const MAX_NESTING = 32;

/** Elements that are entries, and those that their `loc` is in: writers forget the entry itself. */
const ENTRIES: ReadonlySet<string> = new Set(["url", "sitemap"]);
const HOLDERS: ReadonlySet<string> = new Set([...ENTRIES, "urlset", "sitemapindex"]);

/** The start of an entry, in what is not read any more. */
const ENTRY = /<(?:[\w-]+:)?(?:url|sitemap)[\s>]/gi;

/** An end of the file within an end tag, before which the text is whole; and the longest such end that is looked at. */
const WITHIN_END_TAG = /<\/[\w:-]*$/;
const LONGEST_TAG = 32;

/** Longest file whose loose signs are escaped, in UTF-16 units: one of nothing else takes a second and a half. */
const MOST_ESCAPED = 5_000_000;

function parseXml(file: string, maxEntries: number): SitemapFile {
  const entries = new EntryReader();
  const { pages, sitemaps } = entries;
  const isFull = () => pages.length + sitemaps.length >= maxEntries;
  const parser = shallowParser(
    {
      onopentag: (name) => entries.open(localName(name)),
      ontext: (data) => entries.read(data),
      onclosetag() {
        entries.close();
        if (isFull()) parser.pause();
      },
    },
    { depth: MAX_NESTING, xmlMode: true, decodeEntities: true },
  );
  const text = file.length <= MOST_ESCAPED ? escapeLooseLess(file) : file;
  parser.write(text);
  if (!isFull()) entries.end(WITHIN_END_TAG.test(text.slice(-LONGEST_TAG)));
  const beyond = isFull() ? entriesFrom(text, parser.endIndex) : 0;
  return { pages, sitemaps, beyond };
}

/** Counts the entries from a place on, of which an attacker may send millions. */
function entriesFrom(text: string, at: number): number {
  let entries = 0;
  ENTRY.lastIndex = at;
  while (ENTRY.test(text)) entries += 1;
  return entries;
}

/**
 * Returns a name without its prefix: prefixes differ from file to file, names are the protocol's.
 */
function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

/** Reads entries as they come, also those whose elements are not closed, or are not there. */
class EntryReader {
  readonly pages: SitemapEntry[] = [];
  readonly sitemaps: string[] = [];
  readonly #path: string[] = [];
  /** Where the `loc` that is open begins in the path; -1 when none is. */
  #locAt = -1;
  #isOfIndex = false;
  #loc = "";
  /** Text of the entry itself: some indexes have their URLs there. */
  #own = "";
  #lastmod = "";

  open(name: string): void {
    const parent = this.#path.at(-1) ?? "";
    const isLoc = name === "loc" && (HOLDERS.has(parent) || parent === "loc");
    if (isLoc || ENTRIES.has(name)) {
      if (this.#loc.trim() !== "") this.#add();
      this.#loc = "";
    }
    if (ENTRIES.has(name) && this.#locAt < 0) [this.#own, this.#lastmod] = ["", ""];
    if (isLoc) {
      this.#locAt = this.#path.length;
      const holder = this.#path.findLast((each) => HOLDERS.has(each));
      this.#isOfIndex = holder === "sitemap" || holder === "sitemapindex";
    }
    this.#path.push(name);
  }

  read(data: string): void {
    const name = this.#path.at(-1) ?? "";
    if (this.#locAt >= 0) this.#loc = joined(this.#loc, data);
    else if (name === "lastmod") this.#lastmod = joined(this.#lastmod, data);
    else if (ENTRIES.has(name)) this.#own = joined(this.#own, data);
  }

  close(): void {
    const name = this.#path.pop() ?? "";
    if (this.#path.length === this.#locAt) this.#locAt = -1;
    if (!ENTRIES.has(name) || this.#locAt >= 0) return;
    if (this.#loc.trim() === "" && /^\s*https?:/i.test(this.#own)) {
      this.#loc = this.#own;
      this.#isOfIndex = name === "sitemap";
    }
    this.#add();
  }

  /** Ends the file, which may be cut: a URL that is cut is another one. */
  end(isWithinEndTag: boolean): void {
    if (this.#locAt < 0 || isWithinEndTag) this.#add();
  }

  #add(): void {
    const href = this.#loc.trim();
    if (href !== "" && this.#isOfIndex) this.sitemaps.push(href);
    else if (href !== "") this.pages.push({ href, at: machineDate(this.#lastmod.trim()) });
    [this.#loc, this.#own, this.#lastmod] = ["", "", ""];
  }
}

function joined(text: string, data: string): string {
  return text.length > MAX_TEXT ? text : text + data;
}

/** Reads one URL per line. */
function parseLines(text: string, maxEntries: number): SitemapFile {
  const pages: SitemapEntry[] = [];
  let beyond = 0;
  for (const line of text.split(/[\r\n]+/)) {
    const href = line.trim();
    if (!/^https?:\/\//i.test(href)) continue;
    if (pages.length < maxEntries) pages.push({ href, at: undefined });
    else beyond += 1;
  }
  return { pages, sitemaps: [], beyond };
}
