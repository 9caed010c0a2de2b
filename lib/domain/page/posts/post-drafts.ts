/** Posts of a page: drafts of them, and those that are certain. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { readDate } from "../../text/read-date.ts";
import { commentRow } from "../comments/structure-detector.ts";
import type { PageRow, PageView } from "../page-view.ts";
import { firstFrom } from "../path-node.ts";
import {
  type Leaf,
  type LeafSpan,
  type NamedElement,
  type PageLeaves,
  readLeaves,
} from "./page-leaves.ts";
import { isNameLink, postAuthors } from "./post-authors.ts";
import { type DatedLine, datedLines, orderOfDates, postDates } from "./post-dates.ts";
import { apartJudge, postSpans } from "./post-spans.ts";
import { bodyJudge, postTexts, type UnreadPost } from "./post-texts.ts";

/** Most posts of a page: several times those of the largest real pages. */
const MAX_POSTS = 2_000;

/** Parts of a row that are known at most. */
const MAX_PARTS = 20;

/** Least text of an only post beside its byline, in UTF-16 units. */
const LEAST_TEXT = 10;

const DIGITS = /\d+/g;

/** A part of a page that may be a post. */
export interface PostDraft {
  /** Name of its place on the page. */
  readonly name: string | undefined;
  readonly span: LeafSpan;
  readonly leaves: readonly Leaf[];
  readonly lines: readonly DatedLine[];
}

/**
 * Returns the parts of a row of a page with this text. They begin at their numbered places. Where there are more dates of one
 * kind than numbers, a number is missing, and each date is that of a part.
 */
export function draftPosts(
  row: PageRow,
  text: string,
  content: PageLeaves,
  lines: readonly DatedLine[],
): PostDraft[] {
  const places = row.numbered ? numbered(row.name, content.named) : [];
  if (places.length === 0) {
    const bylines = bylinesOf(mostCommon(linesOf(row, text, lines)));
    return cut(
      bylines.map((element) => ({ name: undefined, element })),
      content,
      lines,
      true,
    );
  }
  const drafts = cut(places.slice(0, MAX_POSTS), content, lines, false);
  const dated = postDates(drafts.map((draft) => draft.lines));
  const place = dated.find((line) => line !== undefined)?.leaf.place;
  const own = drafts.map((draft) => draft.lines.filter(({ leaf }) => leaf.place === place));
  const areApart = apartJudge(places.map(({ element }) => element));
  const isEmpty = own.some((several) => several.length === 0);
  const isMerged = own.some(
    ([one, other]) => one && other && (isEmpty || areApart(one.leaf.element, other.leaf.element)),
  );
  if (!isMerged) return drafts;
  const all = bylinesOf(own.flat());
  const named = all.map((element, index) => {
    const [at] = content.spanOf(element);
    const before = all[index - 1] === undefined ? -1 : content.spanOf(all[index - 1] ?? element)[0];
    const begin = places.findLast((each) => content.spanOf(each.element)[0] <= at);
    const isOwn = begin !== undefined && content.spanOf(begin.element)[0] > before;
    return { name: isOwn ? begin.name : undefined, element };
  });
  return cut(named, content, lines, true);
}

/** Returns the lines in the text of a row, of which the first parts are known. */
function linesOf(
  { parts }: PageRow,
  text: string,
  lines: readonly DatedLine[],
): readonly DatedLine[] {
  const [first, last] = [parts[0], parts.at(-1)];
  const end = parts.length < MAX_PARTS ? last?.end : undefined;
  const rowText = text.slice(first?.start ?? 0, end);
  const isInRow = ({ leaf }: DatedLine) => rowText.indexOf(leaf.text.trim()) >= 0;
  return lines.filter((line) => !line.leaf.isQuoted && isInRow(line));
}

/** Returns the lines at the place that has most of them. */
function mostCommon(lines: readonly DatedLine[]): readonly DatedLine[] {
  const byPlace = Map.groupBy(lines, ({ leaf }) => leaf.place);
  let best: readonly DatedLine[] = [];
  for (const same of byPlace.values()) if (same.length > best.length) best = same;
  return best;
}

function bylinesOf(lines: readonly DatedLine[]): Element[] {
  return [...new Set(lines.map(({ leaf }) => leaf.element))].slice(0, MAX_POSTS);
}

function cut(
  places: readonly { readonly name: string | undefined; readonly element: Element }[],
  content: PageLeaves,
  lines: readonly DatedLine[],
  areBylines: boolean,
): PostDraft[] {
  const elements = places.map(({ element }) => element);
  const [only, ...others] = elements;
  const spans =
    only !== undefined && others.length === 0
      ? [spanOfOnly(only, content, lines, areBylines)]
      : postSpans(elements, content, areBylines);
  return spans.map((span, index) => ({
    name: places[index]?.name,
    span,
    leaves: content.leaves.slice(...span),
    lines: linesWithin(lines, span),
  }));
}

function linesWithin(lines: readonly DatedLine[], [from, to]: LeafSpan): readonly DatedLine[] {
  return lines.slice(firstFrom(lines, from), firstFrom(lines, to));
}

/** Returns the smallest element around an only post's beginning that has its date and its text. */
function spanOfOnly(
  only: Element,
  { spanOf, leaves }: PageLeaves,
  lines: readonly DatedLine[],
  isByline: boolean,
): LeafSpan {
  const [begin] = spanOf(only);
  let at = rowAround(only);
  if (at === only && !isByline && linesWithin(lines, spanOf(only)).length > 0) return spanOf(only);
  for (;;) {
    const [from, to] = spanOf(at);
    const span = [isByline ? from : begin, to] as const;
    const dated = linesWithin(lines, span);
    const bylines = dated.reduce((sum, { all }) => sum + lengthOf(all), 0);
    const isWhole = dated.length > 0 && lengthOf(leaves.slice(...span)) >= bylines + LEAST_TEXT;
    const { parent } = at;
    if (isWhole || parent === null || !isTag(parent) || parent.name === "body") return span;
    at = parent;
  }
}

function lengthOf(leaves: readonly Leaf[]): number {
  return leaves.reduce((sum, { text }) => sum + text.length, 0);
}

/** Returns the row of a table that an element is in: a cell has only a part of a post. */
function rowAround(element: Element): Element {
  for (let at: AnyNode | null = element; at !== null && isTag(at); at = at.parent) {
    if (at.name === "table") break;
    if (at.name === "tr") return at;
  }
  return element;
}

/** Returns the first elements of each name that differs from the row's in its number alone. */
function numbered(rowName: string, named: readonly NamedElement[]): NamedElement[] {
  const seen = new Set<string>();
  return named.filter(({ name }) => {
    if (seen.has(name) || name.replace(DIGITS, "#") !== rowName) return false;
    seen.add(name);
    return true;
  });
}

/** Share of the parts of a page that must be posts, with a date and a text each. */
const LEAST_SHARE = 0.5;

/** Lines from a date to the name beside it, in a numbering that counts beginnings and ends. */
const MOST_APART = 4;

const LETTER = /\p{L}/u;

/** A post of a thread, or a reader's comment on an article. */
export interface Post {
  /** Order on the page, from 1. */
  readonly position: number;
  /** Name of its place on the page, as links use it. */
  readonly id: string | undefined;
  readonly author: string | undefined;
  /** The reference of the author's link, as it is written. */
  readonly authorHref: string | undefined;
  /** ISO 8601, where day, month and year are certain. */
  readonly date: string | undefined;
  /** The date as the page writes it. */
  readonly dateText: string;
  /** `""` for a post that has only an image. */
  readonly text: string;
}

/**
 * Returns the posts of a page, if it has a row of dated texts that people wrote. Their authors, dates
 * and texts are learned from what is at the same place in most of them. Pages without a certain
 * structure have none.
 */
export function findPosts(page: PageView, html: string): Post[] {
  const row = commentRow(page);
  if (row === undefined) return [];
  const content = readLeaves(html);
  const drafts = draftPosts(row, page.text, content, datedLines(content.leaves));
  const dated = postDates(drafts.map((draft) => draft.lines));
  const order = orderOfDates(dated);
  const unnamed = drafts.map((draft, index) => ({ ...draft, dated: dated[index] }));
  const authors = postAuthors(unnamed, bodyJudge(unnamed, content.spanOf), content.spanOf);
  const unread = unnamed.map((draft, index) => ({ ...draft, author: authors[index] }));
  if (isList(row, unread)) return [];
  const texts = postTexts(unread, content.spanOf);
  const posts = unread.flatMap(({ name, dated: line, author }, index) => {
    const text = texts[index] ?? "";
    if (line === undefined) return [];
    return [
      {
        id: name,
        author: author?.name,
        authorHref: author?.href,
        date: line.machine ?? readDate(line.text, order, page.language),
        dateText: line.text,
        text,
      },
    ];
  });
  const written = posts.filter(({ text }) => LETTER.test(text));
  if (written.length === 0 || written.length < LEAST_SHARE * drafts.length) return [];
  return posts.map((post, index) => ({ position: index + 1, ...post }));
}

/**
 * Returns whether a row without other evidence lists pages: beside the date each part names another
 * person than the one that seems to be the author, as the last writer in a board.
 */
function isList({ numbered, inComments }: PageRow, posts: readonly UnreadPost[]): boolean {
  if (numbered || inComments) return false;
  const others = posts.flatMap(({ leaves, dated, author }) => {
    if (dated === undefined || author === undefined || author.leaf.line === dated.line) return [];
    const near = leaves.filter(({ line }) => line >= dated.line && line <= dated.line + MOST_APART);
    return near.find((leaf) => leaf !== author.leaf && isNameLink(leaf))?.text ?? [];
  });
  return others.length > posts.length / 2 && new Set(others).size > 1;
}
