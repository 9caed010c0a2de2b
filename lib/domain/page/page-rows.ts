import type { Url } from "../url/url.ts";
import type { Block, Container } from "./block.ts";
import { bylineRows } from "./byline-rows.ts";
import { COMMENTS } from "./container-hints.ts";
import { detach } from "./detach.ts";
import type { FoundLink } from "./links.ts";
import type { FoundHeading } from "./page-content.ts";
import type { PagePart, PageRow } from "./page-view.ts";
import { firstFrom, type NamedPlace, type PartStarts } from "./part-starts.ts";

/**
 * Least text of an unnumbered part, in UTF-16 units: items of menus have less among comments, and
 * lines of lists have less elsewhere.
 */
const LEAST_TEXT = 30;
const LEAST_TEXT_ELSEWHERE = 80;

/**
 * Reach of the last part of a numbered row when its element ends earlier, in UTF-16 units: half a
 * comment.
 */
const LAST_PART = 600;

/**
 * Most rows of either kind kept, and most parts of a row: twenty comments are as good evidence as
 * all.
 */
const MAX_ROWS = 40;
const MAX_PARTS = 20;

/** Longest heading kept, in UTF-16 units. */
const MAX_HEADING = 100;

const DIGITS = /\d+/g;

/** The content from which rows are made. */
interface Content {
  readonly parts: PartStarts;
  readonly blocks: readonly Block[];
  readonly links: readonly FoundLink[];
  readonly headings: readonly FoundHeading[];
}

/** Returns the rows of a page with this content and displayed text. */
export function pageRows(
  content: Content,
  text: string,
  { page, resolve }: { readonly page: Url; readonly resolve: Resolve },
): PageRow[] {
  const toPart = partReader(content, text, page, resolve);
  const dated = bylineRows(content.blocks, content.headings, text).slice(0, MAX_ROWS);
  const rows = [
    ...numberedRows(content, text.length, toPart),
    ...alikeRows(content, toPart),
    ...dated.map(({ name, inComments, spans }) => {
      const parts = spans.slice(0, MAX_PARTS).map(([start, end]) => toPart(start, end, undefined));
      return { name, numbered: false, bylines: true, inComments, parts };
    }),
  ];
  return rows.map((row) => ({
    ...row,
    heading: headingBefore(row.parts[0]?.start ?? 0, content.headings, text),
  }));
}

type Row = Omit<PageRow, "heading">;

function numberedRows(content: Content, textLength: number, toPart: PartReader): Row[] {
  const rows: Row[] = [];
  for (const [name, places] of series(content.parts.named)) {
    const parts: PagePart[] = [];
    for (const [index, place] of places.slice(0, MAX_PARTS).entries()) {
      const end = places[index + 1]?.at ?? Math.min(lastEnd(place, content), textLength);
      if (end > place.at) parts.push(toPart(place.at, end, place.name));
    }
    if (parts.length === 0) continue;
    const inComments = places.some(({ container }) => isInComments(container));
    rows.push({ name, numbered: true, bylines: false, inComments, parts });
    if (rows.length === MAX_ROWS) break;
  }
  return rows;
}

/**
 * Groups the places whose names differ in their numbers alone; among places with one name, the
 * first is kept.
 */
function series(named: readonly NamedPlace[]): Map<string, NamedPlace[]> {
  const seen = new Set<string>();
  const found = new Map<string, NamedPlace[]>();
  for (const place of named) {
    if (seen.has(place.name)) continue;
    seen.add(place.name);
    push(found, detach(place.name.replace(DIGITS, "#")), place);
  }
  return found;
}

/**
 * Returns the end of the last part of a row. It is the end of its element or later, since bylines
 * may follow it. It is before the next heading and within the element around it.
 */
function lastEnd({ at, container, isContainer }: NamedPlace, content: Content): number {
  const { blocks, headings } = content;
  const end = isContainer ? textEnd(container, blocks) : at;
  // A heading that begins where the part does is its own.
  const heading = headings[firstFrom(headings, Math.max(end, at + 2))];
  const around = isContainer ? container.parent : undefined;
  const limits = [
    at + LAST_PART,
    heading?.start ?? Number.POSITIVE_INFINITY,
    around === undefined ? Number.POSITIVE_INFINITY : textEnd(around, blocks),
  ];
  return Math.max(end, Math.min(...limits));
}

function alikeRows({ parts, blocks }: Content, toPart: PartReader): Row[] {
  const rows: Row[] = [];
  for (const family of families(parts.containers, blocks).values()) {
    for (const [name, containers] of family) {
      const inComments = containers.some(isInComments);
      if (containers.length < 2 && !inComments) continue;
      const found = containers
        .slice(0, MAX_PARTS)
        .map((part) => toPart(textStart(part, blocks), textEnd(part, blocks), undefined));
      rows.push({ name, numbered: false, bylines: false, inComments, parts: found });
      if (rows.length === MAX_ROWS) return rows;
    }
  }
  return rows;
}

/** Groups the containers with enough text by their parent, then by tag and first class. */
function families(
  containers: readonly Container[],
  blocks: readonly Block[],
): ReadonlyMap<Container | undefined, ReadonlyMap<string, readonly Container[]>> {
  const found = new Map<Container | undefined, Map<string, Container[]>>();
  for (const container of containers) {
    const least = isInComments(container) ? LEAST_TEXT : LEAST_TEXT_ELSEWHERE;
    if (textEnd(container, blocks) - textStart(container, blocks) < least) continue;
    let family = found.get(container.parent);
    if (family === undefined) {
      family = new Map();
      found.set(container.parent, family);
    }
    const { kind, shape } = container;
    push(family, shape === "" ? kind.name : `${kind.name}.${shape}`, container);
  }
  return found;
}

function isInComments({ hints }: Container): boolean {
  return (hints & COMMENTS) !== 0;
}

function headingBefore(at: number, headings: readonly FoundHeading[], text: string): string {
  const heading = headings[firstFrom(headings, at) - 1];
  if (heading === undefined) return "";
  const words = text.slice(heading.start, Math.min(heading.end, heading.start + MAX_HEADING));
  return detach(words.replaceAll("\n", " "));
}

function textStart({ firstBlock }: Container, blocks: readonly Block[]): number {
  return blocks[firstBlock]?.start ?? 0;
}

/** Returns the end of a container's text; its start if it has no text. */
function textEnd(container: Container, blocks: readonly Block[]): number {
  if (container.endBlock <= container.firstBlock) return textStart(container, blocks);
  return blocks[container.endBlock - 1]?.end ?? 0;
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

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

const SEPARATORS = /[-_.:]+/g;

/**
 * A function that returns the URL a reference leads to; `undefined` for a reference that is no URL.
 */
type Resolve = (href: string) => Url | undefined;

/** A function that reads the part from `start` to before `end`; `name` is its own id. */
type PartReader = (start: number, end: number, name: string | undefined) => PagePart;

/** Compiles a reader of the parts of a page. */
function partReader(
  { links, headings, parts: { named } }: Content,
  text: string,
  page: Url,
  resolve: Resolve,
): PartReader {
  const leadsAway = linkJudge(page, resolve);
  const isCited = citedNames(links, named);
  const titled = pagesOfHeadings(links, headings);
  return (start, end, name) => {
    const next = headings[firstFrom(headings, start)];
    const heading = next !== undefined && next.start < end ? next : undefined;
    const ownName = name === undefined ? undefined : plain(name);
    const found = { linkLength: 0, hasPermalink: false, isAway: false, hasHeadingAway: false };
    let mark: PagePart["mark"];
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
      } else if (hash === 0 || (hash > 0 && !leadsAway(href, false))) {
        if (isNumbered(href, hash) && isWord(text.slice(link.start, link.end))) mark = "here";
      } else if (hash > 0) {
        // An article that goes on at `#more-7` is that of a teaser.
        if (isNumbered(href, hash) && !titled.has(href.slice(0, hash))) mark ??= "elsewhere";
        else found.isAway = true;
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
      // A post may have its author as heading, and its answer form elsewhere: it marks itself.
      leadsAway: mark !== "here" && (isAway || (hasHeadingAway && mark === undefined)),
      mark,
      title: detach(title.slice(0, MAX_TITLE)),
      isCited: isCited(start, end),
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
 * Compiles a test whether a name in a part of the text is that of a link before the part. A name may
 * be at the separator before the part.
 */
function citedNames(
  links: readonly FoundLink[],
  named: readonly NamedPlace[],
): (start: number, end: number) => boolean {
  const first = new Map<string, number>();
  for (const { href, start } of links) {
    const name = href.startsWith("#") && href.length <= MAX_NAME ? plain(href.slice(1)) : "";
    if (name !== "" && !first.has(name)) first.set(name, start);
  }
  const cited = named.filter(({ name, at }) => (first.get(plain(name)) ?? at) < at);
  return (start, end) => cited.some(({ at }) => at >= start - 1 && at < end);
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
