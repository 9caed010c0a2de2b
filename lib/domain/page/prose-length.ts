/** How much prose the blocks of a page hold. */
import { indexAfter, indexFrom } from "../stats/sorted.ts";
import type { Block, Container } from "./container-hints.ts";
import { preformattedOf } from "./content-form.ts";

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
