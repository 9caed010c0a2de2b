import { holdsDate } from "../text/find-date.ts";
import type { Block, Container } from "./block.ts";
import { COMMENTS } from "./container-hints.ts";
import type { FoundHeading } from "./page-content.ts";
import { firstFrom } from "./path-node.ts";

/** Longest line that is a byline, in UTF-16 units: a longer one is text with a date in it. */
const MOST_BYLINE = 160;

/** Reach of the text beyond the first or the last byline, in UTF-16 units: half a comment. */
const REACH = 600;

/** Least text between a heading and the first byline that makes bylines follow their texts. */
const LEAST_TEXT = 30;

/** Elements around a byline that must agree with those around the other bylines of its row. */
const PLACE_DEPTH = 4;

/** Most bylines read: several times those of the largest real pages. */
const MOST_BYLINES = 2_000;

const DIGIT = /\d/;

/** Most blocks between a byline and its text: names, ranks and commands. */
const MOST_BETWEEN = 8;

/** What {@link bylineRows} reads of a page, all in document order. */
interface PageBlocks {
  readonly blocks: readonly Block[];
  readonly headings: readonly FoundHeading[];
  readonly textLength: number;
}

/** A row of texts with dated bylines, wherever in the elements those texts are. */
export interface BylineRow {
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
export function bylineRows(
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

function isInComments({ hints }: Container): boolean {
  return (hints & COMMENTS) !== 0;
}
