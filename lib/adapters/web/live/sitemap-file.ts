import { Parser } from "htmlparser2";

/** What a sitemap file lists, as written: pages, and further sitemaps where it is an index. */
export interface SitemapFile {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** Longest `loc` read, in UTF-16 units: what the protocol allows, and some. */
const MAX_LOC_LENGTH = 8_000;

/** Nesting of elements beyond which a file is no sitemap: the protocol needs 3, its extensions a few more. */
const MAX_NESTING = 32;

/**
 * Reads a sitemap (https://www.sitemaps.org/protocol.html) in its XML or text form, at most
 * `maxEntries` entries of it; anything else lists nothing. Never fails: a broken file lists what
 * stands before the break.
 */
export function parseSitemap(text: string, maxEntries: number): SitemapFile {
  return /^\s*</.test(text) ? parseXml(text, maxEntries) : parseLines(text, maxEntries);
}

function parseXml(text: string, maxEntries: number): SitemapFile {
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const path: string[] = [];
  let loc = "";
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(localName(name));
        loc = "";
        if (path.length > MAX_NESTING) parser.pause();
      },
      ontext(data) {
        if (path.at(-1) === "loc" && loc.length <= MAX_LOC_LENGTH) loc += data;
      },
      onclosetag() {
        const [parent, name] = [path.at(-2), path.pop()];
        const list = parent === "url" ? pages : parent === "sitemap" ? sitemaps : undefined;
        if (name === "loc" && loc.trim() !== "") list?.push(loc.trim());
        if (pages.length + sitemaps.length >= maxEntries) parser.pause();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  return { pages: pages.slice(0, maxEntries), sitemaps: sitemaps.slice(0, maxEntries) };
}

/** Prefixes differ from file to file; the names are the protocol's. */
function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

/** One URL a line. */
function parseLines(text: string, maxEntries: number): SitemapFile {
  const pages: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    if (pages.length >= maxEntries) break;
    const url = line.trim();
    if (/^https?:\/\//i.test(url)) pages.push(url);
  }
  return { pages, sitemaps: [] };
}
