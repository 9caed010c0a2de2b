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
  /** The name of its tag, or its classes, by which it is found. */
  readonly key: string;
  next: PathNode | undefined;
  readonly #name: string;
  readonly #parent: PathNode | undefined;
  #children: NodeList<PathNode> | undefined;
  /** The nodes of this tag at this place that have classes, by {@link ClassList.masked}. */
  #classed: NodeList<PathNode> | undefined;
  #classPath: string | undefined;

  constructor(
    name = "",
    parent?: PathNode,
    tags: TagPath = new TagPath(name),
    { masked }: Pick<ClassList, "masked"> = NO_CLASSES,
  ) {
    this.key = masked === "" ? tags.key : masked;
    this.#name = name;
    this.#parent = parent;
    this.tags = tags;
    this.length = parent === undefined ? 0 : parent.length + 1 + name.length + tags.nameLength;
  }

  /** Returns the path of a child without classes. */
  child(name: string): PathNode {
    this.#children ??= new NodeList();
    const known = this.#children.find(name);
    if (known !== undefined) return known;
    const tags = this.tags.child(name);
    return this.#children.add(new PathNode(tags.key, this, tags));
  }

  /** Returns this path with the classes of its last element; only for a node without classes. */
  withClasses(classes: ClassList): PathNode {
    const { masked } = classes;
    if (masked === "") return this;
    this.#classed ??= new NodeList();
    return (
      this.#classed.find(masked) ??
      this.#classed.add(new PathNode(this.#name + masked, this.#parent, this.tags, classes))
    );
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
    for (let node = this.#children?.first; node !== undefined; node = node.next)
      node.#countClassed(bag);
    for (let node = this.#classed?.first; node !== undefined; node = node.next)
      node.#countClassed(bag);
  }
}

const NO_CLASSES = { masked: "" };

/** Nodes that are looked through before they get a table: most elements have children of few kinds. */
const FEW_NODES = 8;

/** Nodes by their keys, in the order in which they were added. */
class NodeList<Node extends { readonly key: string; next: Node | undefined }> {
  first: Node | undefined;
  #last: Node | undefined;
  #size = 0;
  #table: Map<string, Node> | undefined;

  find(key: string): Node | undefined {
    // Elements of a kind follow each other.
    if (this.#last?.key === key) return this.#last;
    if (this.#table !== undefined) return this.#table.get(key);
    let node = this.first;
    while (node !== undefined && node.key !== key) node = node.next;
    return node;
  }

  add(node: Node): Node {
    if (this.#last === undefined) this.first = node;
    else this.#last.next = node;
    this.#last = node;
    this.#size += 1;
    if (this.#size === FEW_NODES) {
      this.#table = new Map();
      for (let at = this.first; at !== undefined; at = at.next) this.#table.set(at.key, at);
    } else this.#table?.set(node.key, node);
    return node;
  }
}

/** A path of tag names. */
class TagPath {
  /** The name of its last element. */
  readonly key: string;
  next: TagPath | undefined;
  /** UTF-16 units of the last step in the XPath. */
  readonly nameLength: number;
  texts = 0;
  images = 0;
  links = 0;
  readonly #parent: TagPath | undefined;
  #children: NodeList<TagPath> | undefined;
  #xpath: string | undefined;
  #apaths: Map<string, string> | undefined;

  constructor(name: string, parent?: TagPath) {
    this.key = name;
    this.nameLength = name.length + 1;
    this.#parent = parent;
  }

  child(name: string): TagPath {
    this.#children ??= new NodeList();
    return this.#children.find(name) ?? this.#children.add(new TagPath(detach(name), this));
  }

  /** `/html/body/div`, the same string at every call. */
  get xpath(): string {
    if (this.#parent === undefined) return "";
    this.#xpath ??= `${this.#parent.xpath}/${this.key}`;
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
    for (let node = this.#children?.first; node !== undefined; node = node.next)
      node.countLeaves(bag);
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
