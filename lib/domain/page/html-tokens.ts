/** Receives the tags and texts of a page, as positions in it: from `start` to before `end`. */
export interface TokenHandler {
  onText(start: number, end: number): void;
  onOpenName(start: number, end: number): void;
  /** Takes the attributes of the tag: each name, and then its value if it has one. */
  readonly attributes: {
    addName(start: number, end: number): void;
    addValue(start: number, end: number): void;
  };
  onOpenEnd(selfClosing: boolean): void;
  /** The end tag of an element; its attributes, which mean nothing, come before it. */
  onClose(start: number, end: number): void;
  /** Whether the place is in a drawing or formula, where `<![CDATA[` begins a text. */
  readonly isForeign: boolean;
}

const EXCLAMATION = 0x21;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const DASH = 0x2d;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;

/** Classes of the characters that end names and values; all others have none. */
const CLASSES = new Uint8Array(0x40);
for (const space of "\t\n\f\r ") CLASSES[space.charCodeAt(0)] = 1;
CLASSES[GREATER] = 2;
CLASSES[SLASH] = 4;
CLASSES[EQUALS] = 8;
const ENDS_WORD = 1;
const ENDS_VALUE = 1 | 2;
const ENDS_NAME = 1 | 2 | 4;
const ENDS_ATTRIBUTE_NAME = 1 | 2 | 4 | 8;

const CDATA = "[CDATA[";
const END_OF_CDATA = "]]>";

/**
 * Finds the tags and texts of a page in one pass, as the tokenizer of the HTML standard does.
 * Comments and declarations are skipped. There are no errors: what ends too early is dropped.
 *
 * Tags do not show which elements they are in, so the handler decides what is in an element: it
 * calls {@link enterText}, {@link enterNoframes} or {@link enterNoscript} at the end of a start tag, else tags follow.
 *
 * The time is linear in the page: each search that finds nothing ends the reading of its text.
 */
export class HtmlTokens {
  readonly #html: string;
  readonly #handler: TokenHandler;
  /** The page up to the end of the open `noframes` or `noscript`, or all of it. */
  #text: string;
  #inNoscript = false;
  #at = 0;
  /** Name of the element whose content is read as text, `""` outside. */
  #textOf = "";
  /** Whether tags are read in a `noframes`. */
  inNoframes = false;
  #isStopped = false;
  /** End of the last value without quotes in the current tag, or of its name. */
  #valueEnd = 0;

  constructor(html: string, handler: TokenHandler) {
    this.#html = html;
    this.#text = html;
    this.#handler = handler;
  }

  /** Reads the whole page. */
  read(): void {
    while (!this.#isStopped) {
      if (this.#at < this.#text.length) this.#readNext();
      else if (this.inNoframes || this.#inNoscript) this.#leavePart();
      else return;
    }
  }

  /** Ends the reading. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Reads what follows the current start tag as text, up to the end tag `name`, lower case. */
  enterText(name: string): void {
    this.#textOf = name;
  }

  /**
   * Reads tags in the `noframes` of the current start tag, which browsers without frames show. To
   * others it is one text. On many old sites this is the only content with links.
   */
  enterNoframes(): void {
    this.inNoframes = true;
    this.#text = this.#html.slice(0, endTagFrom(this.#html, "noframes", this.#at));
  }

  /**
   * Reads tags in the `noscript` of the current start tag. To browsers with scripts it is one text, so
   * writers do not see that an `iframe`, a `style` or a comment in it has no end.
   */
  enterNoscript(): void {
    if (this.inNoframes || this.#inNoscript) return;
    this.#inNoscript = true;
    this.#text = this.#html.slice(0, endTagFrom(this.#html, "noscript", this.#at));
  }

  #leavePart(): void {
    this.inNoframes = false;
    this.#inNoscript = false;
    this.#text = this.#html;
  }

  /** Reads a text and the tag after it. */
  #readNext(): void {
    const from = this.#at;
    const tag = this.#text.indexOf("<", from);
    const end = tag < 0 ? this.#text.length : tag;
    if (end > from) this.#handler.onText(from, end);
    this.#at = end;
    if (tag < 0) return;
    const code = this.#text.charCodeAt(tag + 1);
    if (isLetter(code)) return this.#readStartTag(tag + 1);
    if (code === EXCLAMATION) return this.#readDeclaration(tag + 2);
    if (code === QUESTION) return this.#skipTag(tag + 2);
    const isEnd = code === SLASH && tag + 2 < this.#text.length;
    if (isEnd && isLetter(this.#text.charCodeAt(tag + 2))) return this.#readEndTag(tag + 2);
    if (isEnd) return this.#skipTag(tag + 2);
    this.#handler.onText(tag, tag + 1);
    this.#at = tag + 1;
  }

  #readStartTag(start: number): void {
    const end = endFrom(this.#text, start, ENDS_NAME);
    if (end < this.#text.length) this.#handler.onOpenName(start, end);
    const close = this.#endOfTag(end);
    if (close < 0) return;
    // A slash at the end of a value without quotes belongs to the value.
    this.#handler.onOpenEnd(close > this.#valueEnd && this.#text.charCodeAt(close - 1) === SLASH);
    if (this.#textOf === "") return;
    this.#readContent();
    // A part ends what is open in it.
    if (this.#inNoscript && this.#at === this.#text.length) this.#handler.onClose(start, end);
  }

  #readEndTag(start: number): void {
    const end = endFrom(this.#text, start, ENDS_NAME);
    if (this.#endOfTag(end) >= 0) this.#handler.onClose(start, end);
  }

  /** Reads the attributes of a tag; returns the position of its greater-than sign, -1 without one. */
  #endOfTag(start: number): number {
    const text = this.#text;
    const { length } = text;
    this.#valueEnd = start;
    this.#at = length;
    let at = start;
    while (at < length && !this.#isStopped) {
      const code = text.charCodeAt(at);
      if (code === GREATER) {
        this.#at = at + 1;
        return at;
      }
      if (code === SLASH || isOf(code, ENDS_WORD)) at++;
      else at = this.#readAttribute(at);
    }
    return -1;
  }

  /** Reads an attribute and returns its end. */
  #readAttribute(start: number): number {
    const text = this.#text;
    // A name may begin with an equals sign.
    const nameEnd = endFrom(text, start + 1, ENDS_ATTRIBUTE_NAME);
    this.#handler.attributes.addName(start, nameEnd);
    const equals = afterSpace(text, nameEnd);
    if (text.charCodeAt(equals) !== EQUALS) return equals;
    const value = afterSpace(text, equals + 1);
    const code = text.charCodeAt(value);
    if (code === DOUBLE_QUOTE) return this.#readQuoted('"', value + 1);
    if (code === SINGLE_QUOTE) return this.#readQuoted("'", value + 1);
    const end = endFrom(text, value, ENDS_VALUE);
    this.#handler.attributes.addValue(value, end);
    this.#valueEnd = end;
    return end;
  }

  #readQuoted(quote: string, start: number): number {
    const end = this.#text.indexOf(quote, start);
    if (end < 0) return this.#text.length;
    this.#handler.attributes.addValue(start, end);
    return end + 1;
  }

  /** Reads what begins with `<!`, from the place after it. */
  #readDeclaration(start: number): void {
    const text = this.#text;
    if (text.startsWith("--", start)) {
      this.#at = endOfComment(text, start + 2);
    } else if (text.startsWith(CDATA, start) && this.#handler.isForeign) {
      const from = start + CDATA.length;
      const close = text.indexOf(END_OF_CDATA, from);
      const end = close < 0 ? text.length : close;
      if (end > from) this.#handler.onText(from, end);
      this.#at = close < 0 ? end : end + END_OF_CDATA.length;
    } else this.#skipTag(start);
  }

  /** Reads the text that an element consists of. */
  #readContent(): void {
    const name = this.#textOf;
    this.#textOf = "";
    const text = this.#text;
    const start = this.#at;
    let end = name === "plaintext" ? text.length : endTagFrom(text, name, start);
    if (name === "script" && text.slice(start, end).includes("<!--"))
      end = endOfScript(text, start);
    if (end > start) this.#handler.onText(start, end);
    this.#at = end;
  }

  /** Skips what browsers take for a comment: all up to a greater-than sign. */
  #skipTag(from: number): void {
    const found = this.#text.indexOf(">", from);
    this.#at = found < 0 ? this.#text.length : found + 1;
  }
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isOf(code: number, classes: number): boolean {
  return code <= GREATER && ((CLASSES[code] ?? 0) & classes) !== 0;
}

/** Returns the first position from `start` on with a character of the classes, or the end. */
function endFrom(text: string, start: number, classes: number): number {
  const { length } = text;
  let at = start;
  while (at < length) {
    if (isOf(text.charCodeAt(at), classes)) break;
    at++;
  }
  return at;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && isOf(text.charCodeAt(at), ENDS_WORD)) at++;
  return at;
}

/** Returns the end of the comment whose text begins at `start`. `<!-->` and `<!--->` are empty ones. */
function endOfComment(text: string, start: number): number {
  if (text.charCodeAt(start) === GREATER) return start + 1;
  if (text.startsWith("->", start)) return start + 2;
  for (let at = text.indexOf("--", start); at >= 0; at = text.indexOf("--", at)) {
    at += 2;
    while (text.charCodeAt(at) === DASH) at++;
    const last = text.charCodeAt(at) === EXCLAMATION ? at + 1 : at;
    if (text.charCodeAt(last) === GREATER) return last + 1;
  }
  return text.length;
}

/** Returns the position of the first end tag `name` from `start` on, or the end. */
function endTagFrom(text: string, name: string, start: number): number {
  for (let at = text.indexOf("</", start); at >= 0; at = text.indexOf("</", at + 2)) {
    const end = at + 2 + name.length;
    const isName = isOf(text.charCodeAt(end), ENDS_NAME);
    if (isName && text.slice(at + 2, end).toLowerCase() === name) return at;
  }
  return text.length;
}

/**
 * Returns the end of a script that begins at `start`. Between `<!--` and `-->` a script may hold
 * scripts ("script data double escaped state").
 */
function endOfScript(text: string, start: number): number {
  const marks = /<!--|-->|<(\/?)script[\t\n\f\r />]/gi;
  marks.lastIndex = start;
  let depth = 0;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [mark, slash] = found;
    if (mark === "-->") depth = 0;
    else if (mark === "<!--") {
      depth = Math.max(depth, 1);
      // `<!-->` is both.
      marks.lastIndex -= "--".length;
    } else if (slash === "/") {
      if (depth < 2) return found.index;
      depth = 1;
    } else if (depth === 1) depth = 2;
  }
  return text.length;
}
