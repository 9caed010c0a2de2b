import { detach } from "../text/safe-text.ts";
import {
  type Block,
  type ClassList,
  ClassNames,
  isHidden,
  type NamingMarks,
  NO_MARKS,
} from "./container-hints.ts";
import { InlineMarks } from "./inline-marks.ts";
import { type FoundLink, MAX_LINKS } from "./links.ts";
import { type OpenLink, PageContainer, type Scope } from "./open-elements.ts";
import { PageHead, refreshTarget } from "./page-head.ts";
import type { Heading, Truncation } from "./page-view.ts";
import { PartStarts, PathNode } from "./path-node.ts";
import {
  ATTRIBUTE,
  BLOCK,
  CELL,
  EMPHASIS,
  INERT,
  PREFORMATTED,
  type TagAttributes,
  type TagKind,
  UNSHOWN,
} from "./tag-kinds.ts";
import { decodedText, EmphasisSpans, TextBuffer } from "./text-buffer.ts";

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

const LINE_END = /\r\n?|\n/;

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
  readonly inline = new InlineMarks();
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
  #buttons = 0;
  /** White space at the end of a preformatted piece, which goes before the next one of its line. */
  #pending = "";
  #emptyLines = 0;

  constructor(page: TagKind) {
    this.#blockContainer = new PageContainer(page, undefined, "", 0, NO_MARKS);
    this.outside = this.#blockContainer;
  }

  /** Handles a start tag at `path`, inside `scope`; returns the scope inside its element. */
  open(
    kind: TagKind,
    attributes: TagAttributes,
    classes: ClassList,
    path: PathNode,
    scope: Scope,
  ): Scope {
    const id = attributes.get(ATTRIBUTE.id);
    if (id !== undefined && id !== "") this.ids.add(detach(id));
    if ((kind.flags & BLOCK) !== 0) this.#endBlock();
    if ((kind.flags & EMPHASIS) !== 0) this.emphasis.open();
    if (kind.mark !== undefined) this.inline.open(kind.mark, this.text.length);
    const shown =
      scope.shown &&
      (kind.flags & UNSHOWN) === 0 &&
      !isHidden(kind.name, attributes.get(ATTRIBUTE.hidden), attributes.get(ATTRIBUTE.style));
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
    if (
      kind.name === "button" ||
      (attributes.hasMarks && attributes.get(ATTRIBUTE.role) === "button")
    )
      this.#buttons++;
    const name = id ?? (kind.name === "a" ? attributes.get(ATTRIBUTE.name) : undefined);
    if (name !== undefined && !inert) {
      this.parts.addName(name, this.text.length, container, isContainer);
    }
    const preformatted = scope.preformatted || (kind.flags & PREFORMATTED) !== 0;
    if (isContainer) {
      container.shown = shown;
      container.inert = inert;
      container.preformatted = preformatted;
      container.link = link;
      return container;
    }
    if (shown === scope.shown && inert === scope.inert && link === scope.link) return scope;
    return { container, shown, inert, preformatted, link };
  }

  /** Handles the end of an element; `scope` applied inside it. */
  close(kind: TagKind, scope: Scope): void {
    if ((kind.flags & BLOCK) !== 0) {
      this.#endBlock();
      scope.container.endBlock = this.blocks.length;
      scope.container.buttons += this.#buttons;
    }
    if ((kind.flags & EMPHASIS) !== 0) this.emphasis.close();
    if (kind.mark !== undefined) this.inline.close(this.text.length);
    if (kind.level !== undefined) {
      if (this.#heading !== undefined && this.#heading.start >= 0)
        this.headings.push(this.#heading);
      this.#heading = undefined;
    }
    if (kind.name === "a" && scope.link !== undefined) scope.link.open = false;
  }

  /** Adds a text node, which is `html` from `from` to before `to`; it may be blank. */
  addText(html: string, from: number, to: number, path: PathNode, scope: Scope): void {
    if (!scope.shown) {
      if (scope.link?.open === true && !scope.inert)
        addAside(scope.link, decodedText(html, from, to));
      return;
    }
    if (scope.preformatted) return this.#addLines(decodedText(html, from, to), path, scope);
    this.#addShown(this.text.add(html, from, to), path, scope);
  }

  /** Adds preformatted text: each of its lines is a block. */
  #addLines(node: string, path: PathNode, scope: Scope): void {
    const lines = node.split(LINE_END);
    for (const [index, line] of lines.entries()) {
      if (index > 0) {
        if (this.#blockStart < 0) this.#emptyLines++;
        this.#endBlock();
      }
      const piece = line.trimEnd();
      if (piece !== "") {
        const start = this.text.addVerbatim(this.#pending + piece);
        this.#addShown(start + this.#pending.length, path, scope, start);
        this.#pending = "";
      }
      this.#pending += line.slice(piece.length);
    }
  }

  /**
   * Records a text that was added at `start`; nothing was if that is less than 0. Its line begins at
   * `lineStart`, before the white space that it begins with.
   */
  #addShown(start: number, path: PathNode, scope: Scope, lineStart = start): void {
    if (start < 0) return;
    const link = scope.link?.open === true ? scope.link : undefined;
    this.#breaks = 0;
    if (this.#blockStart < 0) {
      this.#blockStart = lineStart;
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

  /** Adds a link that the page states beside its content: it has no text, and stands at the end. */
  addStatedLink(href: string, rel: string | undefined): void {
    const at = this.text.length;
    const link = { href, rel, path: this.root, classes: "", start: at, end: at, aside: "" };
    if (this.links.length < MAX_LINKS) this.links.push(link);
  }

  /** Ends everything that is open at the end of the page. */
  finish(): void {
    if (this.#blockStart >= 0) this.#pushBlock();
    this.outside.container.endBlock = this.blocks.length;
    this.text.finish();
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
        return this.#addAtomicLink(attributes, ATTRIBUTE.href, path, shown);
      case "frame":
      case "iframe":
        return this.#addAtomicLink(attributes, ATTRIBUTE.src, path, shown);
      default:
        if (kind.level !== undefined) this.#heading = { level: kind.level, start: -1, end: -1 };
    }
  }

  #readMeta(attributes: TagAttributes, path: PathNode): void {
    this.head.readMeta(attributes);
    if (attributes.get(ATTRIBUTE["http-equiv"])?.trim().toLowerCase() !== "refresh") return;
    const target = refreshTarget(attributes.get(ATTRIBUTE.content) ?? "");
    if (target !== undefined) this.#addLink(target, attributes, "", path, false);
  }

  #addBreak(shown: boolean): void {
    if (!shown) return;
    this.#breaks++;
    if (this.#breaks > 1) return this.#endBlock();
    this.text.addSpace();
    if (this.#blockStart >= 0) this.inline.addBreak(this.text.length);
  }

  #addImage(attributes: TagAttributes, path: PathNode, shown: boolean): void {
    const alt = attributes.get(ATTRIBUTE.alt);
    const src = shown && alt !== undefined ? attributes.get(ATTRIBUTE.src) : undefined;
    const isInline = this.#blockStart >= 0;
    if (alt !== undefined && src !== undefined && isInline)
      this.inline.addImage({ at: this.text.length, alt, src });
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
    const xlink = isHtml ? undefined : attributes.get(ATTRIBUTE["xlink:href"]);
    const href = attributes.get(ATTRIBUTE.href) ?? xlink;
    if (href === undefined) return undefined;
    const found = this.#addLink(href, attributes, classes, path, shown);
    if (found === undefined) return undefined;
    this.#link = { found, open: true, asideLength: 0 };
    return this.#link;
  }

  #addAtomicLink(
    attributes: TagAttributes,
    reference: typeof ATTRIBUTE.href | typeof ATTRIBUTE.src,
    path: PathNode,
    shown: boolean,
  ): void {
    const href = attributes.get(reference);
    if (href === undefined) return;
    const classes = this.classes.read(attributes.get(ATTRIBUTE.class)).dotted;
    const found = this.#addLink(href, attributes, classes, path, shown);
    const alt = attributes.get(ATTRIBUTE.alt);
    if (found !== undefined && alt !== undefined) found.aside += ` ${alt.slice(0, MAX_ASIDE)}`;
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
    const rel = attributes.get(ATTRIBUTE.rel);
    const found = { href, rel, path, classes, start: at, end: -1, aside: "" };
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
    const firstBlock = this.blocks.length;
    const marks =
      id === undefined && !attributes.hasMarks ? classes.marks : marksOf(attributes, classes, id);
    const container = new PageContainer(kind, parent, classes.shape, firstBlock, marks);
    if (kind.name === "ol") this.inline.addNumber(container, attributes.get(ATTRIBUTE.start));
    if ((kind.flags & CELL) !== 0)
      this.inline.addNumber(container, attributes.get(ATTRIBUTE.colspan));
    // Completed when the element ends.
    container.buttons = -this.#buttons;
    this.parts.addContainer(container);
    return container;
  }

  #endBlock(): void {
    this.#breaks = 0;
    this.#pending = "";
    this.text.endBlock();
    if (this.#blockStart >= 0 && this.blocks.length < MAX_BLOCKS) this.#pushBlock();
  }

  #pushBlock(): void {
    this.blocks.push({
      start: this.#blockStart,
      end: this.text.length,
      linkLength: this.#blockLinkLength,
      container: this.#blockContainer,
      emptyLines: this.#emptyLines,
    });
    this.#emptyLines = 0;
    this.#blockStart = -1;
    this.#blockLinkLength = 0;
  }
}

function marksOf(
  attributes: TagAttributes,
  { marks: { classHints } }: ClassList,
  id: string | undefined,
): NamingMarks {
  return {
    classHints,
    id,
    role: attributes.get(ATTRIBUTE.role),
    property: attributes.get(ATTRIBUTE.itemprop),
    type: attributes.get(ATTRIBUTE.itemtype),
  };
}

function addAside(link: OpenLink, text: string): void {
  if (link.asideLength >= MAX_ASIDE) return;
  const folded = text.slice(0, MAX_ASIDE).replace(/\s+/g, " ").trim();
  if (folded === "") return;
  link.asideLength += folded.length;
  link.found.aside += ` ${folded}`;
}
