/** Any run of white space; a no-break space is one too. */
const WHITE_SPACE = /\s+/g;
/** White space other than single spaces: most text nodes have none. */
const UNFOLDED = /[^\S ]| {2}/;

const SPACE = 0x20;

/** Displayed text as it grows: white space folded, blocks parted by line feeds. */
export class TextBuffer {
  readonly #parts: string[] = [];
  /** Length so far, in UTF-16 units: the place of what comes next, but for a space. */
  length = 0;
  #separator = "";

  /** Adds a text node, which may be blank; returns where its first letter stands, -1 if it has none. */
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

  /** What comes next begins a line. */
  endBlock(): void {
    this.#separator = "\n";
  }

  /** The text, in memory of its own. */
  toString(): string {
    return this.#parts.join("");
  }

  #push(part: string): void {
    this.#parts.push(part);
    this.length += part.length;
  }
}
