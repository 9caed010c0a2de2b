import type { Url } from "../url/url.ts";
import type { FoundLink } from "./link-collector.ts";
import type { FoundHeading } from "./page-content.ts";
import type { PagePart } from "./page-view.ts";
import { firstFrom } from "./text-places.ts";

/**
 * Most links of a part that are read: a comment has five, and hostile pages have thousands without
 * text.
 */
const MAX_LINKS = 64;

/** Longest fragment compared, in UTF-16 units: longer than any name of a part. */
const MAX_NAME = 100;

const SEPARATORS = /[-_.:]+/g;

/** The positions of links and headings, in document order. */
interface Places {
  readonly links: readonly FoundLink[];
  readonly headings: readonly FoundHeading[];
}

/**
 * A function that returns the URL a reference leads to; `undefined` for a reference that is no URL.
 */
export type Resolve = (href: string) => Url | undefined;

/** A function that reads the part from `start` to before `end`; `name` is its own id. */
export type PartReader = (start: number, end: number, name: string | undefined) => PagePart;

/** Compiles a reader of the parts of a page. */
export function partReader({ links, headings }: Places, page: Url, resolve: Resolve): PartReader {
  const leadsAway = linkJudge(page, resolve);
  return (start, end, name) => {
    const next = headings[firstFrom(headings, start)];
    const heading = next !== undefined && next.start < end ? next : undefined;
    const ownName = name === undefined ? undefined : plain(name);
    let linkLength = 0;
    let hasPermalink = false;
    let isAway = false;
    const first = firstFrom(links, start);
    const last = Math.min(links.length, first + MAX_LINKS);
    for (let index = first; index < last; index++) {
      const link = links[index];
      if (link === undefined || link.start >= end) break;
      linkLength += Math.min(link.end, end) - link.start;
      const hash = link.href.indexOf("#");
      if (ownName !== undefined && hash >= 0 && plain(link.href.slice(hash + 1)) === ownName) {
        hasPermalink = true;
      } else if (!isAway && hash !== 0) {
        const inHeading = heading !== undefined && isWithin(link, heading);
        isAway = (inHeading || hash > 0) && leadsAway(link.href, inHeading);
      }
    }
    const hasHeading = heading !== undefined;
    return { start, end, linkLength, hasPermalink, hasHeading, leadsAway: isAway };
  };
}

/**
 * Compiles a test whether a link leads to another page of the host. A query on the page's own path
 * is another page in a heading. Elsewhere it is an answer form (`?replytocom=7#respond`).
 */
function linkJudge(page: Url, resolve: Resolve): (href: string, inHeading: boolean) => boolean {
  const root = `${new URL(page).origin}/`;
  const path = withoutQuery(page);
  return (href, inHeading) => {
    const target = resolve(href);
    if (target === undefined || target === page || !target.startsWith(root)) return false;
    return inHeading || withoutQuery(target) !== path;
  };
}

function withoutQuery(url: Url): string {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

function isWithin(link: FoundLink, heading: FoundHeading): boolean {
  return link.start >= heading.start && link.start < heading.end;
}

/**
 * Returns a name without the characters that engines vary between an id and the links to it:
 * `msg_30` and `msg30`.
 */
function plain(name: string): string {
  return name.slice(0, MAX_NAME).replace(SEPARATORS, "").toLowerCase();
}
