import { shallowParser } from "../shallow-parser.ts";

/** A feed that a page names in its head. */
export interface FeedLink {
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
