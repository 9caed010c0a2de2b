/** How much prose the blocks of a page hold. */
import { BlockSums } from "./block-sums.ts";
import type { Block } from "./container-hints.ts";
import { preformattedOf } from "./content-form.ts";

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
  if (!blocks.some((block) => preformattedOf(block) !== undefined)) return lengths;
  const sums = new BlockSums(lengths);
  return lengths.map((length, at) => {
    const block = blocks[at];
    const around = block && preformattedOf(block);
    return around === undefined ? length : sums.within(around);
  });
}
