import { type AnyNode, type Document, type Element, isTag, isText } from "domhandler";
import { isHidden } from "../container-hints.ts";
import { parseShallow } from "../extract-fields.ts";
import { firstFrom } from "../path-node.ts";
import { BLOCK, tagKind, UNSHOWN } from "../tag-kinds.ts";
import { hasMachineDate } from "./machine-dates.ts";
import { isNamedQuote } from "./post-words.ts";

/** Most texts read: several times those of the largest real threads. */
const MAX_LEAVES = 60_000;

/** Columns of a table that are told apart. */
const MAX_COLUMNS = 8;

const WHITE_SPACE = /[\s\u00a0]+/g;
const DIGITS = /\d+/g;

/** A displayed text of a page without an element in it. */
export interface Leaf {
  /** White space is one space, also at its ends. */
  readonly text: string;
  /** The same with its white space, where it is preformatted. */
  readonly written: string | undefined;
  readonly element: Element;
  /** The smallest link around it. */
  readonly link: Element | undefined;
  /** Number of the displayed line that it is in. */
  readonly line: number;
  /** Its element and the one around it, by tag and first class: `div.comment-author/cite.fn`. */
  readonly place: string;
  /** Whether it is in a `blockquote`, or in an element that is called a quotation. */
  readonly isQuoted: boolean;
}

/** From the first leaf to before the last one. */
export type LeafSpan = readonly [from: number, to: number];

/** An element with an id, or with the name that links use for it. */
export interface NamedElement {
  readonly name: string;
  /** Place of its first text among those of the page. */
  readonly start: number;
  readonly element: Element;
}

/** The displayed texts of a page, in document order. */
export interface PageLeaves {
  readonly root: Document;
  readonly leaves: readonly Leaf[];
  readonly named: readonly NamedElement[];
  /** Returns the leaves inside an element, or the place of an element without any. */
  readonly spanOf: (node: AnyNode) => LeafSpan;
}

/** Returns the named elements that are inside a span, in their order. */
export function namedWithin({ named, spanOf }: PageLeaves, [from, to]: LeafSpan): NamedElement[] {
  const found: NamedElement[] = [];
  for (let at = firstFrom(named, from); at < named.length; at += 1) {
    const each = named[at];
    if (each === undefined || each.start >= to) break;
    if (spanOf(each.element)[1] <= to) found.push(each);
  }
  return found;
}

/** Reads the displayed texts of a page. */
export function readLeaves(html: string): PageLeaves {
  const reader = new LeafReader();
  const root = parseShallow(html);
  for (const node of root.children) reader.read(node, OUTSIDE);
  const { leaves, named, spans } = reader;
  return { root, leaves, named, spanOf: (node) => spans.get(node) ?? [0, 0] };
}

/** What applies to the texts in an element. */
interface Within {
  readonly link: Element | undefined;
  readonly isQuoted: boolean;
  readonly isPreformatted: boolean;
}

const OUTSIDE: Within = { link: undefined, isQuoted: false, isPreformatted: false };

class LeafReader {
  readonly leaves: (Leaf & { text: string; written: string | undefined })[] = [];
  readonly named: NamedElement[] = [];
  readonly spans = new Map<AnyNode, LeafSpan>();
  #line = 0;
  /** White space at the beginning of a preformatted line. */
  #indent = { line: -1, written: "" };

  /** Depth is limited by the tree. */
  read(node: AnyNode, within: Within): void {
    const from = this.leaves.length;
    if (isText(node)) this.#addLines(node.data, node.parent, within);
    else if (isTag(node)) this.#readElement(node, within);
    this.spans.set(node, [from, this.leaves.length]);
  }

  #readElement(element: Element, within: Within): void {
    const { name, attribs, children } = element;
    const id = attribs["id"] ?? (name === "a" ? attribs["name"] : undefined);
    const { flags } = tagKind(name);
    if (name === "button" || (flags & UNSHOWN) !== 0) return;
    if (isHidden(name, attribs["hidden"], attribs["style"])) return;
    if (id !== undefined && id !== "")
      this.named.push({ name: id, start: this.leaves.length, element });
    const isBlock = (flags & BLOCK) !== 0 || name === "br";
    if (isBlock) this.#line += 1;
    const from = this.leaves.length;
    const link = name === "a" && attribs["href"] !== undefined ? element : within.link;
    const isQuoted = within.isQuoted || isQuotation(element);
    const isPreformatted = within.isPreformatted || name === "pre";
    for (const child of children) this.read(child, { link, isQuoted, isPreformatted });
    // A script fills it with a date; its place is that of an empty text.
    if (this.leaves.length === from && hasMachineDate(element))
      this.#add("", undefined, element, { ...within, link });
    if (isBlock) this.#line += 1;
  }

  /** Adds a text; in a `pre` each of its lines. */
  #addLines(data: string, parent: AnyNode | null, within: Within): void {
    if (!within.isPreformatted) return this.#addText(data, parent, within);
    for (const [index, line] of data.split("\n").entries()) {
      if (index > 0) this.#line += 1;
      this.#addText(line, parent, within);
    }
  }

  #addText(data: string, parent: AnyNode | null, within: Within): void {
    const shown = data.replace(/\u00ad/g, "");
    const text = shown.replace(WHITE_SPACE, " ");
    const written = within.isPreformatted ? shown : undefined;
    if (text === " ") return this.#addSpace(written);
    if (text === "" || parent === null || !isTag(parent)) return;
    this.#add(text, written, parent, within);
  }

  #add(text: string, written: string | undefined, element: Element, within: Within): void {
    if (this.leaves.length >= MAX_LEAVES) return;
    const [line, place, { link, isQuoted }] = [this.#line, placeOf(element), within];
    const indent = this.#indent.line === line ? this.#indent.written : "";
    const whole = written === undefined ? undefined : indent + written;
    this.leaves.push({ text, written: whole, element, link, line, place, isQuoted });
    this.#indent.line = -1;
  }

  #addSpace(written: string | undefined): void {
    const last = this.leaves.at(-1);
    if (last?.line !== this.#line) {
      this.#indent = { line: this.#line, written: written ?? "" };
      return;
    }
    if (!last.text.endsWith(" ")) last.text += " ";
    if (written !== undefined) last.written = (last.written ?? last.text) + written;
  }
}

/** Elements that quote by a class: commands to quote are of other kinds. */
const QUOTING: ReadonlySet<string> = new Set(["aside", "div", "fieldset", "td"]);

function isQuotation({ name, attribs }: Element): boolean {
  return name === "blockquote" || (QUOTING.has(name) && isNamedQuote(attribs["class"] ?? ""));
}

/** Returns an element and the one around it, by tag and first class without digits. */
export function placeOf(element: Element): string {
  let place = places.get(element);
  if (place === undefined) {
    const parent = parentOf(element);
    place = `${parent === undefined ? "" : shapeOf(parent)}/${shapeOf(element)}`;
    places.set(element, place);
  }
  return place;
}

/** Places that were asked for: many texts are in one element. */
const places = new WeakMap<Element, string>();

/** Returns the shape of the inner element of a place. */
export function ownShape(place: string): string {
  return place.slice(place.lastIndexOf("/") + 1);
}

/** Returns tag and first class of an element, without digits; of a cell its column, too. */
export function shapeOf({ name, attribs, prev }: Element): string {
  const [first] = (attribs["class"] ?? "").trim().split(" ", 1);
  const shape = first === undefined || first === "" ? name : `${name}.${first.replace(DIGITS, "")}`;
  return name === "td" || name === "th" ? `${shape}:${columnOf(prev)}` : shape;
}

function columnOf(before: AnyNode | null): number {
  let column = 0;
  for (let at = before; at !== null && column < MAX_COLUMNS; at = at.prev)
    if (isTag(at)) column += 1;
  return column;
}

/** Returns the element around another one; `undefined` at the root. */
export function parentOf({ parent }: Element): Element | undefined {
  return parent !== null && isTag(parent) ? parent : undefined;
}

/** Returns whether an element is another one, or around it. */
export function isAround(element: Element, inner: Element): boolean {
  let at: Element | undefined = inner;
  while (at !== undefined && at !== element) at = parentOf(at);
  return at !== undefined;
}
