/** What a host repeats on most of its pages: parts of their titles, and blocks of text that are content of none of them. */
import { hashToUnit } from "../stats/random/random.ts";
import { hostOf } from "../web/url/canonical-url.ts";
import type { Block } from "./container-hints.ts";
import { LEAST_LINE, MOST_LINKED, preformattedOf } from "./content-form.ts";
import type { PageView } from "./page-view.ts";

/** Fewest pages from which repetition shows, and the share of them that have what is repeated. */
export const LEAST_TO_REPEAT = 5;
const REPEATED_SHARE = 0.5;

/** What of a page may be repeated, and the language that it is in. */
export interface Repeating<Part> {
  readonly parts: readonly Part[];
  readonly language: string | undefined;
}

/**
 * Returns the parts that most of some pages have, or most of those in one language: sites have a template for
 * each.
 */
function repeatedParts<Part>(pages: readonly Repeating<Part>[]): Set<Part> {
  const groups = Map.groupBy(pages, ({ language }) => language?.split("-")[0] ?? "");
  return new Set(
    [pages, ...groups.values()].flatMap((group) => [...ofMost(group.map(({ parts }) => parts))]),
  );
}

/** From how many pages repetition shows, and which share of them has what is repeated. */
interface Repeats {
  readonly least?: number;
  readonly share?: number;
}

/** Returns the parts that most of some pages have, where these are enough. */
function ofMost<Part>(
  pages: readonly (readonly Part[])[],
  { least = LEAST_TO_REPEAT, share = REPEATED_SHARE }: Repeats = {},
): Set<Part> {
  const found = new Set<Part>();
  if (pages.length < least) return found;
  const numbers = new Map<Part, number>();
  // By the number of a part: pages that have it, and the last of them, by its place.
  const [counts, lasts]: [number[], number[]] = [[], []];
  for (let page = 0; page < pages.length; page += 1)
    pages[page]?.forEach((part) => {
      let number = numbers.get(part);
      if (number === undefined) {
        number = counts.push(0) - 1;
        numbers.set(part, number);
      }
      if (lasts[number] !== page) counts[number] = (counts[number] ?? 0) + 1;
      lasts[number] = page;
    });
  numbers.forEach((number, part) => {
    if ((counts[number] ?? 0) > share * pages.length) found.add(part);
  });
  return found;
}

/** Returns the lines that hosts repeat on most of their pages, where these are enough, each `host line`. */
export function repeatedLines<Page extends Pick<PageView, "url">>(
  pages: readonly Page[],
  linesOf: (page: Page) => readonly string[],
  how?: Repeats,
): ReadonlySet<string> {
  const lines = new Set<string>();
  for (const [host, own] of Map.groupBy(pages, ({ url }) => hostOf(url)))
    for (const line of ofMost(own.map(linesOf), how)) lines.add(`${host} ${line}`);
  return lines;
}

/** Most blocks that are remembered of a host: real pages have some hundred. */
const MOST_BLOCKS = 2_000;

/** Blocks of text by their hashes. */
export type RepeatedBlocks = ReadonlySet<number>;

export const NO_BLOCKS: RepeatedBlocks = new Set();

/** Returns the blocks of a page, as they are compared with those of others. */
export function blocksOf({ text, linkLengths, headings, language }: PageView): Repeating<number> {
  const named = new Set(headings.map((heading) => heading.text));
  const parts = text.split("\n").map((line, at) => hashOf(line, named.has(line), linkLengths[at]));
  return { parts, language };
}

/** Returns the blocks that a host repeats, by those of some pages. */
export function repeatedBlocks(pages: readonly Repeating<number>[]): RepeatedBlocks {
  return new Set([...repeatedParts(pages)].slice(0, MOST_BLOCKS));
}

/** Returns the blocks of a page that its host repeats; lines of preformatted texts are none. */
export function findRepeated(
  blocks: readonly Block[],
  text: string,
  repeated: RepeatedBlocks,
): ReadonlySet<Block> {
  const isFound = (block: Block) => {
    const { start, end, linkLength, container } = block;
    const hash = hashOf(text.slice(start, end), container.kind.level !== undefined, linkLength);
    return repeated.has(hash) && preformattedOf(block) === undefined;
  };
  return new Set(blocks.filter(isFound));
}

/**
 * Leaves out the blocks of a main text that its host repeats: those at its beginning and end, and runs with a line
 * of prose. Labels and headings between own blocks say what these are, and stay.
 */
export function ownBlocks(main: readonly Block[], repeated: ReadonlySet<Block>): Block[] {
  const own: Block[] = [];
  let run: Block[] = [];
  for (const block of main) {
    if (repeated.has(block)) {
      run.push(block);
      continue;
    }
    if (own.length > 0) own.push(...(run.some(isLong) ? headingsAtEnd(run) : run));
    own.push(block);
    run = [];
  }
  return own;
}

function isLong({ start, end, linkLength }: Block): boolean {
  return end - start - linkLength >= LEAST_LINE;
}

function headingsAtEnd(run: readonly Block[]): readonly Block[] {
  const last = run.findLastIndex(({ container }) => container.kind.level === undefined);
  return run.slice(last + 1);
}

/** Returns the hash of a block: a heading is another one than an item of a menu with the same words. */
function hashOf(text: string, isHeading: boolean, linkLength = 0): number {
  const isLink = linkLength > MOST_LINKED * text.length;
  return hashToUnit(isHeading ? 2 : Number(isLink), text);
}

/** Between the parts of a title, as in `Albatross | Birds – Example`. */
export const TITLE_SEAM = /\s+[|–—·»:-]+\s+|\s*[|»]\s*/u;
const SEAMS = new RegExp(TITLE_SEAM, "gu");

/** Returns the parts of titles that a host repeats, by the titles of some of its pages. */
export function repeatedTitleParts(
  pages: readonly { readonly title: string; readonly language: string | undefined }[],
): ReadonlySet<string> {
  const titles = pages.map(({ title, language }) => ({ parts: title.split(TITLE_SEAM), language }));
  return repeatedParts(titles);
}

/** Returns a title without the parts that its host repeats, or as it is if it has no other. */
export function ownTitle(title: string, repeated: ReadonlySet<string>): string {
  const seams = title.match(SEAMS) ?? [];
  let own = "";
  for (const [at, part] of title.split(TITLE_SEAM).entries())
    if (!repeated.has(part)) own += `${own === "" ? "" : (seams[at - 1] ?? "")}${part}`;
  return own.trim() === "" ? title : own;
}
