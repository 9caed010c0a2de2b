import { detach } from "../text/detach.ts";
import type { Block } from "./block.ts";

/**
 * Longest text that is emphasis, in UTF-16 units: some thirty words, a long sentence. Longer
 * emphasis singles out nothing: bold paragraphs, a `<b>` that is never closed.
 */
const MAX_EMPHASIS = 200;

/**
 * Most emphases read of a page: ten times the number in the main text of the largest real pages.
 */
const MAX_EMPHASES = 10_000;

/** A range of the page's text, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The ranges of emphasised text, one per outermost element, in document order. */
export class EmphasisSpans {
  readonly #spans: Span[] = [];
  #depth = 0;
  #start = -1;
  #end = -1;

  /** Records the start of an element that emphasises. */
  open(): void {
    this.#depth++;
  }

  /** Records displayed text, emphasised or not, from `start` to before `end`. */
  addText(start: number, end: number): void {
    if (this.#depth === 0) return;
    if (this.#start < 0) this.#start = start;
    this.#end = end;
  }

  /** Records the end of an element that emphasises. */
  close(): void {
    this.#depth--;
    if (this.#depth > 0 || this.#start < 0) return;
    const isShort = this.#end - this.#start <= MAX_EMPHASIS;
    if (isShort && this.#spans.length < MAX_EMPHASES) {
      this.#spans.push({ start: this.#start, end: this.#end });
    }
    this.#start = -1;
  }

  /**
   * Returns the emphasised parts of `blocks`, which are in document order in `text`. Emphasis over
   * several blocks is layout: the elements that emphasise may contain phrasing content only.
   */
  within(blocks: readonly Block[], text: string): string[] {
    const found: string[] = [];
    let at = 0;
    for (const { start, end } of this.#spans) {
      while ((blocks[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at++;
      const block = blocks[at];
      if (block === undefined) break;
      const words = text.slice(start, end);
      if (start >= block.start && !words.includes("\n")) found.push(detach(words));
    }
    return found;
  }
}
