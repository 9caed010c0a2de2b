import type { PathNode } from "./path-node.ts";
import { INLINE, SCOPE, type TagKind } from "./tag-kinds.ts";

/**
 * Deepest nesting kept; deeper elements become siblings of the last one, as in browsers (which stop
 * at 512). The limit bounds every search in the stack; hand-written pages stay under 60.
 */
export const MAX_DEPTH = 256;

/** An element that has not ended yet. */
export interface OpenElement<Scope> {
  readonly kind: TagKind;
  readonly path: PathNode;
  /** The reader's data about the inside of this element. */
  readonly scope: Scope;
}

/** The open elements from the root to the current position in the page. */
export class OpenElements<Scope> {
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
