/** The form of a main text: its lines, preformatted texts and tables, and how much prose its blocks hold. */
import { indexAfter, indexFrom } from "../stats/sorted.ts";
import { detach } from "../text/safe-text.ts";
import type { Block, Container } from "./container-hints.ts";
import { PREFORMATTED } from "./tag-kinds.ts";

/** A part of a main text. */
export type Piece =
  | { readonly kind: "line"; readonly block: Block }
  | { readonly kind: "preformatted"; readonly blocks: readonly Block[]; readonly in: Container }
  | { readonly kind: "table"; readonly rows: readonly TableRow[]; readonly in: Container };

/** A row of a table: its cells in order, empty ones too. */
export type TableRow = readonly TableCell[];

interface TableCell {
  readonly cell: Container;
  readonly blocks: readonly Block[];
}

/** A page as far as its form goes; all of it in document order. */
export interface FormedPage {
  readonly blocks: readonly Block[];
  /** Its block-level elements: cells without text are found here. */
  readonly containers: readonly Container[];
}

/** Most blocks of a cell, and most text, in UTF-16 units; cells of layouts have more. */
const MOST_IN_CELL = 3;
const MOST_CELL_TEXT = 500;

/** Fewest rows and columns of a table that holds data. */
const LEAST_ROWS = 2;
const LEAST_COLUMNS = 2;

/** Elements that no cell of data holds. */
const NOT_IN_CELLS: ReadonlySet<string> = new Set(
  "h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre form article section".split(" "),
);

/** Returns the preformatted element that a block is a line of. */
export function preformattedOf({ container }: Block): Container | undefined {
  if ((container.kind.flags & PREFORMATTED) !== 0) return container;
  const { parent } = container;
  return parent !== undefined && (parent.kind.flags & PREFORMATTED) !== 0 ? parent : undefined;
}

/** Returns the pieces of a main text, which has some of the blocks of a page. */
export function piecesOf(main: readonly Block[], page: FormedPage): Piece[] {
  const pieces: Piece[] = [];
  const tables = new Tables(main, page);
  const shown = new Set<Container>();
  let lines: { readonly in: Container; readonly blocks: Block[] } | undefined;
  for (const block of main) {
    const preformatted = preformattedOf(block);
    if (preformatted !== undefined) {
      if (preformatted === lines?.in) lines.blocks.push(block);
      else {
        lines = { in: preformatted, blocks: [block] };
        pieces.push({ kind: "preformatted", ...lines });
      }
      continue;
    }
    const table = tables.of(block);
    if (table === undefined) pieces.push({ kind: "line", block });
    else if (!shown.has(table.in)) {
      shown.add(table.in);
      pieces.push({ kind: "table", ...table });
    }
  }
  return pieces;
}

/** Where a block is in a table. */
interface PlaceInTable {
  readonly table: Container;
  readonly row: Container;
  readonly cell: Container;
}

type DataTable = Pick<Extract<Piece, { kind: "table" }>, "rows" | "in">;

/** The tables of data on a page. */
class Tables {
  readonly #main: ReadonlySet<Block>;
  readonly #page: FormedPage;
  readonly #known = new Map<Container, DataTable | undefined>();
  #cells: ReadonlyMap<Container | undefined, readonly Container[]> | undefined;

  constructor(main: readonly Block[], page: FormedPage) {
    this.#main = new Set(main);
    this.#page = page;
  }

  /** Returns the table of data that a block is in; `undefined` for one that lays out the page. */
  of({ container }: Block): DataTable | undefined {
    const table = placeInTable(container)?.table;
    if (table === undefined) return undefined;
    if (!this.#known.has(table)) {
      const rows = this.#rowsOf(table);
      this.#known.set(table, rows && { rows, in: table });
    }
    return this.#known.get(table);
  }

  /** Returns the rows of a table whose cells hold a few lines each, if most of it is main text. */
  #rowsOf(table: Container): readonly TableRow[] | undefined {
    if (!this.#isMostlyMain(table)) return undefined;
    const inside = this.#page.blocks.slice(table.firstBlock, table.endBlock);
    const blocksOf = new Map<Container, Block[]>();
    const rows = new Set<Container>();
    for (const block of inside) {
      const place = placeInTable(block.container);
      // Only a caption is in a table and in none of its cells.
      if (place?.table !== table && block.container.kind.name === "caption") continue;
      if (place?.table !== table || !isPlain(block.container, place.cell)) return undefined;
      rows.add(place.row);
      const cell = [...(blocksOf.get(place.cell) ?? []), block];
      if (cell.length > MOST_IN_CELL || lengthOf(cell) > MOST_CELL_TEXT) return undefined;
      blocksOf.set(place.cell, cell);
    }
    const found = [...rows].map((row) =>
      this.#cellsOf(row).map((cell) => ({ cell, blocks: blocksOf.get(cell) ?? [] })),
    );
    const columns = found.reduce((most, { length }) => Math.max(most, length), 0);
    return found.length >= LEAST_ROWS && columns >= LEAST_COLUMNS ? found : undefined;
  }

  /** Returns whether at least half of the text of a table is main text. */
  #isMostlyMain({ firstBlock, endBlock }: Container): boolean {
    let [kept, whole] = [0, 0];
    for (let at = firstBlock; at < endBlock; at += 1) {
      const block = this.#page.blocks[at];
      if (block === undefined) continue;
      const length = block.end - block.start;
      whole += length;
      if (this.#main.has(block)) kept += length;
    }
    return kept * 2 >= whole;
  }

  #cellsOf(row: Container): readonly Container[] {
    this.#cells ??= Map.groupBy(
      this.#page.containers.filter(({ kind }) => CELLS.has(kind.name)),
      ({ parent }) => parent,
    );
    return this.#cells.get(row) ?? [];
  }
}

const CELLS: ReadonlySet<string> = new Set(["td", "th"]);

/** Returns the cell around an element, with its row and table. */
function placeInTable(container: Container): PlaceInTable | undefined {
  let cell: Container | undefined;
  let row: Container | undefined;
  for (let at: Container | undefined = container; at !== undefined; at = at.parent) {
    const { name } = at.kind;
    if (cell === undefined && CELLS.has(name)) cell = at;
    else if (cell !== undefined && name === "tr") row ??= at;
    else if (name === "table") return cell && row && { table: at, row, cell };
  }
  return undefined;
}

/** Returns whether nothing but paragraphs is between a cell and an element in it. */
function isPlain(container: Container, cell: Container): boolean {
  for (let at: Container | undefined = container; at !== undefined && at !== cell; at = at.parent)
    if (NOT_IN_CELLS.has(at.kind.name)) return false;
  return true;
}

/** Returns the length of some blocks, in UTF-16 units. */
export function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((length, { start, end }) => length + end - start, 0);
}

/**
 * Returns a main text in plain form, in memory of its own: a line for each block, for each line of a block with line breaks, and
 * for each row of a table, whose cells are separated by tabs.
 */
export function plainText(
  pieces: readonly Piece[],
  text: string,
  breaks: readonly number[],
): string {
  const lineOf = (block: Block) => {
    const { start, end } = block;
    const isBroken = (breaks[indexAfter(breaks, start)] ?? end) < end;
    return isBroken ? brokenText(block, text, breaks).join("\n") : text.slice(start, end);
  };
  const cellOf = (blocks: readonly Block[]) =>
    blocks.flatMap((block) => brokenText(block, text, breaks)).join(" ");
  const lines: string[] = [];
  for (const piece of pieces) {
    if (piece.kind === "line") lines.push(lineOf(piece.block));
    else if (piece.kind === "preformatted")
      for (const line of preformattedLines(piece.blocks, text)) lines.push(line);
    else {
      for (const row of piece.rows) {
        const cells = row.map(({ blocks }) => cellOf(blocks));
        lines.push(cells.join("\t").trimEnd());
      }
    }
  }
  // Several lines are joined in memory of their own.
  return lines.length > 1 ? lines.join("\n") : detach(lines.join(""));
}

/** Returns the lines of a preformatted text, with the empty ones between them. */
export function preformattedLines(blocks: readonly Block[], text: string): string[] {
  return blocks.flatMap(({ start, end, emptyLines }, index) => [
    ...Array<string>(index === 0 ? 0 : emptyLines).fill(""),
    text.slice(start, end),
  ]);
}

/** Returns the lines of a block's text; `breaks` are ascending positions. */
function brokenText({ start, end }: Block, text: string, breaks: readonly number[]): string[] {
  const lines: string[] = [];
  let at = start;
  for (let index = indexAfter(breaks, start); index < breaks.length; index += 1) {
    const next = breaks[index] ?? end;
    if (next >= end) break;
    lines.push(text.slice(at, next));
    at = text[next] === " " ? next + 1 : next;
  }
  lines.push(text.slice(at, end));
  return lines;
}

// How much prose the blocks of a page hold.

/** Shortest line that is prose of its own, in UTF-16 units. */
export const LEAST_LINE = 30;

/** A block with a greater share of link text is not prose. */
export const MOST_LINKED = 0.5;

/** Longest block that can be an imprint, in UTF-16 units. */
const IMPRINT_LENGTH = 300;
const IMPRINT = /©|\(c\)\s*(?:19|20)\d\d|\bcopyright\b|all rights reserved|\bpowered by\b/i;

/** A letter of scripts that write no spaces between words says as much as so many of others. */
const WIDE_LENGTH = 2.5;
const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

const FIRST_WIDE = 0x3040;
const LAST_WIDE = 0xd7af;

/**
 * Returns the length outside links, in letters of an alphabet; 0 for a block that is mostly link, or an
 * imprint.
 */
export function proseLength(
  { start, end, linkLength }: Block,
  text: string,
  isWide: boolean,
): number {
  const length = end - start;
  if (linkLength > MOST_LINKED * length) return 0;
  if (length <= IMPRINT_LENGTH && IMPRINT.test(text.slice(start, end))) return 0;
  if (!isWide) return length - linkLength;
  const wide = text.slice(start, end).match(WIDE)?.length ?? 0;
  return (length - linkLength) * (1 + ((WIDE_LENGTH - 1) * wide) / length);
}

/** Letters of a page that are looked at. */
const SAMPLED = 512;

/** Returns whether a page has letters of scripts without spaces, as far as a sample shows. */
export function hasWide(text: string): boolean {
  const step = Math.ceil(text.length / SAMPLED);
  for (let at = 0; at < text.length; at += step) {
    const code = text.charCodeAt(at);
    if (code >= FIRST_WIDE && code <= LAST_WIDE) return true;
  }
  return false;
}

/** Returns the prose by which each block is measured: for a preformatted line, that of its whole text. */
export function sizesOf(lengths: Float64Array, blocks: readonly Block[]): Float64Array {
  if (!blocks.some(preformattedOf)) return lengths;
  const sums = new BlockSums(lengths);
  return lengths.map((length, at) => {
    const block = blocks[at];
    const around = block && preformattedOf(block);
    return around === undefined ? length : sums.within(around);
  });
}

/** Running totals of one number per block, so that any container's total is one subtraction. */
export class BlockSums {
  readonly #sums: Float64Array;

  /** Creates the totals; `values` holds one number ≥ 0 per block, in document order. */
  constructor(values: ArrayLike<number>) {
    this.#sums = new Float64Array(values.length + 1);
    let sum = 0;
    for (let index = 0; index < values.length; index++) {
      sum += values[index] ?? 0;
      this.#sums[index + 1] = sum;
    }
  }

  get total(): number {
    return this.#sums.at(-1) ?? 0;
  }

  /** Returns the total over the blocks inside `container`. */
  within({ firstBlock, endBlock }: Container): number {
    return this.#before(endBlock) - this.#before(firstBlock);
  }

  /**
   * Returns the first and the last block inside `container` whose number is not 0, if its total is
   * not.
   */
  ends({ firstBlock, endBlock }: Container): [first: number, last: number] {
    const before = this.#before(firstBlock);
    const after = this.#before(endBlock);
    return [indexAfter(this.#sums, before) - 1, indexFrom(this.#sums, after) - 1];
  }

  /**
   * Returns the block in which half of the total is passed, over `container` or all blocks: any
   * part with more than half holds it.
   */
  median(container: Container | undefined): number {
    const from = container === undefined ? 0 : this.#before(container.firstBlock);
    const to = container === undefined ? this.total : this.#before(container.endBlock);
    return Math.min(indexAfter(this.#sums, (from + to) / 2), this.#sums.length - 1) - 1;
  }

  #before(index: number): number {
    return this.#sums[index] ?? 0;
  }
}

/**
 * Share of a container's prose that one of its parts must hold for the main text to be in that
 * part.
 */
const DOMINANT = 0.75;

/**
 * Goes down from `root`, or from the page, as long as one part holds most of the prose of its
 * container.
 */
export function dominantContainer(
  blocks: readonly Block[],
  prose: BlockSums,
  root: Container | undefined,
): Container | undefined {
  const chain: Container[] = [];
  let at = blocks[prose.median(root)]?.container;
  while (at !== undefined) {
    chain.push(at);
    at = at === root ? undefined : at.parent;
  }
  let best = chain.pop();
  for (let part = chain.pop(); part !== undefined && best !== undefined; part = chain.pop()) {
    if (prose.within(part) < DOMINANT * prose.within(best)) break;
    best = part;
  }
  return best;
}

/**
 * Least length of blocks that are kept only once, in UTF-16 units: captions and teasers occur
 * twice.
 */
const REPEATED_LENGTH = 60;

/** Returns blocks without those that say again, word by word, what one before them says. */
export function withoutCopies(blocks: readonly Block[], text: string): Block[] {
  const seen = new Set<string>();
  return blocks.filter((block) => {
    const { start, end } = block;
    if (end - start < REPEATED_LENGTH || preformattedOf(block) !== undefined) return true;
    const line = text.slice(start, end);
    const isNew = !seen.has(line);
    seen.add(line);
    return isNew;
  });
}
