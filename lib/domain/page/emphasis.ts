import type { Block } from "./block.ts";
import { detach } from "./detach.ts";

/**
 * Longest text that is emphasis, in UTF-16 units: some thirty words, a long sentence. What singles
 * out more than that singles out nothing: bold paragraphs, a `<b>` that is never closed.
 */
const MAX_EMPHASIS = 200;

/** Most emphases read of a page, ten times those in the main text of the largest real pages. */
const MAX_EMPHASES = 10_000;

/** A place in the page's text, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The places of emphasised text, one an outermost element, in document order. */
export class EmphasisSpans {
  readonly #spans: Span[] = [];
  #depth = 0;
  #start = -1;
  #end = -1;

  /** An element that emphasises begins. */
  open(): void {
    this.#depth++;
  }

  /** Displayed text, emphasised or not, stands from `start` to before `end`. */
  addText(start: number, end: number): void {
    if (this.#depth === 0) return;
    if (this.#start < 0) this.#start = start;
    this.#end = end;
  }

  /** An element that emphasises ends. */
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
   * The emphasised parts of `blocks`, which stand in document order in `text`. What runs over several
   * blocks is layout: the elements that emphasise may hold nothing but phrases.
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
