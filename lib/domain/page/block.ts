import type { TagKind } from "./tag-kinds.ts";

/**
 * A block-level element with the data that the classifier needs: numbers and a parent, no children.
 */
export interface Container {
  readonly kind: TagKind;
  readonly parent: Container | undefined;
  /** Hints in the names of this element and those around it, see {@link "./container-hints.ts"}. */
  readonly hints: number;
  /** Its first class without digits, so that `row1` and `row2` are equal; `""` without a class. */
  readonly shape: string;
  /** Blocks inside: from `firstBlock` to before `endBlock`. */
  readonly firstBlock: number;
  endBlock: number;
}

/** A run of displayed text without a block boundary in it. */
export interface Block {
  /** Position in the page's text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Number of these units that are link text. */
  readonly linkLength: number;
  readonly container: Container;
}
