/** Any run of white space; a no-break space is one too. */
const WHITE_SPACE = /\s+/g;
/** White space other than single spaces, which most text nodes lack. */
const UNFOLDED = /[^\S ]| {2}/;

const SPACE = 0x20;

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
    const folded = UNFOLDED.test(node) ? node.replace(WHITE_SPACE, " ") : node;
    const from = folded.charCodeAt(0) === SPACE ? 1 : 0;
    if (from === 1) this.addSpace();
    if (folded.length === from) return -1;
    const isSpaced = folded.charCodeAt(folded.length - 1) === SPACE;
    const to = isSpaced ? folded.length - 1 : folded.length;
    const core = to - from === folded.length ? folded : folded.slice(from, to);
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
    return this.#parts.join("");
  }

  #push(part: string): void {
    this.#parts.push(part);
    this.length += part.length;
  }
}
