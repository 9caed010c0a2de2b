import { HtmlTokens, type TokenHandler } from "./html-tokens.ts";
import { isForeign, OpenElements } from "./open-elements.ts";
import { PageContent } from "./page-content.ts";
import type { Truncation } from "./page-view.ts";
import {
  ATTRIBUTE,
  BREAKOUT,
  CELL,
  foreignKind,
  HEAD,
  looseKind,
  NO_FRAMESET,
  RAW,
  ROW,
  SECTION,
  type Space,
  shadowRootKind,
  TagAttributes,
  type TagKind,
  tagKind,
  tagKindAt,
  UNSHOWN,
  VOID,
} from "./tag-kinds.ts";
import { decodedText } from "./text-buffer.ts";

/** Distance between two looks at the clock, in UTF-16 units: under 2 ms of work. */
const CHECK_EVERY = 65_536;

/** Values of a template that is a shadow root (HTML standard, "shadowrootmode"). */
const SHADOW = /^(?:open|closed)$/i;

const HTML = tagKind("html");
const BODY = tagKind("body");
const BR = tagKind("br");

/** Parts of a table, whose tags have no effect outside one. */
const ONLY_IN_TABLES: ReadonlySet<string> = new Set(
  "caption col colgroup tbody td tfoot th thead tr".split(" "),
);

/** Flags of those of them that hold something. */
const IN_TABLE = CELL | ROW | SECTION;

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
 * Reads a page in one pass, by the rules of the HTML standard for the tree that browsers build. XHTML
 * is read by the same rules, but a tag that closes itself ends its element, CDATA is text, and names
 * count without their prefix.
 */
export function readPage(html: string, overTime: () => boolean, isXml = false): ReadPage {
  const reader = new PageReader(html, overTime, isXml);
  reader.tokens.read();
  return reader.finish();
}

class PageReader implements TokenHandler {
  readonly tokens: HtmlTokens;
  readonly #html: string;
  readonly #overTime: () => boolean;
  readonly #isXml: boolean;
  readonly attributes: TagAttributes;
  readonly #content: PageContent;
  readonly #elements: OpenElements;
  #kind: TagKind = HTML;
  /** The name of the start tag as it is written, whose end tag ends a raw text. */
  #written = "";
  #textStart = -1;
  #textEnd = -1;
  #nextCheck = CHECK_EVERY;
  #inBody = false;
  /** True as long as a `frameset` takes the place of the body ("frameset-ok flag"). */
  #framesetOk = true;
  /** Number of open `frameset` elements. */
  #framesets = 0;
  /** Name of the raw text element whose tags are ignored, and whose text is left out. */
  #ignored: string | undefined;
  #limit: Truncation | undefined;

  constructor(html: string, overTime: () => boolean, isXml: boolean) {
    this.tokens = new HtmlTokens(html, this);
    this.#html = html;
    this.#overTime = overTime;
    this.#isXml = isXml;
    this.attributes = new TagAttributes(html);
    this.#content = new PageContent(HTML);
    this.#elements = new OpenElements(this.#content.root, this.#content);
  }

  finish(): ReadPage {
    this.#flushText();
    this.#elements.close();
    this.#content.finish();
    const depth = this.#elements.overflowed ? "depth" : undefined;
    return { content: this.#content, limit: this.#limit ?? this.#content.limit ?? depth };
  }

  onText(start: number, end: number): void {
    if (this.#textStart >= 0 && start === this.#textEnd) {
      this.#textEnd = end;
      return;
    }
    this.#flushText();
    this.#textStart = start;
    this.#textEnd = end;
  }

  onOpenName(start: number, end: number): void {
    this.#flushText();
    this.#check(start);
    this.#kind = this.#kindAt(start, end);
    this.#written = this.#isXml ? this.#html.slice(start, end).toLowerCase() : this.#kind.name;
    this.attributes.clear();
  }

  onOpenEnd(selfClosing: boolean): void {
    const isShadowRoot =
      this.#kind.name === "template" &&
      SHADOW.test(this.attributes.get(ATTRIBUTE.shadowrootmode) ?? "");
    this.#open(isShadowRoot ? shadowRootKind() : this.#kind, selfClosing);
  }

  onClose(start: number, end: number): void {
    this.#flushText();
    this.#check(start);
    this.#end(this.#kindAt(start, end));
  }

  get isForeign(): boolean {
    return this.#isXml || isForeign(this.#elements.reading);
  }

  #kindAt(start: number, end: number): TagKind {
    const prefix = this.#isXml ? this.#html.slice(start, end).lastIndexOf(":") + 1 : 0;
    return tagKindAt(this.#html, start + prefix, end);
  }

  #check(at: number): void {
    if (this.#content.limit === "paths") this.#stop("paths");
    if (at < this.#nextCheck) return;
    this.#nextCheck = at + CHECK_EVERY;
    if (this.#overTime()) this.#stop("seconds");
  }

  #stop(limit: Truncation): void {
    this.#limit ??= limit;
    this.tokens.stop();
  }

  #flushText(): void {
    if (this.#textStart < 0) return;
    const start = this.#textStart;
    this.#textStart = -1;
    const isEmpty = isBlank(this.#html, start, this.#textEnd);
    if (isEmpty && !this.#inBody) return;
    const elements = this.#elements;
    const { kind } = elements;
    const scope = elements.scope ?? this.#content.outside;
    if (this.#framesetOk) {
      // A text that nobody sees leaves the page without a body.
      const isRaw = kind !== undefined && (kind.flags & RAW) !== 0;
      this.#framesetOk = isEmpty || isRaw || this.tokens.inNoframes || this.#inFrameset;
    }
    if (kind !== undefined && kind.name === "title" && kind.space === "html" && !scope.inert) {
      this.#content.head.addTitle(decodedText(this.#html, start, this.#textEnd));
      return;
    }
    if (!scope.shown && (scope.inert || scope.link === undefined)) return;
    if (this.#ignored !== undefined && this.#inFrameset) return;
    this.#ensureBody();
    const { path, scope: inside } = elements;
    if (path === undefined || inside === undefined) return;
    if (!isEmpty || inside.preformatted)
      this.#content.addText(this.#html, start, this.#textEnd, path, inside);
    else if (inside.shown) this.#content.text.addSpace();
  }

  #open(kind: TagKind, selfClosing: boolean): void {
    const space = this.#foreignSpace(kind);
    if (space !== undefined) return this.#openForeign(kind, space, selfClosing);
    if (isForeign(this.#elements.reading) && kind.name !== "svg") this.#elements.endForeign();
    if (this.#isIgnored(kind)) {
      // Links of choices are links of later standards.
      if (kind.name === "a") this.#openVoid(kind);
      if ((kind.flags & RAW) !== 0 && (kind.flags & UNSHOWN) !== 0) this.#ignored = kind.name;
      return;
    }
    this.#openHtml(kind, selfClosing);
  }

  #openHtml(kind: TagKind, selfClosing: boolean): void {
    if (kind === HTML)
      return this.#elements.kind === undefined
        ? this.#push(HTML)
        : this.#content.head.readHtml(this.attributes);
    if (kind.name === "body") return this.#openBody(kind);
    if (kind.name === "frameset") return this.#openFrameset(kind);
    const isOutside = this.#elements.scope?.inert !== true;
    if ((kind.flags & HEAD) === 0 && isOutside) this.#ensureBody();
    else this.#ensureRoot();
    if ((kind.flags & NO_FRAMESET) !== 0 && !this.tokens.inNoframes) this.#framesetOk = false;
    if ((kind.flags & VOID) !== 0) return this.#openVoid(kind);
    if (isOutside && (kind.flags & IN_TABLE) !== 0 && !this.#elements.inTable) {
      return this.#push(looseKind(kind));
    }
    if (kind.name === "svg" || kind.name === "math")
      return this.#openForeign(kind, kind.name, selfClosing);
    this.#push(kind);
    if (selfClosing && this.#isXml) return this.#elements.end(kind.name);
    if (kind.name === "noscript") this.tokens.enterNoscript();
    if ((kind.flags & RAW) === 0) return;
    if (kind.name === "noframes" && isOutside) this.tokens.enterNoframes();
    else this.tokens.enterText(this.#written);
  }

  /** Handles a start tag of a drawing or formula. */
  #openForeign(kind: TagKind, space: Exclude<Space, "html">, selfClosing: boolean): void {
    const foreign = foreignKind(kind, space);
    const encoding =
      kind.name === "annotation-xml" ? this.attributes.get(ATTRIBUTE.encoding) : undefined;
    this.#push(
      foreign,
      space === "math" && encoding !== undefined && HTML_ANNOTATION.test(encoding),
    );
    if (selfClosing) this.#elements.end(kind.name);
  }

  /** Returns the namespace of a start tag among foreign elements, `undefined` if it is HTML. */
  #foreignSpace({ name, flags }: TagKind): Exclude<Space, "html"> | undefined {
    const { reading, kind: inside } = this.#elements;
    if (!isForeign(reading)) {
      const isInMathText = inside?.space === "math" && inside.name !== "annotation-xml";
      return isInMathText && MATH_IMAGES.has(name) ? "math" : undefined;
    }
    if ((flags & BREAKOUT) !== 0) return undefined;
    if (name === "font" && FONT.some((attribute) => this.attributes.has(attribute)))
      return undefined;
    if (name === "svg" && inside?.name === "annotation-xml") return undefined;
    return reading;
  }

  /** Whether a start tag has no effect at its place; a `select` may end for it. */
  #isIgnored({ name, flags }: TagKind): boolean {
    if (this.#inFrameset) return (flags & RAW) !== 0 || NOT_IN_FRAMESETS.has(name);
    if (this.tokens.inNoframes && name === "noframes") return true;
    if (this.#elements.reading === "select") {
      const isTablePart = ONLY_IN_TABLES.has(name);
      if (CHOICES.has(name)) return false;
      if (name === "select") this.#elements.end(name);
      const isEnd =
        AFTER_CHOICES.has(name) || ((isTablePart || name === "table") && this.#elements.inTable);
      if (!isEnd) return true;
      this.#elements.end("select");
      return false;
    }
    if (name !== "head") return false;
    const { kind, scope } = this.#elements;
    return this.#inBody || scope?.inert === true || (kind !== undefined && kind !== HTML);
  }

  get #inFrameset(): boolean {
    return this.#framesets > 0 && !this.tokens.inNoframes;
  }

  #end(kind: TagKind): void {
    const { name, flags } = kind;
    if (name === this.#ignored) this.#ignored = undefined;
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
    const scope = this.#elements.scope ?? this.#content.outside;
    const classes = this.#content.classes.read(this.attributes.get(ATTRIBUTE.class));
    // To a reader without frames, `noframes` is a block like others.
    const step = kind.name === "noframes" ? "div" : kind.name;
    const path = this.#elements.pathOf(step).withClasses(classes);
    const inside = this.#content.open(kind, this.attributes, classes, path, scope);
    this.#elements.push(kind, path, inside, hasHtml);
  }

  #openVoid(kind: TagKind): void {
    this.#elements.prepare(kind);
    const scope = this.#elements.scope ?? this.#content.outside;
    const isImage = kind.name === "img";
    const classes = this.#content.classes.read(this.attributes.get(ATTRIBUTE.class));
    const path = isImage
      ? this.#elements.path
      : this.#elements.pathOf(kind.name).withClasses(classes);
    if (path !== undefined) this.#content.open(kind, this.attributes, classes, path, scope);
  }

  #ensureRoot(): void {
    if (this.#elements.kind !== undefined) return;
    this.#elements.push(HTML, this.#elements.pathOf(HTML.name), this.#content.outside);
  }

  #ensureBody(): void {
    if (this.#inBody) return;
    this.#leaveHead();
    const scope = this.#elements.scope ?? this.#content.outside;
    this.#elements.push(BODY, this.#elements.pathOf(BODY.name), scope);
  }

  #openBody(kind: TagKind): void {
    if (this.#elements.scope?.inert === true) return;
    this.#framesetOk = false;
    if (this.#inBody) return;
    this.#leaveHead();
    this.#push(kind);
  }

  /** Opens the element that takes the place of a body without content, or one inside it. */
  #openFrameset(kind: TagKind): void {
    if (this.tokens.inNoframes) return;
    if (this.#framesets === 0) {
      const isInHead = !this.#inBody && this.#elements.scope?.inert === true;
      if (isInHead || !this.#framesetOk) return;
      this.#leaveHead();
    }
    this.#framesets++;
    this.#push(kind);
  }

  #leaveHead(): void {
    this.#ensureRoot();
    this.#elements.endInside(HTML.name);
    this.#inBody = true;
  }
}

/** Elements that are of MathML even among HTML in a formula. */
const MATH_IMAGES: ReadonlySet<string> = new Set(["malignmark", "mglyph"]);

/** The attributes that make a `font` end open drawings and formulas. */
const FONT = [ATTRIBUTE.color, ATTRIBUTE.face, ATTRIBUTE.size] as const;

/** Encodings of an `annotation-xml` that holds HTML. */
const HTML_ANNOTATION = /^(?:text\/html|application\/xhtml\+xml)$/i;

/** Returns true if there is only ASCII white space from `start` to before `end`. */
function isBlank(html: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const code = html.charCodeAt(index);
    if (code !== 0x20 && (code < 0x09 || code > 0x0d)) return false;
  }
  return true;
}
