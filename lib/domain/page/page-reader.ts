import { decodeHTML } from "entities/decode";
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import type { ClassList } from "./class-names.ts";
import { PageContent, type Scope } from "./page-content.ts";
import type { Truncation } from "./page-view.ts";
import type { PathNode } from "./path-node.ts";
import { TagAttributes } from "./tag-attributes.ts";
import { BLOCK, HEAD, INLINE, SCOPE, type TagKind, tagKind, tagKindAt, VOID } from "./tag-kinds.ts";

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

/**
 * Deepest nesting kept; deeper elements become siblings of the last one, as in browsers (which stop
 * at 512). The limit bounds every search in the stack; hand-written pages stay under 60.
 */
const MAX_DEPTH = 256;

/** An element that has not ended yet. */
interface OpenElement<Scope> {
  readonly kind: TagKind;
  readonly path: PathNode;
  /** The reader's data about the inside of this element. */
  readonly scope: Scope;
}

/** The open elements from the root to the current position in the page. */
class OpenElements<Scope> {
  readonly #stack: OpenElement<Scope>[] = [];
  /**
   * Flags of the stack's kinds, in a separate array: hostile pages cause a hundred million searches
   * of them.
   */
  readonly #flags = new Int32Array(MAX_DEPTH);
  readonly #root: PathNode;
  readonly #onClose: (element: OpenElement<Scope>) => void;
  /** True once an element was deeper than {@link MAX_DEPTH}. */
  overflowed = false;

  constructor(root: PathNode, onClose: (element: OpenElement<Scope>) => void) {
    this.#root = root;
    this.#onClose = onClose;
  }

  get top(): OpenElement<Scope> | undefined {
    return this.#stack.at(-1);
  }

  /** Returns the path of a child `name` of the innermost element. */
  pathOf(name: string): PathNode {
    return (this.#stack.at(-1)?.path ?? this.#root).child(name);
  }

  /**
   * Ends the elements that a start tag ends, and makes room for its element: call before
   * {@link pathOf} and {@link push}.
   */
  prepare(kind: TagKind): void {
    if (kind.ends !== 0) this.#endImplied(kind.ends, kind.barriers);
    if (this.#stack.length >= MAX_DEPTH) {
      this.overflowed = true;
      this.#popTo(MAX_DEPTH - 1);
    }
  }

  push(element: OpenElement<Scope>): void {
    this.#flags[this.#stack.length] = element.kind.flags;
    this.#stack.push(element);
  }

  /**
   * Handles an end tag: ends the nearest such element and those in it, unless a table cell or the
   * like is between.
   */
  end(name: string): void {
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const kind = this.#stack[index]?.kind;
      if (kind?.name === name) return this.#popTo(index);
      if (kind !== undefined && (kind.flags & SCOPE) !== 0 && !reachesOut(name, kind.name)) return;
    }
  }

  /** Ends the innermost elements as long as `matches` is true for them. */
  endWhile(matches: (kind: TagKind) => boolean): void {
    let size = this.#stack.length;
    for (let top = this.#stack[size - 1]; top !== undefined && matches(top.kind); ) {
      size--;
      top = this.#stack[size - 1];
    }
    this.#popTo(size);
  }

  /** Ends all open elements. */
  close(): void {
    this.#popTo(0);
  }

  #endImplied(ends: number, barriers: number): void {
    let found = this.#stack.length;
    for (let index = found - 1; index >= 0; index--) {
      const flags = this.#flags[index] ?? 0;
      if ((flags & ends) !== 0) found = index;
      else if (barriers === 0 ? (flags & INLINE) === 0 : (flags & barriers) !== 0) break;
    }
    this.#popTo(found);
  }

  #popTo(size: number): void {
    while (this.#stack.length > size) {
      const element = this.#stack.pop();
      if (element !== undefined) this.#onClose(element);
    }
  }
}

const TABLE_PARTS = new Set(["table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption"]);

/** Returns whether the end tag `name` may end an element outside the open `scope`. */
function reachesOut(name: string, scope: string): boolean {
  return TABLE_PARTS.has(name) && scope !== "table" && TABLE_PARTS.has(scope);
}
