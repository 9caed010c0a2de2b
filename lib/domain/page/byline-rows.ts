import { holdsDate } from "../text/find-date.ts";
import type { Block, Container } from "./block.ts";
import { COMMENTS } from "./container-hints.ts";
import type { FoundHeading } from "./page-content.ts";
import { firstFrom } from "./part-starts.ts";

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

/** A row of texts with dated bylines, wherever in the elements those texts are. */
interface BylineRow {
  /** The element of the bylines. */
  readonly name: string;
  readonly inComments: boolean;
  /** Start and end of each part in the text, in UTF-16 units. */
  readonly spans: readonly (readonly [start: number, end: number])[];
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
    const isAlone = bylines.length === 1;
    for (const run of runsOf(bylines, headings)) {
      // The only byline of its kind is the article's, or the footer's.
      if (isAlone && !run.some(({ container }) => isInComments(container))) continue;
      const spans = spansOf(run, headings, text.length);
      const inComments = areInComments(run, spans, blocks);
      rows.push({ name: `byline ${place.slice(place.lastIndexOf(" ") + 1)}`, inComments, spans });
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

function spansOf(
  run: readonly Block[],
  headings: readonly FoundHeading[],
  textLength: number,
): [number, number][] {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return [];
  const above = headings[firstFrom(headings, first.start) - 1];
  const top = Math.max(above === undefined ? 0 : above.end, first.start - REACH);
  if (above !== undefined && above.end <= first.start && first.start - top >= LEAST_TEXT) {
    return run.map(({ end }, index) => [run[index - 1]?.end ?? top, end]);
  }
  const below = headings[firstFrom(headings, last.end)]?.start ?? textLength;
  const bottom = Math.max(last.end, Math.min(last.end + REACH, below));
  return run.map(({ start }, index) => [start, run[index + 1]?.start ?? bottom]);
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
