import { type Container, type NamingMarks, ownHints } from "./container-hints.ts";
import type { FoundLink } from "./links.ts";
import type { PathNode } from "./path-node.ts";
import {
  CELL,
  FOREIGN,
  FORMATTING,
  INLINE,
  INTEGRATION,
  LOOSE,
  ROW,
  SCOPE,
  SECTION,
  SPECIAL,
  type Space,
  TABLE,
  type TagKind,
} from "./tag-kinds.ts";

/**
 * Deepest nesting kept; deeper elements become siblings of the last one, as in browsers (which stop
 * at 512). The limit bounds every search in the stack; hand-written pages stay under 60.
 */
const MAX_DEPTH = 256;

/** How the content of an element is read: as HTML, as choices of a form, or as foreign elements. */
export type Reading = Space | "select";

/** The properties that apply inside an open element. */
export interface Scope {
  readonly container: PageContainer;
  /** Is text here displayed? */
  readonly shown: boolean;
  /** True for content that is not part of the page: no text, no links. */
  readonly inert: boolean;
  /** True where white space is shown as it is written. */
  readonly preformatted: boolean;
  /** The link that text here belongs to. */
  readonly link: OpenLink | undefined;
}

/** A link while it is read. */
export interface OpenLink {
  readonly found: FoundLink;
  /** False once another link has begun. */
  open: boolean;
  asideLength: number;
}

/** Is told of each element that ends. */
interface Closing {
  close(kind: TagKind, scope: Scope): void;
}

/**
 * The open elements from the root to the current position in the page: an array for each of their
 * properties, so that none of them is an object.
 */
export class OpenElements {
  #size = 0;
  readonly #kinds: TagKind[] = [];
  readonly #paths: PathNode[] = [];
  readonly #scopes: Scope[] = [];
  readonly #readings: Reading[] = [];
  readonly #flags = new Int32Array(MAX_DEPTH);
  /**
   * Formatting that ended without an end tag. Browsers open it again, so that its end tag still ends
   * the drawings after it ("list of active formatting elements").
   */
  readonly #reopened = new Set<string>();
  readonly #root: PathNode;
  readonly #content: Closing;
  /** True once an element was deeper than {@link MAX_DEPTH}. */
  overflowed = false;

  constructor(root: PathNode, content: Closing) {
    this.#root = root;
    this.#content = content;
  }

  /** The kind of the innermost element. */
  get kind(): TagKind | undefined {
    return this.#size === 0 ? undefined : this.#kinds[this.#size - 1];
  }

  get path(): PathNode | undefined {
    return this.#size === 0 ? undefined : this.#paths[this.#size - 1];
  }

  /** The properties that apply inside the innermost element. */
  get scope(): Scope | undefined {
    return this.#size === 0 ? undefined : this.#scopes[this.#size - 1];
  }

  /** How the next token is read. */
  get reading(): Reading {
    return this.#size === 0 ? "html" : (this.#readings[this.#size - 1] ?? "html");
  }

  /** Whether the nearest table or template is a table. */
  get inTable(): boolean {
    for (let index = this.#size - 1; index >= 0; index--) {
      if (((this.#flags[index] ?? 0) & TABLE) === 0) continue;
      return this.#kinds[index]?.name !== "template";
    }
    return false;
  }

  /** Whether an end tag `name` would end an element. */
  has(name: string): boolean {
    return this.#inScope(name) !== undefined;
  }

  /** Returns the path of a child `name` of the innermost element. */
  pathOf(name: string): PathNode {
    return (this.path ?? this.#root).child(name);
  }

  /**
   * Ends the elements that a start tag ends, and makes room for its element: call before
   * {@link pathOf} and {@link push}.
   */
  prepare(kind: TagKind): void {
    if (kind.ends !== 0) this.#endImplied(kind.ends, kind.barriers);
    if (this.#size >= MAX_DEPTH) {
      this.overflowed = true;
      this.#popTo(MAX_DEPTH - 1);
    }
  }

  push(kind: TagKind, path: PathNode, scope: Scope, hasHtml = false): void {
    const reading = hasHtml ? "html" : readingIn(kind, this.reading);
    const at = this.#size;
    this.#flags[at] = kind.flags;
    this.#kinds[at] = kind;
    this.#paths[at] = path;
    this.#scopes[at] = scope;
    this.#readings[at] = reading;
    this.#size = at + 1;
  }

  /** Handles an end tag: ends the nearest such element and those in it, if it is in its scope. */
  end(name: string): void {
    const found = this.#foreignNamed(name) ?? this.#inScope(name);
    if (found !== undefined) this.#popTo(found, name);
    else if (this.#reopened.delete(name)) this.endForeign();
    else if ((name === "tr" || name === "tbody") && this.inTable)
      this.#endImplied(CELL, ROW | SECTION | TABLE);
  }

  /** Ends the open drawings and formulas, up to the HTML around them. */
  endForeign(): void {
    let size = this.#size;
    while (size > 0 && isForeign(this.#readings[size - 1])) size--;
    this.#popTo(size);
  }

  /** Ends all elements in the innermost one of this name. */
  endInside(name: string): void {
    let size = this.#size;
    while (size > 0 && this.#kinds[size - 1]?.name !== name) size--;
    this.#popTo(size);
  }

  /** Ends all open elements. */
  close(): void {
    this.#popTo(0);
  }

  /**
   * Finds a foreign element: nothing but foreign elements is open in it. Loose parts of tables do
   * not count, as browsers drop their tags.
   */
  #foreignNamed(name: string): number | undefined {
    for (let index = this.#size - 1; index >= 0; index--) {
      if (((this.#flags[index] ?? 0) & (FOREIGN | LOOSE)) === 0) return undefined;
      if (this.#kinds[index]?.name === name) return index;
    }
    return undefined;
  }

  /**
   * Finds an HTML element that its end tag may reach. A drawing inside stays open if the standard
   * removes only the element around it, a `form`, or ignores a misnested end tag.
   */
  #inScope(name: string): number | undefined {
    let isDrawing = false;
    let isMisnested = false;
    for (let index = this.#size - 1; index >= 0; index--) {
      const kind = this.#kinds[index];
      if (kind === undefined) return undefined;
      const { flags } = kind;
      if ((flags & FOREIGN) !== 0) isDrawing = true;
      else if (kind.name === name) {
        const isLoose = (flags & LOOSE) !== 0;
        const isRemoved = name === "form" || isLoose || (isMisnested && !endsDrawings(kind));
        return isDrawing && isRemoved ? undefined : index;
      }
      if ((flags & SCOPE) !== 0 && !reachesOut(name, kind)) return undefined;
      if ((flags & SPECIAL) !== 0) isMisnested = true;
    }
    return undefined;
  }

  #endImplied(ends: number, barriers: number): void {
    let found = this.#size;
    for (let index = found - 1; index >= 0; index--) {
      const flags = this.#flags[index] ?? 0;
      if ((flags & ends) !== 0) found = index;
      else if (barriers === 0 ? (flags & INLINE) === 0 : (flags & barriers) !== 0) break;
    }
    this.#popTo(found);
  }

  #popTo(size: number, ended?: string): void {
    while (this.#size > size) {
      const at = this.#size - 1;
      const kind = this.#kinds[at];
      const scope = this.#scopes[at];
      if (kind === undefined || scope === undefined) return;
      this.#size = at;
      const { name, flags } = kind;
      if ((flags & FORMATTING) !== 0 && name !== ended) this.#reopened.add(name);
      else if ((flags & SCOPE) !== 0) this.#reopened.clear();
      this.#content.close(kind, scope);
    }
  }
}

/** Returns whether tags are read as those of SVG or MathML. */
export function isForeign(reading: Reading | undefined): reading is "svg" | "math" {
  return reading === "svg" || reading === "math";
}

function readingIn({ name, space, flags }: TagKind, outside: Reading): Reading {
  if (space !== "html") return (flags & INTEGRATION) === 0 ? space : "html";
  if (name === "select") return "select";
  return name === "template" ? "html" : outside;
}

const TABLE_PARTS = new Set(["table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption"]);

/** Whether a misnested end tag ends all elements in its own. `dialog` is the one block not special. */
function endsDrawings({ name, flags }: TagKind): boolean {
  return (flags & (SPECIAL | FORMATTING)) !== 0 || name === "dialog";
}

/** Returns whether the end tag `name` may end an element outside the open `scope`. */
function reachesOut(name: string, scope: TagKind): boolean {
  if (scope.name === "noframes" || scope.name === "html") return false;
  if (name === "template" || name === "noframes") return true;
  return TABLE_PARTS.has(name) && scope.name !== "table" && scope.name !== "template";
}

/**
 * A block-level element as it is read, and what applies inside it. Its hints are found when somebody asks
 * for them.
 */
export class PageContainer implements Container, Scope {
  readonly kind: TagKind;
  readonly parent: PageContainer | undefined;
  readonly shape: string;
  readonly firstBlock: number;
  endBlock: number;
  buttons = 0;
  readonly container: PageContainer;
  shown = true;
  inert = false;
  preformatted = false;
  link: OpenLink | undefined = undefined;
  readonly #marks: NamingMarks;
  #ownHints = -1;
  #hints = -1;

  /** Begins at the block `firstBlock`. */
  constructor(
    kind: TagKind,
    parent: PageContainer | undefined,
    shape: string,
    firstBlock: number,
    marks: NamingMarks,
  ) {
    this.kind = kind;
    this.parent = parent;
    this.shape = shape;
    this.firstBlock = firstBlock;
    this.endBlock = firstBlock;
    this.container = this;
    this.#marks = marks;
  }

  get hints(): number {
    if (this.#hints < 0) this.#hints = this.ownHints | (this.parent?.hints ?? 0);
    return this.#hints;
  }

  get ownHints(): number {
    if (this.#ownHints < 0) this.#ownHints = ownHints(this.kind, this.#marks);
    return this.#ownHints;
  }
}
