import type { TagKind } from "./tag-kinds.ts";

/** A block-level element as far as the classifier needs it: numbers and a parent, no children. */
export interface Container {
  readonly kind: TagKind;
  readonly parent: Container | undefined;
  /** What it and the elements around it call themselves, see {@link "./container-hints.ts"}. */
  readonly hints: number;
  /** Its first class without digits, so that `row1` and `row2` are alike; `""` without a class. */
  readonly shape: string;
  /** Blocks inside: from `firstBlock` to before `endBlock`. */
  readonly firstBlock: number;
  endBlock: number;
}

/** A run of displayed text without a block boundary in it. */
export interface Block {
  /** Place in the page's text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Of these units, how many are link text. */
  readonly linkLength: number;
  readonly container: Container;
}
