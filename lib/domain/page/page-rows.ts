import { detach } from "../text/detach.ts";
import type { Block, Container } from "./block.ts";
import { bylineRows } from "./byline-rows.ts";
import { COMMENTS } from "./container-hints.ts";
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
