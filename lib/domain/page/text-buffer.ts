/** The text of a page as it is gathered, and the spans of it that are emphasised. */
import { decodeHTML } from "entities/decode";
import { detach } from "../text/safe-text.ts";
import type { Block } from "./container-hints.ts";

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const AMPERSAND = 0x26;
const NO_BREAK_SPACE = 0xa0;
const SOFT_HYPHEN = 0xad;

/** Returns whether a unit is white space, as `\s` has it; a no-break space is, too. */
function isSpace(code: number): boolean {
  if (code <= SPACE) return code === SPACE || (code >= TAB && code <= CARRIAGE_RETURN);
  if (code < NO_BREAK_SPACE) return false;
  return code === NO_BREAK_SPACE || (code >= 0x1680 && isRareSpace(code));
}

function isRareSpace(code: number): boolean {
  if (code < 0x2000) return code === 0x1680;
  if (code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f) return true;
  return code === 0x205f || code === 0x3000 || code === 0xfeff;
}

/** Units that the memory of texts has at first, and most that it keeps for the next page. */
const FIRST_UNITS = 65_536;
const MOST_UNITS = 1_048_576;

/** Memory of a text that was finished: pages follow each other. */
let free: Uint16Array | undefined;
let bytes = Buffer.alloc(FIRST_UNITS);

/** In place of a position: nothing was added, as there may be a reference. */
const HAS_REFERENCE = -2;

/**
 * Displayed text as it grows: white space folded, no soft hyphens, blocks separated by line feeds. It is gathered as
 * numbers, so that a text of many pieces takes no more memory than its letters.
 */
export class TextBuffer {
  /** Length so far, in UTF-16 units: the position of the next text, apart from a space. */
  length = 0;
  #units: Uint16Array;
  /** What comes before the next text: 0 for nothing. */
  #separator = 0;
  /** Bits that some unit has. */
  #bits = 0;
  #text: string | undefined;

  constructor() {
    this.#units = free ?? new Uint16Array(FIRST_UNITS);
    free = undefined;
  }

  /**
   * Adds a text node, which is `html` from `from` to before `to` and may be blank; returns the
   * position of its first letter, -1 if it has none.
   */
  add(html: string, from: number, to: number): number {
    const start = this.#addPart(html, from, to, true);
    if (start !== HAS_REFERENCE) return start;
    const node = decodeHTML(html.slice(from, to));
    return this.#addPart(node, 0, node.length, false);
  }

  /** Adds what is no reference; returns {@link HAS_REFERENCE}, and adds nothing, where there may be one. */
  #addPart(html: string, from: number, to: number, mayHaveReferences: boolean): number {
    const units = this.#room(to - from + 1);
    let { length } = this;
    let separator = this.#separator;
    let bits = 0;
    let start = -1;
    let isSpaced = false;
    for (let at = from; at < to; at++) {
      const code = html.charCodeAt(at);
      if (isSpace(code)) {
        isSpaced = true;
        continue;
      }
      if (code === AMPERSAND && mayHaveReferences) return HAS_REFERENCE;
      if (code === SOFT_HYPHEN) continue;
      if (start < 0) {
        if (isSpaced && separator === 0) separator = SPACE;
        if (separator !== 0 && length > 0) units[length++] = separator;
        start = length;
      } else if (isSpaced) units[length++] = SPACE;
      isSpaced = false;
      units[length++] = code;
      bits |= code;
    }
    if (start < 0) {
      if (isSpaced) this.addSpace();
      return -1;
    }
    this.length = length;
    this.#separator = isSpaced ? SPACE : 0;
    this.#bits |= bits;
    return start;
  }

  /** Adds a piece of a line as it is written, which is not blank; returns its position. */
  addVerbatim(piece: string): number {
    const units = this.#room(piece.length + 1);
    if (this.#separator !== 0 && this.length > 0) units[this.length++] = this.#separator;
    this.#separator = 0;
    const start = this.length;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      units[this.length++] = code;
      this.#bits |= code;
    }
    return start;
  }

  addSpace(): void {
    if (this.#separator === 0) this.#separator = SPACE;
  }

  /** Ends a block: the next text begins a line. */
  endBlock(): void {
    this.#separator = LINE_FEED;
  }

  /** Ends the text, and gives its memory to that of the next page. */
  finish(): void {
    if (this.#text !== undefined) return;
    const units = this.#units;
    const { length } = this;
    const isWide = this.#bits > 0xff;
    const size = isWide ? 2 * length : length;
    if (bytes.length < size) bytes = Buffer.alloc(size);
    if (isWide) {
      for (let at = 0; at < length; at++) {
        const code = units[at] ?? 0;
        bytes[2 * at] = code & 0xff;
        bytes[2 * at + 1] = code >> 8;
      }
    } else for (let at = 0; at < length; at++) bytes[at] = units[at] ?? 0;
    this.#text = bytes.toString(isWide ? "utf16le" : "latin1", 0, size);
    if (bytes.length > MOST_UNITS) bytes = Buffer.alloc(FIRST_UNITS);
    if (units.length <= MOST_UNITS) free = units;
    this.#units = NO_UNITS;
  }

  /** Returns the text, in memory of its own; nothing can be added to it any more. */
  toString(): string {
    this.finish();
    return this.#text ?? "";
  }

  /** Returns the units, with room for so many more. */
  #room(more: number): Uint16Array {
    const needed = this.length + more;
    if (needed > this.#units.length) {
      const grown = new Uint16Array(Math.max(needed, 2 * this.#units.length));
      grown.set(this.#units);
      this.#units = grown;
    }
    return this.#units;
  }
}

const NO_UNITS = new Uint16Array(0);

/** Returns the text of a node, with its references decoded. */
export function decodedText(html: string, from: number, to: number): string {
  const raw = html.slice(from, to);
  return raw.includes("&") ? decodeHTML(raw) : raw;
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
