import { detach } from "../text/detach.ts";
import type { Block } from "./block.ts";
import { type ClassList, ClassNames } from "./class-names.ts";
import { EmphasisSpans } from "./emphasis.ts";
import { type FoundLink, MAX_LINKS } from "./links.ts";
import { refreshTarget } from "./meta-refresh.ts";
import { PageContainer } from "./page-container.ts";
import { PageHead } from "./page-head.ts";
import type { Heading, Truncation } from "./page-view.ts";
import { PartStarts } from "./part-starts.ts";
import { PathNode } from "./path-node.ts";
import type { TagAttributes } from "./tag-attributes.ts";
import { BLOCK, EMPHASIS, INERT, type TagKind, UNSHOWN } from "./tag-kinds.ts";

/**
 * Most UTF-16 units in the XPaths of a page: links and distinct leaves. Large real pages stay under
 * a tenth. Without it, deep nesting under long names makes gigabytes of paths from megabytes of
 * page.
 */
const MAX_PATHS_LENGTH = 8_000_000;

/**
 * Most separate blocks, six times those of the largest real pages; the text after them is one more
 * block. This bounds the memory for a page of nothing but `<p>x`.
 */
const MAX_BLOCKS = 65_536;

/** Longest text kept of a link that is not displayed: alternative texts, closed menus. */
const MAX_ASIDE = 500;

/** Inline style that removes an element from the screen. */
const STYLED_AWAY = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** The properties that apply inside an open element. */
export interface Scope {
  readonly container: PageContainer;
  /** Is text here displayed? */
  readonly shown: boolean;
  /** True for content that is not part of the page: no text, no links. */
  readonly inert: boolean;
  /** The link that text here belongs to. */
  readonly link: OpenLink | undefined;
}

interface OpenLink {
  readonly found: FoundLink;
  /** False once another link has begun. */
  open: boolean;
  asideLength: number;
}

/** A heading's range in the text. */
export interface FoundHeading {
  readonly level: Heading["level"];
  start: number;
  end: number;
}

/** The content of a page, collected from its elements and texts in document order. */
export class PageContent {
  readonly head = new PageHead();
  readonly classes = new ClassNames();
  readonly ids = new Set<string>();
  readonly root = new PathNode();
  readonly text = new TextBuffer();
  readonly blocks: Block[] = [];
  readonly links: FoundLink[] = [];
  readonly headings: FoundHeading[] = [];
  /** Emphasis in the text outside headings. */
  readonly emphasis = new EmphasisSpans();
  readonly parts = new PartStarts();
  readonly outside: Scope;
  /** The first limit that the content reached. */
  limit: Truncation | undefined;
  #pathsLength = 0;
  #blockStart = -1;
  #blockLinkLength = 0;
  #blockContainer: PageContainer;
  #link: OpenLink | undefined;
  #heading: FoundHeading | undefined;
  #breaks = 0;

  constructor(page: TagKind) {
    this.#blockContainer = new PageContainer(page, undefined, "", 0);
    this.outside = {
      container: this.#blockContainer,
      shown: true,
      inert: false,
      link: undefined,
    };
  }

  /** Handles a start tag at `path`, inside `scope`; returns the scope inside its element. */
  open(
    kind: TagKind,
    attributes: TagAttributes,
    classes: ClassList,
    path: PathNode,
    scope: Scope,
  ): Scope {
    const id = attributes.get("id");
    if (id !== undefined && id !== "") this.ids.add(detach(id));
    if ((kind.flags & BLOCK) !== 0) this.#endBlock();
    if ((kind.flags & EMPHASIS) !== 0) this.emphasis.open();
    const shown = scope.shown && (kind.flags & UNSHOWN) === 0 && !isHidden(attributes);
    const inert = scope.inert || (kind.flags & INERT) !== 0;
    const isHtml = kind.space === "html";
    if (!inert && isHtml) this.#readSpecial(kind, attributes, path, shown);
    const link =
      kind.name === "a" && !inert && kind.space !== "math"
        ? this.#openLink(attributes, isHtml, classes.dotted, path, shown)
        : scope.link;
    const isContainer = (kind.flags & BLOCK) !== 0;
    const container = isContainer
      ? this.#container(kind, scope.container, attributes, classes, id)
      : scope.container;
    const name = id ?? (kind.name === "a" ? attributes.get("name") : undefined);
    if (name !== undefined && !inert) {
      this.parts.addName(name, this.text.length, container, isContainer);
    }
    if (!isContainer && shown === scope.shown && inert === scope.inert && link === scope.link) {
      return scope;
    }
    return { container, shown, inert, link };
  }

  /** Handles the end of an element; `scope` applied inside it. */
  close(kind: TagKind, scope: Scope): void {
    if ((kind.flags & BLOCK) !== 0) {
      this.#endBlock();
      scope.container.endBlock = this.blocks.length;
    }
    if ((kind.flags & EMPHASIS) !== 0) this.emphasis.close();
    if (kind.level !== undefined) this.#endHeading();
    if (kind.name === "a" && scope.link !== undefined) scope.link.open = false;
  }

  /** Adds a text node of white space. */
  addSpace({ shown }: Scope): void {
    if (shown) this.text.addSpace();
  }

  /** Adds a text node with entities decoded; it may be blank. */
  addText(node: string, path: PathNode, scope: Scope): void {
    const link = scope.link?.open === true ? scope.link : undefined;
    if (!scope.shown) {
      if (link !== undefined && !scope.inert) addAside(link, node);
      return;
    }
    const start = this.text.add(node);
    if (start < 0) return;
    this.#breaks = 0;
    if (this.#blockStart < 0) {
      this.#blockStart = start;
      this.#blockContainer = scope.container;
    }
    if (this.#heading === undefined) {
      this.emphasis.addText(start, this.text.length);
    } else {
      if (this.#heading.start < 0) this.#heading.start = start;
      this.#heading.end = this.text.length;
    }
    if (link === undefined) {
      if (path.texts++ === 0) this.#addPath(path);
      return;
    }
    this.#blockLinkLength += this.text.length - start;
    if (link.found.end < 0) link.found.start = start;
    link.found.end = this.text.length;
  }

  /** Ends everything that is open at the end of the page. */
  finish(): void {
    if (this.#blockStart >= 0) this.#pushBlock();
    this.outside.container.endBlock = this.blocks.length;
    for (const link of this.links) link.end = Math.max(link.end, link.start);
  }

  #readSpecial(kind: TagKind, attributes: TagAttributes, path: PathNode, shown: boolean): void {
    switch (kind.name) {
      case "html":
        return this.head.readHtml(attributes);
      case "base":
        return this.head.readBase(attributes);
      case "link":
        return this.head.readLink(attributes);
      case "meta":
        return this.#readMeta(attributes, path);
      case "br":
        return this.#addBreak(shown);
      case "img":
        return this.#addImage(attributes, path, shown);
      case "area":
        return this.#addAtomicLink(attributes, "href", path, shown);
      case "frame":
      case "iframe":
        return this.#addAtomicLink(attributes, "src", path, shown);
      default:
        if (kind.level !== undefined) this.#heading = { level: kind.level, start: -1, end: -1 };
    }
  }

  #readMeta(attributes: TagAttributes, path: PathNode): void {
    this.head.readMeta(attributes);
    if (attributes.get("http-equiv")?.trim().toLowerCase() !== "refresh") return;
    const target = refreshTarget(attributes.get("content") ?? "");
    if (target !== undefined) this.#addLink(target, attributes, "", path, false);
  }

  #addBreak(shown: boolean): void {
    if (!shown) return;
    this.#breaks++;
    if (this.#breaks > 1) this.#endBlock();
    else this.text.addSpace();
  }

  #addImage(attributes: TagAttributes, path: PathNode, shown: boolean): void {
    const alt = attributes.get("alt");
    if (alt !== undefined && this.#link?.open === true) addAside(this.#link, alt);
    if (shown && path.images++ === 0) this.#addPath(path);
  }

  #openLink(
    attributes: TagAttributes,
    isHtml: boolean,
    classes: string,
    path: PathNode,
    shown: boolean,
  ): OpenLink | undefined {
    if (this.#link !== undefined) this.#link.open = false;
    // SVG names its links in either way; HTML has no such attribute (SVG 2, 16.1.5).
    const xlink = isHtml ? undefined : attributes.get("xlink:href");
    const href = attributes.get("href") ?? xlink;
    if (href === undefined) return undefined;
    const found = this.#addLink(href, attributes, classes, path, shown);
    if (found === undefined) return undefined;
    this.#link = { found, open: true, asideLength: 0 };
    return this.#link;
  }

  #addAtomicLink(
    attributes: TagAttributes,
    name: "href" | "src",
    path: PathNode,
    shown: boolean,
  ): void {
    const href = attributes.get(name);
    if (href === undefined) return;
    const classes = this.classes.read(attributes.get("class")).dotted;
    const found = this.#addLink(href, attributes, classes, path, shown);
    const alt = attributes.get("alt");
    if (found !== undefined && alt !== undefined) found.aside.push(alt.slice(0, MAX_ASIDE));
  }

  #addLink(
    href: string,
    attributes: TagAttributes,
    classes: string,
    path: PathNode,
    shown: boolean,
  ): FoundLink | undefined {
    if (this.links.length >= MAX_LINKS) {
      this.limit ??= "links";
      return undefined;
    }
    const at = this.text.length;
    const rel = attributes.get("rel");
    const found = { href, rel, path, classes, start: at, end: -1, aside: [] };
    this.links.push(found);
    if (shown) path.links++;
    this.#addPath(path);
    return found;
  }

  #addPath(path: PathNode): void {
    this.#pathsLength += path.length;
    if (this.#pathsLength > MAX_PATHS_LENGTH) this.limit ??= "paths";
  }

  #container(
    kind: TagKind,
    parent: PageContainer,
    attributes: TagAttributes,
    classes: ClassList,
    id: string | undefined,
  ): PageContainer {
    const marks = {
      classHints: classes.hints,
      id,
      role: attributes.get("role"),
      property: attributes.get("itemprop"),
      type: attributes.get("itemtype"),
    };
    const firstBlock = this.blocks.length;
    const container = new PageContainer(kind, parent, classes.shape, firstBlock, marks);
    this.parts.addContainer(container);
    return container;
  }

  #endBlock(): void {
    this.#breaks = 0;
    this.text.endBlock();
    if (this.#blockStart >= 0 && this.blocks.length < MAX_BLOCKS) this.#pushBlock();
  }

  #pushBlock(): void {
    this.blocks.push({
      start: this.#blockStart,
      end: this.text.length,
      linkLength: this.#blockLinkLength,
      container: this.#blockContainer,
    });
    this.#blockStart = -1;
    this.#blockLinkLength = 0;
  }

  #endHeading(): void {
    if (this.#heading !== undefined && this.#heading.start >= 0) this.headings.push(this.#heading);
    this.#heading = undefined;
  }
}

function isHidden(attributes: TagAttributes): boolean {
  if (attributes.has("hidden")) return true;
  const style = attributes.get("style");
  return style !== undefined && STYLED_AWAY.test(style);
}

function addAside(link: OpenLink, text: string): void {
  if (link.asideLength >= MAX_ASIDE) return;
  const folded = text.slice(0, MAX_ASIDE).replace(/\s+/g, " ").trim();
  if (folded === "") return;
  link.asideLength += folded.length;
  link.found.aside.push(folded);
}

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
class TextBuffer {
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
