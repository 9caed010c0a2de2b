/** Posts of a page: drafts of them, and those that are certain. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { commentRow } from "../comments/structure-detector.ts";
import type { PageRow, PageView } from "../page-view.ts";
import { firstFrom } from "../path-node.ts";
import { declaredPosts } from "./declared-posts.ts";
import { mailPosts } from "./mail-posts.ts";
import {
  type Leaf,
  type LeafSpan,
  type NamedElement,
  type PageLeaves,
  readLeaves,
} from "./page-leaves.ts";
import { type Post, statedPosts, withDeclared } from "./post.ts";
import { isNameLink, postAuthors } from "./post-authors.ts";
import { type DatedLine, datedLines, orderOfDates, postDate, postDates } from "./post-dates.ts";
import {
  arePosts,
  areTitles,
  dateGroups,
  elementsOfOnly,
  type FoundPost,
  withoutStrays,
} from "./post-groups.ts";
import { postIds } from "./post-ids.ts";
import { apartJudge, postSpans } from "./post-spans.ts";
import { bodyJudge, postTexts, type UnreadPost } from "./post-texts.ts";
import { threadId } from "./thread-id.ts";

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

/** Words, or what people write in their place: `+1`, `?!`, a smile. */
const SAID = /\p{L}|^\+\d$|^[?!.]+$|\p{Extended_Pictographic}/u;

/** What the posts of a page are read with. */
interface Reading {
  readonly page: PageView;
  readonly content: PageLeaves;
  readonly lines: readonly DatedLine[];
  /** When the page was fetched, in ms since the epoch; without it dates such as `3 h ago` are not resolved. */
  readonly fetchedAt: number | undefined;
}

/**
 * Returns the posts of a page, if it has a row of dated texts that people wrote, or parts alike with a date, an
 * author and a text each. Their authors, dates and texts are learned from what is at the same place in most of
 * them. Pages without a certain structure have none.
 */
export function findPosts(page: PageView, html: string, fetchedAt?: number): Post[] {
  const content = readLeaves(html);
  const all = datedLines(content.leaves);
  const own = all.filter(({ leaf }) => !leaf.isQuoted);
  const reading = { page, content, lines: own.length > 0 ? own : all, fetchedAt };
  const row = byRow(reading);
  const groups = dateGroups(reading.lines).map((group) => byGroup(group, reading));
  let best = row;
  for (const posts of groups) if (isBetter(posts, best, row)) best = posts;
  const stated = statedPosts(mailPosts(content, html), undefined);
  if (stated.length > 0 && stated.length >= best.length) return stated;
  const declared = statedPosts(declaredPosts(content), threadId(page));
  return withDeclared(withOthers(best, [row, ...groups], reading), declared);
}

/** Returns posts with those of other kinds among them, as comments among answers are, in the order of the page. */
function withOthers(
  best: readonly FoundPost[],
  groups: readonly (readonly FoundPost[])[],
  reading: Reading,
): Post[] {
  let known = best;
  const made = [best];
  for (const posts of groups) {
    if (!areAmong(posts, known)) continue;
    made.push(posts);
    known = [...known, ...posts];
  }
  const starts = known.map(startOf);
  return made
    .flatMap((posts) => {
      const read = madePosts(posts, reading, starts);
      return posts.flatMap(({ dated }, index) => {
        const post = read[index];
        return post === undefined ? [] : [{ start: startOf({ dated }), post }];
      });
    })
    .toSorted((one, other) => one.start - other.start)
    .map(({ post }, index) => ({ ...post, position: index + 1 }));
}

function startOf({ dated }: Pick<FoundPost, "dated">): number {
  return dated?.start ?? 0;
}

/** Returns whether posts with dates for machines are between others, and none of them is one of these. */
function areAmong(posts: readonly FoundPost[], others: readonly FoundPost[]): boolean {
  if (posts.length === 0 || !posts.every(({ dated }) => dated?.machine !== undefined)) return false;
  const [own, known] = [posts.map(startOf), others.map(startOf)];
  const lines = new Set(others.map(({ dated }) => dated?.line));
  if (posts.some(({ dated }) => lines.has(dated?.line))) return false;
  const isWithin = (inner: readonly number[], outer: readonly number[]): boolean =>
    inner.some((at) => at > Math.min(...outer) && at < Math.max(...outer));
  return isWithin(own, known) || isWithin(known, own);
}

/**
 * Returns whether posts that were found by their dates are better than the best until now. Those of a row are kept
 * where few more have dates for people alone: the opening of a thread may be built otherwise.
 */
function isBetter(
  posts: readonly FoundPost[],
  best: readonly FoundPost[],
  row: readonly FoundPost[],
): boolean {
  if (posts.length > 0 && !best.some(({ author }) => author !== undefined)) return true;
  const isForMachines = posts.every(({ dated }) => dated?.machine !== undefined);
  const least = best === row && !isForMachines ? MUCH_MORE * row.length : best.length;
  return posts.length > least;
}

/** Of the posts of a row: others may be a part of it. */
const MUCH_MORE = 1.5;

function byRow({ page, content, lines }: Reading): FoundPost[] {
  const row = commentRow(page);
  if (row === undefined) return [];
  const drafts = draftPosts(row, page.text, content, lines);
  const posts = unreadPosts(drafts, content, page);
  const found = isList(row, posts) ? [] : written(posts, content);
  return areTitles(found) ? [] : found;
}

function byGroup(group: readonly DatedLine[], reading: Reading): FoundPost[] {
  const [only, ...others] = group;
  if (only === undefined) return [];
  if (others.length > 0) return byElements(bylinesOf(group), true, reading);
  for (const element of elementsOfOnly(only, reading.content)) {
    const found = byElements([element], false, reading);
    if (found.length > 0) return found;
  }
  return [];
}

function byElements(
  elements: readonly Element[],
  areBylines: boolean,
  { page, content, lines }: Reading,
): FoundPost[] {
  const places = elements.map((element) => ({ name: undefined, element }));
  const drafts = cut(places, content, lines, areBylines);
  const found = written(unreadPosts(drafts, content, page), content);
  return arePosts(found, content) ? withoutStrays(found) : [];
}

function unreadPosts(
  drafts: readonly PostDraft[],
  content: PageLeaves,
  page: PageView,
): UnreadPost[] {
  const dated = postDates(drafts.map((draft) => draft.lines));
  const unnamed = drafts.map((draft, index) => ({ ...draft, dated: dated[index] }));
  const authors = postAuthors(
    unnamed,
    bodyJudge(unnamed, content.spanOf),
    content.spanOf,
    titlesOf(page),
  );
  return unnamed.map((draft, index) => ({ ...draft, author: authors[index] }));
}

/** Returns the words that name the page, and no person. */
function titlesOf({ title, headings }: PageView): ReadonlySet<string> {
  return new Set([title, ...headings.filter(({ level }) => level === 1).map(({ text }) => text)]);
}

/** Returns parts with a date, with their texts, if most parts have both. */
function written(drafts: readonly UnreadPost[], content: PageLeaves): FoundPost[] {
  const texts = postTexts(drafts, content.spanOf);
  const posts = drafts.flatMap((draft, index) =>
    draft.dated === undefined ? [] : [{ ...draft, text: texts[index] ?? "" }],
  );
  const said = posts.filter(({ text }) => SAID.test(text));
  return said.length > 0 && said.length >= LEAST_SHARE * drafts.length ? posts : [];
}

function madePosts(
  posts: readonly FoundPost[],
  reading: Reading,
  starts: readonly number[],
): Post[] {
  const { page, content, fetchedAt } = reading;
  const order = orderOfDates(posts.map(({ dated }) => dated));
  const ids = postIds(posts, content, starts);
  const thread = threadId(page);
  return posts.map(({ dated, author, text }, index) => ({
    position: index + 1,
    id: ids[index]?.name,
    postId: ids[index]?.postId,
    threadId: thread,
    replyTo: ids[index]?.replyTo,
    author: author?.name,
    authorHref: author?.href,
    ...postDate(dated, { order, language: page.language, fetchedAt }),
    dateText: dated?.text ?? "",
    text,
  }));
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
