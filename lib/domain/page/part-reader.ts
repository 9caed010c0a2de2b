import { holdsDate } from "../text/find-date.ts";
import { detach } from "../text/safe-text.ts";
import type { Url } from "../web/url/url.ts";
import type { FoundLink } from "./links.ts";
import type { FoundHeading } from "./page-content.ts";
import type { PagePart } from "./page-view.ts";
import { firstFrom, type NamedPlace } from "./path-node.ts";

/**
 * Most links of a part that are read: a comment has five, and hostile pages have thousands without
 * text.
 */
const MAX_LINKS = 64;

/** Longest fragment compared, in UTF-16 units: longer than any name of a part. */
const MAX_NAME = 100;

/** Longest text of a link that may be a name, and longest line that is a byline, in UTF-16 units. */
const MAX_AUTHOR = 40;
const MAX_BYLINE = 160;

/** Longest text of a link kept, in UTF-16 units. */
const MAX_TITLE = 100;

const DIGIT = /\d/;
const NAME = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}#]/u;

/** The number of a post in its thread. */
const COUNTER = /^\s*#\d+\s*$/;

const SEPARATORS = /[-_.:]+/g;

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

/** The URL of a page, and how its references are resolved. */
export interface OfPage {
  readonly page: Url;
  readonly resolve: (href: string) => Url | undefined;
}

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
  of: OfPage,
): PartReader {
  const linksElsewhere = linkJudge(of);
  const aimOf = aimJudge({ links, headings, text, linksElsewhere, isCounter: counterJudge(of) });
  const isInByline = bylineJudge(text);
  const isCited = citedNames(links, named);
  return ({ start, end, rowStart, name }) => {
    const next = headings[firstFrom(headings, start)];
    const heading = next !== undefined && next.start < end ? next : undefined;
    const ownName = name === undefined ? undefined : plain(name);
    const found = { linkLength: 0, isAway: false, hasHeadingAway: false, hasAuthor: false };
    let mark: PagePart["mark"];
    let markName: string | undefined;
    let title = "";
    const first = firstFrom(links, start);
    for (const link of links.slice(first, first + MAX_LINKS)) {
      if (link.start >= end) break;
      found.linkLength += Math.min(link.end, end) - link.start;
      const inHeading = heading !== undefined && isWithin(link, heading);
      const aim = aimOf(link, ownName);
      if (aim === "here") {
        mark = "here";
        markName = fragmentOf(link);
      } else if (aim === "elsewhere") mark ??= "elsewhere";
      else if (aim === "away") found.isAway = true;
      else if (aim === "page") {
        found.hasHeadingAway ||= inHeading && linksElsewhere(link.href, true);
        found.hasAuthor ||= isInByline(link);
      }
      // The place of a comment elsewhere may be named by the title of its page.
      const mayBeTitle = aim === "page" || (aim === "elsewhere" && !isInHeading(link, headings));
      const length = link.end - link.start;
      if (mayBeTitle && length > title.length) title = text.slice(link.start, link.end);
    }
    const { linkLength, isAway, hasHeadingAway, hasAuthor } = found;
    return {
      start,
      end,
      linkLength,
      hasPermalink: ownName !== undefined && markName !== undefined && plain(markName) === ownName,
      hasHeading: heading !== undefined,
      hasDatedHeading: heading !== undefined && holdsDate(text.slice(heading.start, heading.end)),
      // A post may have its author as heading, and its answer form elsewhere: it marks itself.
      linksElsewhere: mark !== "here" && (isAway || (hasHeadingAway && mark === undefined)),
      mark,
      markName: detach((markName ?? "").slice(0, MAX_NAME)),
      hasAuthor,
      title: detach(title.slice(0, MAX_TITLE)),
      isCited: isCited(start, end, rowStart),
    };
  };
}

/**
 * Where a link of a part leads: to a numbered place of this page or of another one, to another place
 * of this page (`top`), to a place without a number on another page (`away`), or to a page.
 */
type Aim = "here" | "elsewhere" | "top" | "away" | "page";

/** Compiles a function that returns where a link leads; `ownName` is the plain id of its part. */
function aimJudge({
  links,
  headings,
  text,
  linksElsewhere,
  isCounter,
}: {
  readonly links: readonly FoundLink[];
  readonly headings: readonly FoundHeading[];
  readonly text: string;
  readonly linksElsewhere: (href: string, inHeading: boolean) => boolean;
  readonly isCounter: (anchor: string, href: string) => boolean;
}): (link: FoundLink, ownName: string | undefined) => Aim {
  const titled = pagesOfHeadings(links, headings);
  return (link, ownName) => {
    const { href } = link;
    const hash = href.indexOf("#");
    const anchor = text.slice(link.start, link.end);
    if (hash < 0) return isCounter(anchor, href) ? "here" : "page";
    if (ownName !== undefined && plain(fragmentOf(link)) === ownName) return "here";
    if (hash === 0 || !linksElsewhere(href, false))
      return isNumbered(href, hash) && isWord(anchor) ? "here" : "top";
    // An article that goes on at `#more-7` is that of a teaser.
    return isNumbered(href, hash) && !titled.has(href.slice(0, hash)) ? "elsewhere" : "away";
  };
}

/** Returns the fragment of a link; `""` without one. */
function fragmentOf({ href }: FoundLink): string {
  const hash = href.indexOf("#");
  return hash < 0 ? "" : href.slice(hash + 1);
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
function linkJudge({ page, resolve }: OfPage): (href: string, inHeading: boolean) => boolean {
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
function counterJudge({ page, resolve }: OfPage): (anchor: string, href: string) => boolean {
  const path = withoutQuery(page);
  const below = path.endsWith("/") ? path : `${path}/`;
  return (anchor, href) => {
    const target = COUNTER.test(anchor) ? resolve(href) : undefined;
    return target !== undefined && (target.startsWith(below) || withoutQuery(target) === path);
  };
}

/** Compiles a test whether a link has a name for a text, and a date beside it in its line. */
function bylineJudge(text: string): (link: FoundLink) => boolean {
  const dated = new Map<number, boolean>();
  return (link) => {
    const anchor = text.slice(link.start, link.end);
    if (anchor.length > MAX_AUTHOR || !NAME.test(anchor) || holdsDate(anchor)) return false;
    const start = text.lastIndexOf("\n", link.start) + 1;
    let isDated = dated.get(start);
    if (isDated === undefined) {
      const end = text.indexOf("\n", start);
      const line = text.slice(start, end < 0 ? text.length : end);
      isDated = line.length <= MAX_BYLINE && DIGIT.test(line) && holdsDate(line);
      dated.set(start, isDated);
    }
    return isDated;
  };
}

function withoutQuery(url: Url): string {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

function isInHeading(link: FoundLink, headings: readonly FoundHeading[]): boolean {
  const last = headings[firstFrom(headings, link.start + 1) - 1];
  return last !== undefined && isWithin(link, last);
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
