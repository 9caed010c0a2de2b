import { detach } from "../text/detach.ts";

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
