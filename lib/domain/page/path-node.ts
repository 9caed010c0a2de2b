import { detach } from "../text/detach.ts";
import type { ClassList } from "./class-names.ts";

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
  readonly #tags: TagPath;
  readonly #name: string;
  readonly #parent: PathNode | undefined;
  #children: Map<string, PathNode> | undefined;
  /** The nodes of this tag at this place that have classes, by {@link ClassList.masked}. */
  #classed: Map<string, PathNode> | undefined;
  #classPath: string | undefined;

  constructor(name = "", parent?: PathNode, tags: TagPath = new TagPath(name)) {
    this.#name = name;
    this.#parent = parent;
    this.#tags = tags;
    this.length = parent === undefined ? 0 : parent.length + 1 + name.length + tags.nameLength;
  }

  /** Returns the path of a child without classes. */
  child(name: string): PathNode {
    this.#children ??= new Map();
    let node = this.#children.get(name);
    if (node === undefined) {
      const tags = this.#tags.child(name);
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
      node = new PathNode(this.#name + masked, this.#parent, this.#tags);
      this.#classed.set(masked, node);
    }
    return node;
  }

  /** `/html/body/div`, the same string at every call. */
  get xpath(): string {
    return this.#tags.xpath;
  }

  /** `/html/body.page/div.post`, the same string at every call. */
  get classPath(): string {
    if (this.#parent === undefined) return "";
    this.#classPath ??= `${this.#parent.classPath}/${this.#name}`;
    return this.#classPath;
  }

  /**
   * Returns the XPath with the classes of its leaf, `/html/body/a.big.red`; `classes` is joined by
   * dots.
   */
  apath(classes: string): string {
    return this.#tags.apath(classes);
  }

  /**
   * Adds the leaves of this node, and of those below it, to the bags, by tag path and by class
   * path.
   */
  countLeaves(tagPaths: Map<string, number>, classPaths: Map<string, number>): void {
    this.#countClassed(classPaths);
    this.#tags.countLeaves(tagPaths);
  }

  #countClassed(bag: Map<string, number>): void {
    if (this.texts > 0) bag.set(`${this.classPath}/text()`, this.texts);
    if (this.links > 0) bag.set(this.classPath, this.links);
    if (this.images > 0) bag.set(`${this.classPath}/img`, this.images);
    this.#tags.texts += this.texts;
    this.#tags.links += this.links;
    this.#tags.images += this.images;
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

  get xpath(): string {
    if (this.#parent === undefined) return "";
    this.#xpath ??= `${this.#parent.xpath}/${this.name}`;
    return this.#xpath;
  }

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
