/** The text of a page as it is gathered, and the spans of it that are emphasised. */
import { detach } from "../text/safe-text.ts";
import type { Block } from "./container-hints.ts";

/** Any run of white space; a no-break space is one too. */
const WHITE_SPACE = /\s+/g;
/** White space other than single spaces, which most text nodes lack. */
const UNFOLDED = /[^\S ]| {2}/;

const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const NO_BREAK_SPACE = 0xa0;

/** White space outside ASCII, as `\s` has it. */
const OTHER_SPACES: ReadonlySet<number> = new Set(
  Array.from(
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
    (space) => space.charCodeAt(0),
  ),
);

function isSpace(code: number): boolean {
  if (code < NO_BREAK_SPACE) return code === SPACE || (code >= TAB && code <= CARRIAGE_RETURN);
  return OTHER_SPACES.has(code);
}

/** Displayed text as it grows: white space folded, blocks separated by line feeds. */
export class TextBuffer {
  readonly #parts: string[] = [];
  /** Length so far, in UTF-16 units: the position of the next text, apart from a space. */
  length = 0;
  #separator = "";

  /**
   * Adds a text node, which may be blank; returns the position of its first letter, -1 if it has
   * none.
   */
  add(node: string): number {
    let from = 0;
    let to = node.length;
    while (from < to && isSpace(node.charCodeAt(from))) from++;
    while (to > from && isSpace(node.charCodeAt(to - 1))) to--;
    if (from > 0) this.addSpace();
    if (from === to) return -1;
    const isSpaced = to < node.length;
    const trimmed = to - from === node.length ? node : node.slice(from, to);
    const core = UNFOLDED.test(trimmed) ? trimmed.replace(WHITE_SPACE, " ") : trimmed;
    if (this.#separator !== "" && this.length > 0) this.#push(this.#separator);
    const start = this.length;
    this.#push(core);
    this.#separator = isSpaced ? " " : "";
    return start;
  }

  /** Adds a piece of a line as it is written, which is not blank; returns its position. */
  addVerbatim(piece: string): number {
    if (this.#separator !== "" && this.length > 0) this.#push(this.#separator);
    this.#separator = "";
    const start = this.length;
    this.#push(piece);
    return start;
  }

  addSpace(): void {
    if (this.#separator === "") this.#separator = " ";
  }

  /** Ends a block: the next text begins a line. */
  endBlock(): void {
    this.#separator = "\n";
  }

  /** Returns the text, in memory of its own. */
  toString(): string {
    // One part joined is the part itself, a slice of the page.
    return this.#parts.length === 1 ? detach(this.#parts.join("")) : this.#parts.join("");
  }

  #push(part: string): void {
    this.#parts.push(part);
    this.length += part.length;
  }
}

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
