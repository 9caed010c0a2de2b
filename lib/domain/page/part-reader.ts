import { holdsDate } from "../text/find-date.ts";
import type { Url } from "../url/url.ts";
import { detach } from "./detach.ts";
import type { FoundLink } from "./links.ts";
import type { FoundHeading } from "./page-content.ts";
import type { PagePart } from "./page-view.ts";
import { firstFrom, type NamedPlace } from "./part-starts.ts";

/**
 * Most links of a part that are read: a comment has five, and hostile pages have thousands without
 * text.
 */
const MAX_LINKS = 64;

/** Longest fragment compared, in UTF-16 units: longer than any name of a part. */
const MAX_NAME = 100;

/** Longest text of a link kept, in UTF-16 units. */
const MAX_TITLE = 100;

const DIGIT = /\d/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}#]/u;

/** The number of a post in its thread. */
const COUNTER = /^\s*#\d+\s*$/;

const SEPARATORS = /[-_.:]+/g;

/**
 * A function that returns the URL a reference leads to; `undefined` for a reference that is no URL.
 */
export type Resolve = (href: string) => Url | undefined;

/** The place of a part. */
interface PartPlace {
  /** Start and end in the page's text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Start of the first part of its row. */
  readonly rowStart: number;
  /** Its own id. */
  readonly name?: string | undefined;
}

/** A function that reads a part of a page. */
export type PartReader = (place: PartPlace) => PagePart;

/** The content of a page from which parts are read. */
interface PartContent {
  readonly links: readonly FoundLink[];
  readonly headings: readonly FoundHeading[];
  readonly named: readonly NamedPlace[];
}

/** Compiles a reader of the parts of a page with this content and displayed text. */
export function partReader(
  { links, headings, named }: PartContent,
  text: string,
  { page, resolve }: { readonly page: Url; readonly resolve: Resolve },
): PartReader {
  const leadsAway = linkJudge(page, resolve);
  const isCounter = counterJudge(page, resolve);
  const isCited = citedNames(links, named);
  const titled = pagesOfHeadings(links, headings);
  return ({ start, end, rowStart, name }) => {
    const next = headings[firstFrom(headings, start)];
    const heading = next !== undefined && next.start < end ? next : undefined;
    const ownName = name === undefined ? undefined : plain(name);
    const found = { linkLength: 0, hasPermalink: false, isAway: false, hasHeadingAway: false };
    let mark: PagePart["mark"];
    let markName = "";
    let title = "";
    const first = firstFrom(links, start);
    for (const link of links.slice(first, first + MAX_LINKS)) {
      if (link.start >= end) break;
      const { href } = link;
      const hash = href.indexOf("#");
      found.linkLength += Math.min(link.end, end) - link.start;
      if (ownName !== undefined && hash >= 0 && plain(href.slice(hash + 1)) === ownName) {
        found.hasPermalink = true;
        mark = "here";
        markName = ownName;
      } else if (hash === 0 || (hash > 0 && !leadsAway(href, false))) {
        if (isNumbered(href, hash) && isWord(text.slice(link.start, link.end))) {
          mark = "here";
          markName = href.slice(hash + 1);
        }
      } else if (hash > 0) {
        // An article that goes on at `#more-7` is that of a teaser.
        if (isNumbered(href, hash) && !titled.has(href.slice(0, hash))) mark ??= "elsewhere";
        else found.isAway = true;
      } else if (isCounter(text.slice(link.start, link.end), href)) {
        mark = "here";
      } else {
        if (heading !== undefined && isWithin(link, heading))
          found.hasHeadingAway ||= leadsAway(href, true);
        if (link.end - link.start > title.length) title = text.slice(link.start, link.end);
      }
    }
    const { linkLength, hasPermalink, isAway, hasHeadingAway } = found;
    return {
      start,
      end,
      linkLength,
      hasPermalink,
      hasHeading: heading !== undefined,
      hasDatedHeading: heading !== undefined && holdsDate(text.slice(heading.start, heading.end)),
      // A post may have its author as heading, and its answer form elsewhere: it marks itself.
      leadsAway: mark !== "here" && (isAway || (hasHeadingAway && mark === undefined)),
      mark,
      markName: detach(markName.slice(0, MAX_NAME)),
      title: detach(title.slice(0, MAX_TITLE)),
      isCited: isCited(start, end, rowStart),
    };
  };
}

function isNumbered(href: string, hash: number): boolean {
  return DIGIT.test(href.slice(hash));
}

/** Returns whether a link's text may name a place: `#3` or a date, also an image; an arrow goes back. */
function isWord(anchor: string): boolean {
  return anchor === "" || LETTER_OR_DIGIT.test(anchor);
}

/**
 * Compiles a test whether a name in a part of the text is that of a link before its row. A name may
 * be at the separator before the part. Links within the row lead from one comment to the next.
 */
function citedNames(
  links: readonly FoundLink[],
  named: readonly NamedPlace[],
): (start: number, end: number, rowStart: number) => boolean {
  const first = new Map<string, number>();
  for (const { href, start } of links) {
    const name = href.startsWith("#") && href.length <= MAX_NAME ? plain(href.slice(1)) : "";
    if (name !== "" && !first.has(name)) first.set(name, start);
  }
  const cited = named.flatMap(({ name, at }) => {
    const from = first.get(plain(name)) ?? at;
    return from < at ? [{ at, from }] : [];
  });
  return (start, end, rowStart) =>
    cited.some(({ at, from }) => from < rowStart && at >= start - 1 && at < end);
}

/** Returns the references of the headings' links, as far as they lead to whole pages. */
function pagesOfHeadings(
  links: readonly FoundLink[],
  headings: readonly FoundHeading[],
): ReadonlySet<string> {
  const pages = new Set<string>();
  for (const heading of headings) {
    for (let index = firstFrom(links, heading.start); index < links.length; index += 1) {
      const link = links[index];
      if (link === undefined || !isWithin(link, heading)) break;
      if (!link.href.includes("#")) pages.add(link.href);
    }
  }
  return pages;
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

/**
 * Compiles a test whether a link is the number of a post (`#3`) that leads to the page itself, or
 * below its path: a permalink without a fragment.
 */
function counterJudge(page: Url, resolve: Resolve): (anchor: string, href: string) => boolean {
  const path = withoutQuery(page);
  const below = path.endsWith("/") ? path : `${path}/`;
  return (anchor, href) => {
    const target = COUNTER.test(anchor) ? resolve(href) : undefined;
    return target !== undefined && (target.startsWith(below) || withoutQuery(target) === path);
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
