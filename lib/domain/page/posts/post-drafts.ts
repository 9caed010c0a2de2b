import { type AnyNode, type Element, isTag } from "domhandler";
import type { PageRow } from "../page-view.ts";
import { firstFrom } from "../path-node.ts";
import type { Leaf, LeafSpan, NamedElement, PageLeaves } from "./page-leaves.ts";
import { type DatedLine, postDates } from "./post-dates.ts";
import { apartJudge, postSpans } from "./post-spans.ts";

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
