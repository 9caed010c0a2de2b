import { decodeHTML } from "entities/decode";
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import type { ClassList } from "./class-names.ts";
import { type OpenElement, OpenElements } from "./open-elements.ts";
import { PageContent, type Scope } from "./page-content.ts";
import type { Truncation } from "./page-view.ts";
import { TagAttributes } from "./tag-attributes.ts";
import { BLOCK, HEAD, type TagKind, tagKind, tagKindAt, VOID } from "./tag-kinds.ts";

/** Distance between two looks at the clock, in UTF-16 units: under 2 ms of work. */
const CHECK_EVERY = 65_536;

/**
 * The elements that browsers without frames show. The tokenizer would skip their content as one
 * text, as browsers with frames do. This reader shows no frames, and on many old sites this is the
 * only content with links.
 */
const NOFRAMES = /<(\/?)noframes\b/gi;

const HTML = tagKind("html");
const BODY = tagKind("body");
const BR = tagKind("br");
const FOREIGN: ReadonlySet<string> = new Set(["svg", "math"]);

/** The content found by one pass over a page, and the limit that ended it early. */
export interface ReadPage {
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
  const shown = html.replace(NOFRAMES, "<$1div");
  const reader = new PageReader(shown, overTime);
  const tokenizer = new Tokenizer({ decodeEntities: false }, reader);
  reader.onLimit = () => tokenizer.pause();
  tokenizer.write(shown);
  tokenizer.end();
  return reader.finish();
}

class PageReader implements TokenizerCallbacks {
  onLimit: () => void = () => undefined;
  readonly #html: string;
  readonly #overTime: () => boolean;
  readonly #attributes: TagAttributes;
  readonly #content: PageContent;
  readonly #elements: OpenElements<Scope>;
  #kind: TagKind = HTML;
  #textStart = -1;
  #textEnd = -1;
  #nextCheck = CHECK_EVERY;
  #inBody = false;
  /** Number of open `svg` and `math` elements. */
  #foreign = 0;
  #limit: Truncation | undefined;

  constructor(html: string, overTime: () => boolean) {
    this.#html = html;
    this.#overTime = overTime;
    this.#attributes = new TagAttributes(html);
    this.#content = new PageContent(HTML);
    this.#elements = new OpenElements(this.#content.root, (element) => this.#close(element));
  }

  finish(): ReadPage {
    this.#flushText();
    this.#elements.close();
    this.#content.finish();
    const depth = this.#elements.overflowed ? "depth" : undefined;
    return { content: this.#content, limit: this.#limit ?? this.#content.limit ?? depth };
  }

  ontext(start: number, end: number): void {
    if (this.#textStart >= 0 && start === this.#textEnd) {
      this.#textEnd = end;
      return;
    }
    this.#flushText();
    this.#textStart = start;
    this.#textEnd = end;
  }

  onopentagname(start: number, end: number): void {
    this.#flushText();
    this.#check(start);
    this.#kind = tagKindAt(this.#html, start, end);
    this.#attributes.clear();
  }

  onattribname(start: number, end: number): void {
    this.#attributes.addName(start, end);
  }

  onattribdata(start: number, end: number): void {
    this.#attributes.addValue(start, end);
  }

  onopentagend(): void {
    this.#open(this.#kind, false);
  }

  onselfclosingtag(): void {
    this.#open(this.#kind, this.#foreign > 0);
  }

  onclosetag(start: number, end: number): void {
    this.#flushText();
    this.#check(start);
    const { name, flags } = tagKindAt(this.#html, start, end);
    if (name === "body" || name === "html") return;
    if (name === "br") return this.#openVoid(BR);
    if ((flags & VOID) === 0) this.#elements.end(name);
  }

  isInForeignContext(): boolean {
    return this.#foreign > 0;
  }

  onattribend(): void {}
  onattribentity(): void {}
  ontextentity(): void {}
  oncdata(start: number, end: number): void {
    if (this.#foreign > 0) this.ontext(start, end);
  }
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #check(at: number): void {
    if (this.#content.limit === "paths") this.#stop("paths");
    if (at < this.#nextCheck) return;
    this.#nextCheck = at + CHECK_EVERY;
    if (this.#overTime()) this.#stop("seconds");
  }

  #stop(limit: Truncation): void {
    this.#limit ??= limit;
    this.onLimit();
  }

  #flushText(): void {
    if (this.#textStart < 0) return;
    const start = this.#textStart;
    this.#textStart = -1;
    if (!this.#inBody && isBlank(this.#html, start, this.#textEnd)) return;
    const top = this.#elements.top;
    if (top?.kind.name === "title" && this.#foreign === 0) {
      this.#content.head.addTitle(this.#decode(start, this.#textEnd));
      return;
    }
    const scope = top?.scope ?? this.#content.outside;
    if (!scope.shown && (scope.inert || scope.link === undefined)) return;
    this.#ensureBody();
    const element = this.#elements.top;
    if (element === undefined) return;
    this.#content.addText(this.#decode(start, this.#textEnd), element.path, element.scope);
  }

  #decode(start: number, end: number): string {
    const raw = this.#html.slice(start, end);
    return raw.includes("&") ? decodeHTML(raw) : raw;
  }

  #open(kind: TagKind, selfClosing: boolean): void {
    if (kind === HTML) return this.#openRoot();
    if (kind.name === "body" || kind.name === "frameset") {
      if (!this.#inBody) this.#openBody(kind);
      else if (kind.name === "frameset") this.#push(kind);
      return;
    }
    this.#leaveForeign(kind);
    if ((kind.flags & HEAD) === 0 && this.#foreign === 0) this.#ensureBody();
    else this.#ensureRoot();
    if ((kind.flags & VOID) !== 0) return this.#openVoid(kind);
    this.#push(kind);
    if (selfClosing) this.#elements.end(kind.name);
  }

  #push(kind: TagKind): void {
    this.#elements.prepare(kind);
    const scope = this.#elements.top?.scope ?? this.#content.outside;
    const classes = this.#classes();
    const path = this.#elements.pathOf(kind.name).withClasses(classes);
    const inside = this.#content.open(kind, this.#attributes, classes, path, scope);
    this.#elements.push({ kind, path, scope: inside });
    if (FOREIGN.has(kind.name)) this.#foreign++;
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

  /** Ends an unclosed drawing when HTML content begins inside it, as in browsers. */
  #leaveForeign(kind: TagKind): void {
    while (this.#foreign > 0 && (kind.flags & BLOCK) !== 0) {
      const before = this.#foreign;
      this.#elements.endWhile(({ name }) => !FOREIGN.has(name) && name !== "foreignobject");
      if (this.#elements.top?.kind.name === "foreignobject") return;
      this.#elements.endWhile(({ name }) => FOREIGN.has(name));
      if (this.#foreign === before) return;
    }
  }

  #openRoot(): void {
    if (this.#elements.top === undefined) this.#push(HTML);
    else this.#content.head.readHtml(this.#attributes);
  }

  #ensureRoot(): void {
    if (this.#elements.top !== undefined) return;
    const path = this.#elements.pathOf(HTML.name);
    this.#elements.push({ kind: HTML, path, scope: this.#content.outside });
  }

  #ensureBody(): void {
    if (this.#inBody) return;
    this.#leaveHead();
    const path = this.#elements.pathOf(BODY.name);
    const scope = this.#elements.top?.scope ?? this.#content.outside;
    this.#elements.push({ kind: BODY, path, scope });
  }

  #openBody(kind: TagKind): void {
    this.#leaveHead();
    this.#push(kind);
  }

  #leaveHead(): void {
    this.#ensureRoot();
    this.#elements.endWhile(({ name }) => name !== HTML.name);
    this.#inBody = true;
  }

  #close({ kind, scope }: OpenElement<Scope>): void {
    this.#content.close(kind, scope);
    if (FOREIGN.has(kind.name)) this.#foreign--;
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
