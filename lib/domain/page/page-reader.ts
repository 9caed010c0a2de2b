import { decodeHTML } from "entities/decode";
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import type { ClassList } from "./class-names.ts";
import { isForeign, OpenElements } from "./open-elements.ts";
import { PageContent, type Scope } from "./page-content.ts";
import type { Truncation } from "./page-view.ts";
import { TagAttributes } from "./tag-attributes.ts";
import {
  BREAKOUT,
  foreignKind,
  HEAD,
  NO_FRAMESET,
  RAW,
  type Space,
  type TagKind,
  tagKind,
  tagKindAt,
  VOID,
} from "./tag-kinds.ts";

/** Distance between two looks at the clock, in UTF-16 units: under 2 ms of work. */
const CHECK_EVERY = 65_536;

const HTML = tagKind("html");
const BODY = tagKind("body");
const BR = tagKind("br");

/** Start tags that have no effect outside a table. */
const ONLY_IN_TABLES: ReadonlySet<string> = new Set(
  "caption col colgroup tbody td tfoot th thead tr".split(" "),
);

/** Elements of a `select`; all others are ignored there. */
const CHOICES: ReadonlySet<string> = new Set(["hr", "optgroup", "option", "script", "template"]);

/** Start tags that end a `select`. */
const AFTER_CHOICES: ReadonlySet<string> = new Set(["input", "keygen", "textarea"]);

/** Start tags that a `frameset` ignores, and that would change how its frames are read. */
const NOT_IN_FRAMESETS: ReadonlySet<string> = new Set(["math", "select", "svg", "template"]);

/** The content found by one pass over a page, and the limit that ended it early. */
interface ReadPage {
  readonly content: PageContent;
  readonly limit: Truncation | undefined;
}

/**
 * Reads a page in one pass.
 *
 * htmlparser2's tokenizer finds tags and text. Its parser is not used, since its stack takes
 * quadratic time in the depth of nesting and it copies every attribute.
 */
export function readPage(html: string, overTime: () => boolean): ReadPage {
  const reader = new PageReader(html, overTime);
  reader.read();
  return reader.finish();
}

class PageReader implements TokenizerCallbacks {
  readonly #html: string;
  readonly #overTime: () => boolean;
  readonly #attributes: TagAttributes;
  readonly #content: PageContent;
  readonly #elements: OpenElements<Scope>;
  #tokenizer: Tokenizer | undefined;
  /** Position in the page where the tokenizer began. */
  #offset = 0;
  /** Position where the next tokenizer begins, -1 if this one reads on. */
  #next = -1;
  /** End of the `noframes` that is read, -1 outside. */
  #noframesEnd = -1;
  /** Start of the script that is read, -1 outside. */
  #scriptStart = -1;
  readonly #comments: ForwardSearch;
  #kind: TagKind = HTML;
  #textStart = -1;
  #textEnd = -1;
  #nextCheck = CHECK_EVERY;
  #inBody = false;
  /** True as long as a `frameset` takes the place of the body ("frameset-ok flag"). */
  #framesetOk = true;
  /** Number of open `frameset` elements. */
  #framesets = 0;
  #limit: Truncation | undefined;

  constructor(html: string, overTime: () => boolean) {
    this.#html = html;
    this.#overTime = overTime;
    this.#attributes = new TagAttributes(html);
    this.#comments = new ForwardSearch(html, "<!--");
    this.#content = new PageContent(HTML);
    this.#elements = new OpenElements(this.#content.root, ({ kind, scope }) =>
      this.#content.close(kind, scope),
    );
  }

  /**
   * Reads the page, with one tokenizer as a rule. Another one begins where this one took as text
   * what is none, or the other way round: it knows tags but not the elements they are in.
   */
  read(): void {
    // Only in drawings and formulas is this more than a comment; {@link oncomment} sees to that.
    const html = this.#html.replaceAll("<![CDATA[", "<![cdata[");
    for (let at = 0; at < html.length && this.#limit === undefined; ) {
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

  finish(): ReadPage {
    this.#flushText();
    this.#elements.close();
    this.#content.finish();
    const depth = this.#elements.overflowed ? "depth" : undefined;
    return { content: this.#content, limit: this.#limit ?? this.#content.limit ?? depth };
  }

  ontext(start: number, end: number): void {
    this.#addText(start + this.#offset, end + this.#offset);
  }

  onopentagname(start: number, end: number): void {
    this.#flushText();
    this.#check(start + this.#offset);
    this.#kind = tagKindAt(this.#html, start + this.#offset, end + this.#offset);
    this.#attributes.clear();
  }

  onattribname(start: number, end: number): void {
    this.#attributes.addName(start + this.#offset, end + this.#offset);
  }

  onattribdata(start: number, end: number): void {
    this.#attributes.addValue(start + this.#offset, end + this.#offset);
  }

  onopentagend(end: number): void {
    this.#open(this.#kind, false, end + this.#offset + 1);
  }

  onselfclosingtag(end: number): void {
    this.#open(this.#kind, true, end + this.#offset + 1);
  }

  onclosetag(start: number, end: number): void {
    const from = start + this.#offset;
    this.#flushText();
    this.#check(from);
    if (this.#scriptStart >= 0) {
      const scriptEnd = this.#scriptEnd(from - "</".length);
      this.#scriptStart = -1;
      if (scriptEnd > from) return this.#readFrom(scriptEnd);
    }
    this.#end(tagKindAt(this.#html, from, end + this.#offset));
  }

  isInForeignContext(): boolean {
    return isForeign(this.#elements.reading);
  }

  oncomment(start: number): void {
    const from = start + this.#offset;
    if (!isForeign(this.#elements.reading) || !this.#html.startsWith("[CDATA[", from)) return;
    const close = this.#html.indexOf("]]>", from);
    const end = close < 0 ? this.#html.length : close;
    this.#addText(from + "[CDATA[".length, end);
    this.#readFrom(Math.min(end + "]]>".length, this.#html.length));
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
    this.#next = position;
    this.#tokenizer?.pause();
  }

  #addText(start: number, end: number): void {
    if (this.#textStart >= 0 && start === this.#textEnd) {
      this.#textEnd = end;
      return;
    }
    this.#flushText();
    this.#textStart = start;
    this.#textEnd = end;
  }

  #check(at: number): void {
    if (this.#content.limit === "paths") this.#stop("paths");
    if (at < this.#nextCheck) return;
    this.#nextCheck = at + CHECK_EVERY;
    if (this.#overTime()) this.#stop("seconds");
  }

  #stop(limit: Truncation): void {
    this.#limit ??= limit;
    this.#tokenizer?.pause();
  }

  #flushText(): void {
    if (this.#textStart < 0) return;
    const start = this.#textStart;
    this.#textStart = -1;
    if (!this.#inBody && isBlank(this.#html, start, this.#textEnd)) return;
    const top = this.#elements.top;
    if (this.#framesetOk) this.#framesetOk = this.#isUnseen(start, top?.kind);
    if (top?.kind.name === "title" && top.kind.space === "html" && !top.scope.inert) {
      this.#content.head.addTitle(this.#decode(start, this.#textEnd));
      return;
    }
    const scope = top?.scope ?? this.#content.outside;
    if (!scope.shown && (scope.inert || scope.link === undefined)) return;
    if (this.#inFrameset) return;
    this.#ensureBody();
    const element = this.#elements.top;
    if (element === undefined) return;
    this.#content.addText(this.#decode(start, this.#textEnd), element.path, element.scope);
  }

  /** Whether a text leaves the page without a body. */
  #isUnseen(start: number, kind: TagKind | undefined): boolean {
    const isRaw = kind !== undefined && (kind.flags & RAW) !== 0;
    return (
      isRaw ||
      this.#noframesEnd >= 0 ||
      this.#inFrameset ||
      isBlank(this.#html, start, this.#textEnd)
    );
  }

  #decode(start: number, end: number): string {
    const raw = this.#html.slice(start, end);
    return raw.includes("&") ? decodeHTML(raw) : raw;
  }

  /** Handles a start tag that ends before `end`. */
  #open(kind: TagKind, selfClosing: boolean, end: number): void {
    const space = this.#foreignSpace(kind);
    if (space !== undefined) return this.#openForeign(kind, space, selfClosing);
    if (isForeign(this.#elements.reading) && kind.name !== "svg") this.#elements.endForeign();
    if (this.#isIgnored(kind)) {
      // Links of choices are links of later standards.
      if (kind.name === "a") this.#openVoid(kind);
      if ((kind.flags & RAW) !== 0) this.#readFrom(end);
      return;
    }
    this.#openHtml(kind, selfClosing, end);
  }

  #openHtml(kind: TagKind, selfClosing: boolean, end: number): void {
    if (kind === HTML) return this.#openRoot();
    if (kind.name === "body") return this.#openBody(kind);
    if (kind.name === "frameset") return this.#openFrameset(kind);
    const isOutside = this.#elements.top?.scope.inert !== true;
    if ((kind.flags & HEAD) === 0 && isOutside) this.#ensureBody();
    else this.#ensureRoot();
    if ((kind.flags & NO_FRAMESET) !== 0 && this.#noframesEnd < 0) this.#framesetOk = false;
    if ((kind.flags & VOID) !== 0) return this.#openVoid(kind);
    if (kind.name === "svg" || kind.name === "math")
      return this.#openForeign(kind, kind.name, selfClosing);
    this.#push(kind);
    if (kind.name === "script") this.#scriptStart = end;
    if (kind.name === "noframes" && isOutside) this.#openNoframes(end);
  }

  /** Handles a start tag of a drawing or formula. */
  #openForeign(kind: TagKind, space: Exclude<Space, "html">, selfClosing: boolean): void {
    const foreign = foreignKind(kind, space);
    const encoding = kind.name === "annotation-xml" ? this.#attributes.get("encoding") : undefined;
    this.#push(
      foreign,
      space === "math" && encoding !== undefined && HTML_ANNOTATION.test(encoding),
    );
    if (selfClosing) this.#elements.end(kind.name);
  }

  /** Returns the namespace of a start tag among foreign elements, `undefined` if it is HTML. */
  #foreignSpace({ name, flags }: TagKind): Exclude<Space, "html"> | undefined {
    const { reading, top } = this.#elements;
    if (!isForeign(reading)) {
      const isInMathText = top?.kind.space === "math" && top.kind.name !== "annotation-xml";
      return isInMathText && MATH_IMAGES.has(name) ? "math" : undefined;
    }
    if ((flags & BREAKOUT) !== 0) return undefined;
    if (name === "font" && FONT.some((attribute) => this.#attributes.has(attribute)))
      return undefined;
    if (name === "svg" && top?.kind.name === "annotation-xml") return undefined;
    return reading;
  }

  /** Whether a start tag has no effect at its place; a `select` may end for it. */
  #isIgnored({ name, flags }: TagKind): boolean {
    if (this.#inFrameset) return (flags & RAW) !== 0 || NOT_IN_FRAMESETS.has(name);
    if (this.#noframesEnd >= 0 && name === "noframes") return true;
    const isTablePart = ONLY_IN_TABLES.has(name);
    if (this.#elements.reading === "select") {
      if (CHOICES.has(name)) return false;
      if (name === "select") this.#elements.end(name);
      const isEnd =
        AFTER_CHOICES.has(name) || ((isTablePart || name === "table") && this.#elements.inTable);
      if (!isEnd) return true;
      this.#elements.end("select");
      return false;
    }
    const isInert = this.#elements.top?.scope.inert === true;
    if (name === "head")
      return (
        this.#inBody ||
        isInert ||
        (this.#elements.top !== undefined && this.#elements.top.kind !== HTML)
      );
    return isTablePart && !isInert && !this.#elements.inTable;
  }

  get #inFrameset(): boolean {
    return this.#framesets > 0 && this.#noframesEnd < 0;
  }

  #end(kind: TagKind): void {
    const { name, flags } = kind;
    if (name === "body" || name === "html") return;
    const { reading } = this.#elements;
    if (reading === "select" && !this.#endsChoices(name)) return;
    if (isForeign(reading) && (name === "br" || name === "p")) this.#elements.endForeign();
    if (name === "br") return this.#openVoid(BR);
    if (name === "frameset" && this.#inFrameset) this.#framesets--;
    if ((flags & VOID) === 0 || isForeign(reading)) this.#elements.end(name);
  }

  /** Whether an end tag counts inside `select`; one of a table around it ends it first. */
  #endsChoices(name: string): boolean {
    if (name === "select" || name === "noframes" || CHOICES.has(name)) return true;
    if (name !== "table" && !ONLY_IN_TABLES.has(name)) return false;
    if (!this.#elements.inTable || !this.#elements.has(name)) return false;
    this.#elements.end("select");
    return true;
  }

  #push(kind: TagKind, hasHtml = false): void {
    this.#elements.prepare(kind);
    const scope = this.#elements.top?.scope ?? this.#content.outside;
    const classes = this.#classes();
    const path = this.#elements.pathOf(kind.name).withClasses(classes);
    const inside = this.#content.open(kind, this.#attributes, classes, path, scope);
    this.#elements.push(kind, path, inside, hasHtml);
  }

  /**
   * Reads the content of `noframes`, which browsers without frames show. To others it is one text.
   * On many old sites this is the only content with links.
   */
  #openNoframes(start: number): void {
    const close = /<\/noframes[\s/>]/gi;
    close.lastIndex = start;
    this.#noframesEnd = close.exec(this.#html)?.index ?? this.#html.length;
    this.#readFrom(start);
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

  #openVoid(kind: TagKind): void {
    this.#elements.prepare(kind);
    const scope = this.#elements.top?.scope ?? this.#content.outside;
    const isImage = kind.name === "img";
    const classes = this.#classes();
    const path = isImage
      ? this.#elements.top?.path
      : this.#elements.pathOf(kind.name).withClasses(classes);
    if (path !== undefined) this.#content.open(kind, this.#attributes, classes, path, scope);
  }

  #classes(): ClassList {
    return this.#content.classes.read(this.#attributes.get("class"));
  }

  #openRoot(): void {
    if (this.#elements.top === undefined) this.#push(HTML);
    else this.#content.head.readHtml(this.#attributes);
  }

  #ensureRoot(): void {
    if (this.#elements.top !== undefined) return;
    this.#elements.push(HTML, this.#elements.pathOf(HTML.name), this.#content.outside);
  }

  #ensureBody(): void {
    if (this.#inBody) return;
    this.#leaveHead();
    const scope = this.#elements.top?.scope ?? this.#content.outside;
    this.#elements.push(BODY, this.#elements.pathOf(BODY.name), scope);
  }

  #openBody(kind: TagKind): void {
    if (this.#elements.top?.scope.inert === true) return;
    this.#framesetOk = false;
    if (this.#inBody) return;
    this.#leaveHead();
    this.#push(kind);
  }

  /** Opens the element that takes the place of a body without content, or one inside it. */
  #openFrameset(kind: TagKind): void {
    if (this.#noframesEnd >= 0) return;
    if (this.#framesets === 0) {
      const isInHead = !this.#inBody && this.#elements.top?.scope.inert === true;
      if (isInHead || !this.#framesetOk) return;
      this.#leaveHead();
    }
    this.#framesets++;
    this.#push(kind);
  }

  #leaveHead(): void {
    this.#ensureRoot();
    this.#elements.endWhile(({ name }) => name !== HTML.name);
    this.#inBody = true;
  }
}

/** Elements that are of MathML even among HTML in a formula. */
const MATH_IMAGES: ReadonlySet<string> = new Set(["malignmark", "mglyph"]);

/** The attributes that make a `font` end open drawings and formulas. */
const FONT = ["color", "face", "size"] as const;

/** Encodings of an `annotation-xml` that holds HTML. */
const HTML_ANNOTATION = /^(?:text\/html|application\/xhtml\+xml)$/i;

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

/** Returns true if there is only ASCII white space from `start` to before `end`. */
function isBlank(html: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const code = html.charCodeAt(index);
    if (code !== 0x20 && (code < 0x09 || code > 0x0d)) return false;
  }
  return true;
}
