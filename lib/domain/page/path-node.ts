import { detach } from "./detach.ts";

/**
 * A path of tag names from the root, one node a distinct path: elements share nodes, and the
 * string is built once, when a leaf asks for it.
 */
export class PathNode {
  /** Length of the XPath in UTF-16 units. */
  readonly length: number;
  /** Displayed leaves that stand right here. */
  texts = 0;
  images = 0;
  links = 0;
  readonly #name: string;
  readonly #parent: PathNode | undefined;
  #children: Map<string, PathNode> | undefined;
  #xpath: string | undefined;
  #apaths: Map<string, string> | undefined;

  constructor(name: string, parent?: PathNode) {
    this.#name = name;
    this.#parent = parent;
    this.length = parent === undefined ? 0 : parent.length + 1 + name.length;
  }

  child(name: string): PathNode {
    this.#children ??= new Map();
    let node = this.#children.get(name);
    if (node === undefined) {
      node = new PathNode(detach(name), this);
      this.#children.set(node.#name, node);
    }
    return node;
  }

  /** `/html/body/div`, the same string at every call. */
  get xpath(): string {
    if (this.#parent === undefined) return "";
    this.#xpath ??= `${this.#parent.xpath}/${this.#name}`;
    return this.#xpath;
  }

  /** XPath with the classes of its leaf, `/html/body/a.big.red`; `classes` is joined by dots. */
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

  /** Puts the leaves of this node, and of those below it, in the bag. */
  countLeaves(bag: Map<string, number>): void {
    if (this.texts > 0) bag.set(`${this.xpath}/text()`, this.texts);
    if (this.links > 0) bag.set(this.xpath, this.links);
    if (this.images > 0) bag.set(`${this.xpath}/img`, this.images);
    if (this.#children === undefined) return;
    for (const child of this.#children.values()) child.countLeaves(bag);
  }
}
