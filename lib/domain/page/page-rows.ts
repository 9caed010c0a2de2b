/** Rows of a page: repeated blocks that belong together, also where bylines stand beside their texts. */
import { holdsDate } from "../text/find-date.ts";
import { detach } from "../text/safe-text.ts";
import { type Block, COMMENTS, type Container } from "./container-hints.ts";
import type { FoundLink } from "./links.ts";
import type { FoundHeading } from "./page-content.ts";
import type { PagePart, PageRow } from "./page-view.ts";
import { type OfPage, type PartReader, partReader } from "./part-reader.ts";
import { firstFrom, type NamedPlace, type PartStarts } from "./path-node.ts";

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

const DIGIT = /\d/;
const DIGITS = /\d+/g;

/** The content from which rows are made. */
interface Content {
  readonly parts: PartStarts;
  readonly blocks: readonly Block[];
  readonly links: readonly FoundLink[];
  readonly headings: readonly FoundHeading[];
}

/** Returns the rows of a page with this content and displayed text. */
export function pageRows(content: Content, text: string, of: OfPage): PageRow[] {
  const { links, headings } = content;
  const toPart = partReader({ links, headings, named: content.parts.named }, text, of);
  const rows = [
    ...numberedRows(content, text.length, toPart),
    ...alikeRows(content, toPart),
    ...datedRows(content, text, toPart),
  ];
  return rows.map((row) => ({
    ...row,
    heading: headingBefore(row.parts[0]?.start ?? 0, headings, text),
  }));
}

type Row = Omit<PageRow, "heading">;

function datedRows({ blocks, headings }: Content, text: string, toPart: PartReader): Row[] {
  const found = bylineRows(blocks, headings, text).slice(0, MAX_ROWS);
  return found.flatMap(({ name, inComments, spans, only, isAlone }) => {
    const rowStart = spans[0]?.[0] ?? 0;
    const parts = spans.slice(0, MAX_PARTS).map(([start, end]) => toPart({ start, end, rowStart }));
    const row = { name, numbered: false, bylines: true, inComments };
    if (only === undefined) return { ...row, parts };
    // The text of a single byline may be an article, whose links to places are no sign of a comment.
    const line = toPart({ start: Math.max(0, only.start - 1), end: only.end, rowStart });
    const isSign =
      inComments || line.mark === "here" || DIGIT.test(headingBefore(rowStart, headings, text));
    if (isAlone && !isSign) return [];
    const { mark, markName } = line;
    return { ...row, parts: parts.map((part) => ({ ...part, mark, markName })) };
  });
}

function numberedRows(content: Content, textLength: number, toPart: PartReader): Row[] {
  const rows: Row[] = [];
  for (const [name, places] of series(content.parts.named)) {
    const parts: PagePart[] = [];
    const rowStart = places[0]?.at ?? 0;
    for (const [index, place] of places.slice(0, MAX_PARTS).entries()) {
      const end = places[index + 1]?.at ?? Math.min(lastEnd(place, content), textLength);
      const { at, name: ownName } = place;
      // A script fills an empty element; its text is not that of what follows.
      if (place.isContainer && isEmpty(place.container)) continue;
      if (end > at) parts.push(toPart({ start: at, end, rowStart, name: ownName }));
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
      const rowStart = containers[0] === undefined ? 0 : textStart(containers[0], blocks);
      const found = containers
        .slice(0, MAX_PARTS)
        .map((part) =>
          toPart({ start: textStart(part, blocks), end: textEnd(part, blocks), rowStart }),
        );
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

function isEmpty({ firstBlock, endBlock }: Container): boolean {
  return endBlock <= firstBlock;
}

/** Returns the end of a container's text; its start if it has no text. */
function textEnd(container: Container, blocks: readonly Block[]): number {
  if (isEmpty(container)) return textStart(container, blocks);
  return blocks[container.endBlock - 1]?.end ?? 0;
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Longest line that is a byline, in UTF-16 units: a longer one is text with a date in it. */
const MOST_BYLINE = 160;

/** Reach of the text beyond the first or the last byline, in UTF-16 units: half a comment. */
const REACH = 600;

/** Elements around a byline that must agree with those around the other bylines of its row. */
const PLACE_DEPTH = 4;

/** Most bylines read: several times those of the largest real pages. */
const MOST_BYLINES = 2_000;

/** Most blocks between a byline and its text: names, ranks and commands. */
const MOST_BETWEEN = 8;

/** What {@link bylineRows} reads of a page, all in document order. */
interface PageBlocks {
  readonly blocks: readonly Block[];
  readonly headings: readonly FoundHeading[];
  readonly textLength: number;
}

/** A row of texts with dated bylines, wherever in the elements those texts are. */
interface BylineRow {
  /** The element of the bylines. */
  readonly name: string;
  readonly inComments: boolean;
  /** Start and end of each part in the text, in UTF-16 units. */
  readonly spans: readonly (readonly [start: number, end: number])[];
  /** The byline of a row that has one part alone. */
  readonly only: Block | undefined;
  /** Whether it is the only byline of its kind: mostly the article's, or the footer's. */
  readonly isAlone: boolean;
}

/**
 * Returns rows of texts that dated lines of one kind separate. Posts in table cells, definition
 * lists, or siblings without an element of their own have no other sign.
 */
function bylineRows(
  blocks: readonly Block[],
  headings: readonly FoundHeading[],
  text: string,
): BylineRow[] {
  const rows: BylineRow[] = [];
  for (const [place, bylines] of bylinesByPlace(blocks, text)) {
    const name = `byline ${place.slice(place.lastIndexOf(" ") + 1)}`;
    for (const run of runsOf(bylines, headings)) {
      const spans = spansOf(run, { blocks, headings, textLength: text.length });
      const only = run.length === 1 ? run[0] : undefined;
      const inComments = areInComments(run, spans, blocks);
      rows.push({ name, inComments, spans, only, isAlone: bylines.length === 1 });
    }
  }
  return rows;
}

function bylinesByPlace(blocks: readonly Block[], text: string): Map<string, Block[]> {
  const found = new Map<string, Block[]>();
  let left = MOST_BYLINES;
  for (const block of blocks) {
    if (block.end - block.start > MOST_BYLINE) continue;
    const line = text.slice(block.start, block.end);
    if (!DIGIT.test(line) || !holdsDate(line)) continue;
    left -= 1;
    if (left < 0) break;
    const place = placeOf(block.container);
    const same = found.get(place);
    if (same === undefined) found.set(place, [block]);
    else same.push(block);
  }
  return found;
}

function placeOf(container: Container): string {
  const names: string[] = [];
  let at: Container | undefined = container;
  for (let depth = 0; at !== undefined && depth < PLACE_DEPTH; depth += 1) {
    names.unshift(at.shape === "" ? at.kind.name : `${at.kind.name}.${at.shape}`);
    at = at.parent;
  }
  return names.join(" ");
}

/**
 * Cuts bylines where a heading is between two of them, such as the one above the comments. Where
 * every text has a heading of its own, all bylines are one row.
 */
function runsOf(bylines: readonly Block[], headings: readonly FoundHeading[]): Block[][] {
  const runs: Block[][] = [];
  let last: Block | undefined;
  for (const byline of bylines) {
    const isCut =
      last === undefined || firstFrom(headings, last.end) < firstFrom(headings, byline.start);
    if (isCut) runs.push([byline]);
    else runs.at(-1)?.push(byline);
    last = byline;
  }
  return runs.length > 2 && runs.length === bylines.length ? [[...bylines]] : runs;
}

function spansOf(run: readonly Block[], page: PageBlocks): [number, number][] {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { headings, textLength } = page;
  const above = headings[firstFrom(headings, first.start) - 1];
  const top = Math.max(above === undefined ? 0 : above.end, first.start - REACH);
  const hasTextAbove =
    above !== undefined && above.end <= first.start && first.start - top >= LEAST_TEXT;
  if (followTexts(run, page) ?? hasTextAbove) {
    return run.map(({ end }, index) => [run[index - 1]?.end ?? top, end]);
  }
  const below = headings[firstFrom(headings, last.end)]?.start ?? textLength;
  const bottom = Math.max(last.end, Math.min(last.end + REACH, below));
  // A link without text at the beginning of a byline is at the separator before it.
  const from = ({ start }: Block): number => Math.max(0, start - 1);
  return run.map((byline, index) => {
    const next = run[index + 1];
    return [from(byline), next === undefined ? bottom : from(next)];
  });
}

/**
 * Returns whether most bylines share a smaller element with the text above than with the text
 * below; `undefined` where texts and bylines are alike in this.
 */
function followTexts(run: readonly Block[], { blocks }: PageBlocks): boolean | undefined {
  let votes = 0;
  for (const [index, byline] of run.entries()) {
    const at = firstFrom(blocks, byline.start);
    const [from, to] = [
      run[index - 1]?.end ?? 0,
      run[index + 1]?.start ?? Number.POSITIVE_INFINITY,
    ];
    const above = textNear(blocks, at, -1, ({ start }) => start >= from);
    const below = textNear(blocks, at, 1, ({ start }) => start < to);
    votes += Math.sign(sharedDepth(byline, above) - sharedDepth(byline, below));
  }
  return votes === 0 ? undefined : votes > 0;
}

/** Returns the nearest text in one direction among the blocks that are within reach. */
function textNear(
  blocks: readonly Block[],
  from: number,
  step: 1 | -1,
  isWithin: (block: Block) => boolean,
): Block | undefined {
  for (let count = 1; count <= MOST_BETWEEN; count += 1) {
    const block = blocks[from + step * count];
    if (block === undefined || !isWithin(block)) return undefined;
    if (block.end - block.start >= LEAST_TEXT) return block;
  }
  return undefined;
}

/** Returns the depth of the smallest element around two blocks; -1 without a second block. */
function sharedDepth(one: Block, other: Block | undefined): number {
  if (other === undefined) return -1;
  const around = new Set<Container>();
  for (let at: Container | undefined = one.container; at !== undefined; at = at.parent)
    around.add(at);
  let shared: Container | undefined = other.container;
  while (shared !== undefined && !around.has(shared)) shared = shared.parent;
  let depth = 0;
  for (let at = shared; at !== undefined; at = at.parent) depth += 1;
  return depth;
}

/**
 * Returns whether most bylines, or most texts between them, are in elements named as comments. The
 * text after the last byline does not count: it may be the form.
 */
function areInComments(
  run: readonly Block[],
  spans: readonly (readonly [number, number])[],
  blocks: readonly Block[],
): boolean {
  if (run.filter(({ container }) => isInComments(container)).length > run.length / 2) return true;
  const between = spans.slice(0, -1);
  const named = between.filter(([start, end]) => {
    for (let index = firstFrom(blocks, start); index < blocks.length; index += 1) {
      const block = blocks[index];
      if (block === undefined || block.start >= end) return false;
      if (isInComments(block.container)) return true;
    }
    return false;
  });
  return named.length > 0 && named.length >= between.length / 2;
}
