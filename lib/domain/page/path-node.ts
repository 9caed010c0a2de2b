import { detach } from "../text/safe-text.ts";
import type { ClassList, Container } from "./container-hints.ts";

/**
 * A path from the root: one node per distinct path of tag names with their classes. Elements share
 * nodes, and strings are built once, when a leaf needs them. Nodes that differ in classes alone
 * share the node of their tag path.
 */
export class PathNode {
  /** Length of the class path and the tag path together, in UTF-16 units. */
  readonly length: number;
  /** Number of displayed leaves directly at this node. */
  texts = 0;
  images = 0;
  links = 0;
  /** The path without classes. */
  readonly tags: TagPath;
  readonly #name: string;
  readonly #parent: PathNode | undefined;
  #children: Map<string, PathNode> | undefined;
  /** The nodes of this tag at this place that have classes, by {@link ClassList.masked}. */
  #classed: Map<string, PathNode> | undefined;
  #classPath: string | undefined;

  constructor(name = "", parent?: PathNode, tags: TagPath = new TagPath(name)) {
    this.#name = name;
    this.#parent = parent;
    this.tags = tags;
    this.length = parent === undefined ? 0 : parent.length + 1 + name.length + tags.nameLength;
  }

  /** Returns the path of a child without classes. */
  child(name: string): PathNode {
    this.#children ??= new Map();
    let node = this.#children.get(name);
    if (node === undefined) {
      const tags = this.tags.child(name);
      node = new PathNode(tags.name, this, tags);
      this.#children.set(tags.name, node);
    }
    return node;
  }

  /** Returns this path with the classes of its last element; only for a node without classes. */
  withClasses({ masked }: ClassList): PathNode {
    if (masked === "") return this;
    this.#classed ??= new Map();
    let node = this.#classed.get(masked);
    if (node === undefined) {
      node = new PathNode(this.#name + masked, this.#parent, this.tags);
      this.#classed.set(masked, node);
    }
    return node;
  }

  /** `/html/body.page/div.post`, the same string at every call. */
  get classPath(): string {
    if (this.#parent === undefined) return "";
    this.#classPath ??= `${this.#parent.classPath}/${this.#name}`;
    return this.#classPath;
  }

  /**
   * Adds the leaves of this node, and of those below it, to the bags, by tag path and by class
   * path.
   */
  countLeaves(tagPaths: Map<string, number>, classPaths: Map<string, number>): void {
    this.#countClassed(classPaths);
    this.tags.countLeaves(tagPaths);
  }

  #countClassed(bag: Map<string, number>): void {
    if (this.texts > 0) bag.set(`${this.classPath}/text()`, this.texts);
    if (this.links > 0) bag.set(this.classPath, this.links);
    if (this.images > 0) bag.set(`${this.classPath}/img`, this.images);
    this.tags.texts += this.texts;
    this.tags.links += this.links;
    this.tags.images += this.images;
    if (this.#children !== undefined) {
      for (const child of this.#children.values()) child.#countClassed(bag);
    }
    if (this.#classed !== undefined) {
      for (const sibling of this.#classed.values()) sibling.#countClassed(bag);
    }
  }
}

/** A path of tag names. */
class TagPath {
  readonly name: string;
  /** UTF-16 units of the last step in the XPath. */
  readonly nameLength: number;
  texts = 0;
  images = 0;
  links = 0;
  readonly #parent: TagPath | undefined;
  #children: Map<string, TagPath> | undefined;
  #xpath: string | undefined;
  #apaths: Map<string, string> | undefined;

  constructor(name: string, parent?: TagPath) {
    this.name = name;
    this.nameLength = name.length + 1;
    this.#parent = parent;
  }

  child(name: string): TagPath {
    this.#children ??= new Map();
    let node = this.#children.get(name);
    if (node === undefined) {
      node = new TagPath(detach(name), this);
      this.#children.set(node.name, node);
    }
    return node;
  }

  /** `/html/body/div`, the same string at every call. */
  get xpath(): string {
    if (this.#parent === undefined) return "";
    this.#xpath ??= `${this.#parent.xpath}/${this.name}`;
    return this.#xpath;
  }

  /**
   * Returns the XPath with the classes of its leaf, `/html/body/a.big.red`; `classes` is joined by
   * dots.
   */
  apath(classes: string): string {
    if (classes === "") return this.xpath;
    this.#apaths ??= new Map();
    let apath = this.#apaths.get(classes);
    if (apath === undefined) {
      apath = `${this.xpath}.${classes}`;
      this.#apaths.set(classes, apath);
    }
    return apath;
  }

  countLeaves(bag: Map<string, number>): void {
    if (this.texts > 0) bag.set(`${this.xpath}/text()`, this.texts);
    if (this.links > 0) bag.set(this.xpath, this.links);
    if (this.images > 0) bag.set(`${this.xpath}/img`, this.images);
    if (this.#children === undefined) return;
    for (const child of this.#children.values()) child.countLeaves(bag);
  }
}

/**
 * Most elements with a numbered id, and most block elements, searched for rows: several times the
 * number on the largest real pages. Bounds the memory for a page of nothing but `<p id=x1>`.
 */
const MAX_NAMES = 5_000;
const MAX_CONTAINERS = 20_000;

/**
 * Longest name that numbers a part, in UTF-16 units: `post-1234567-comment-1234567` has half of it.
 */
const MAX_NAME = 60;

const DIGIT = /\d/;

/**
 * Elements that hold at most a paragraph, fields, or the whole page: they are never parts of a row.
 */
const NO_PARTS: ReadonlySet<string> = new Set(
  "p pre blockquote h1 h2 h3 h4 h5 h6 dt form fieldset address figure body html".split(" "),
);

/** An element with a number in its id, or in the name that links use for it. */
export interface NamedPlace {
  readonly name: string;
  /** Start of its text, in UTF-16 units of the page's text. */
  readonly at: number;
  /** The block-level element that it is, or is in. */
  readonly container: Container;
  readonly isContainer: boolean;
}

/** The possible starts of a page's parts, recorded while the page is read. */
export class PartStarts {
  readonly named: NamedPlace[] = [];
  readonly containers: Container[] = [];

  addName(name: string, at: number, container: Container, isContainer: boolean): void {
    if (this.named.length >= MAX_NAMES || name.length > MAX_NAME || !DIGIT.test(name)) return;
    this.named.push({ name, at, container, isContainer });
  }

  addContainer(container: Container): void {
    if (NO_PARTS.has(container.kind.name)) return;
    if (this.containers.length < MAX_CONTAINERS) this.containers.push(container);
  }
}

/**
 * Returns the index of the first of `places`, which are in document order, that starts at `at` or
 * later.
 */
export function firstFrom(places: readonly { readonly start: number }[], at: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.start ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
