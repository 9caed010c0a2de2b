import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** Receives the tags and texts of a page, as positions in it: from `start` to before `end`. */
export interface TokenHandler {
  onText(start: number, end: number): void;
  onOpenName(start: number, end: number): void;
  onAttributeName(start: number, end: number): void;
  onAttributeValue(start: number, end: number): void;
  onOpenEnd(selfClosing: boolean): void;
  onClose(start: number, end: number): void;
  /** Whether the place is in a drawing or formula, where no element holds raw text. */
  readonly isForeign: boolean;
}

/**
 * Finds the tags and texts of a page with htmlparser2's tokenizer. Its parser is not used, since its
 * stack takes quadratic time in the depth of nesting and it copies every attribute.
 *
 * The tokenizer knows tags but not the elements they are in. Where it takes as text what is none, or
 * the other way round, the handler says so, and another tokenizer begins there.
 */
export class HtmlTokens implements TokenizerCallbacks {
  readonly #html: string;
  readonly #handler: TokenHandler;
  readonly #comments: ForwardSearch;
  #tokenizer: Tokenizer | undefined;
  /** Position in the page where the tokenizer began. */
  #offset = 0;
  /** Position where the next tokenizer begins, -1 if this one reads on. */
  #next = -1;
  /** Position after the last start tag. */
  #tagEnd = 0;
  /** Start of the script that is read, -1 outside. */
  #scriptStart = -1;
  /** End of the `noframes` that is read, -1 outside. */
  #noframesEnd = -1;
  #isStopped = false;

  constructor(html: string, handler: TokenHandler) {
    this.#html = html;
    this.#handler = handler;
    this.#comments = new ForwardSearch(html, "<!--");
  }

  /** Reads the whole page. */
  read(): void {
    // In HTML this is a comment, in drawings and formulas a text: the tokenizer must see the first.
    const html = this.#html.replaceAll("<![CDATA[", "<![cdata[");
    for (let at = 0; at < html.length && !this.#isStopped; ) {
      const end = this.#noframesEnd < 0 ? html.length : this.#noframesEnd;
      this.#offset = at;
      this.#next = -1;
      this.#tokenizer = new Tokenizer({ decodeEntities: false }, this);
      this.#tokenizer.write(html.slice(at, end));
      this.#tokenizer.end();
      at = this.#next < 0 ? end : this.#next;
      if (at === this.#noframesEnd) this.#noframesEnd = -1;
    }
  }

  /** Ends the reading. */
  stop(): void {
    this.#isStopped = true;
    this.#tokenizer?.pause();
  }

  /** Reads tags after the current start tag, which was ignored. */
  readAsMarkup(): void {
    this.#readFrom(this.#tagEnd);
  }

  /** Reads a script after the current start tag. */
  enterScript(): void {
    this.#scriptStart = this.#tagEnd;
  }

  /**
   * Reads tags in the `noframes` of the current start tag, which browsers without frames show. To
   * others it is one text. On many old sites this is the only content with links.
   */
  enterNoframes(): void {
    const close = /<\/noframes[\s/>]/gi;
    close.lastIndex = this.#tagEnd;
    this.#noframesEnd = close.exec(this.#html)?.index ?? this.#html.length;
    this.#readFrom(this.#tagEnd);
  }

  get inNoframes(): boolean {
    return this.#noframesEnd >= 0;
  }

  ontext(start: number, end: number): void {
    this.#handler.onText(start + this.#offset, end + this.#offset);
  }

  onopentagname(start: number, end: number): void {
    this.#handler.onOpenName(start + this.#offset, end + this.#offset);
  }

  onattribname(start: number, end: number): void {
    this.#handler.onAttributeName(start + this.#offset, end + this.#offset);
  }

  onattribdata(start: number, end: number): void {
    this.#handler.onAttributeValue(start + this.#offset, end + this.#offset);
  }

  onopentagend(end: number): void {
    this.#tagEnd = end + this.#offset + 1;
    this.#handler.onOpenEnd(false);
  }

  onselfclosingtag(end: number): void {
    this.#tagEnd = end + this.#offset + 1;
    this.#handler.onOpenEnd(true);
  }

  onclosetag(start: number, end: number): void {
    const from = start + this.#offset;
    if (this.#scriptStart >= 0) {
      const scriptEnd = this.#scriptEnd(from - "</".length);
      this.#scriptStart = -1;
      if (scriptEnd > from) return this.#readFrom(scriptEnd);
    }
    this.#handler.onClose(from, end + this.#offset);
  }

  oncomment(start: number): void {
    const from = start + this.#offset;
    if (!this.#handler.isForeign || !this.#html.startsWith(CDATA, from)) return;
    const close = this.#html.indexOf("]]>", from);
    const end = close < 0 ? this.#html.length : close;
    this.#handler.onText(from + CDATA.length, end);
    this.#readFrom(Math.min(end + "]]>".length, this.#html.length));
  }

  isInForeignContext(): boolean {
    return this.#handler.isForeign;
  }

  onattribend(): void {}
  onattribentity(): void {}
  ontextentity(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  /** Goes on at `position` with a new tokenizer, which takes what follows for tags and text. */
  #readFrom(position: number): void {
    this.#next = this.#noframesEnd < 0 ? position : Math.min(position, this.#noframesEnd);
    this.#tokenizer?.pause();
  }

  /**
   * Returns the end of the current script, `naive` being the first end tag. Between `<!--` and `-->`
   * a script may hold scripts ("script data double escaped state").
   */
  #scriptEnd(naive: number): number {
    if (this.#comments.next(this.#scriptStart) > naive) return naive;
    const marks = /<!--|-->|<(\/?)script[\s/>]/gi;
    marks.lastIndex = this.#scriptStart;
    let depth = 0;
    for (let found = marks.exec(this.#html); found !== null; found = marks.exec(this.#html)) {
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
    return this.#html.length;
  }
}

const CDATA = "[CDATA[";

/** Finds a text in a longer one, from positions that only grow: linear in all. */
class ForwardSearch {
  readonly #text: string;
  readonly #wanted: string;
  #found = -1;

  constructor(text: string, wanted: string) {
    this.#text = text;
    this.#wanted = wanted;
  }

  /** Returns the first position at `from` or later, infinity if there is none. */
  next(from: number): number {
    if (this.#found < from) {
      const found = this.#text.indexOf(this.#wanted, from);
      this.#found = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#found;
  }
}
