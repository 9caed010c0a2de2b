import type { Container } from "./block.ts";
import { type NamingMarks, ownHints } from "./container-hints.ts";
import type { TagKind } from "./tag-kinds.ts";

/** A block-level element as it is read: its hints are found when somebody asks for them. */
export class PageContainer implements Container {
  readonly kind: TagKind;
  readonly parent: PageContainer | undefined;
  readonly shape: string;
  readonly firstBlock: number;
  endBlock: number;
  readonly #marks: NamingMarks | undefined;
  #hints = -1;

  /** Begins at the block `firstBlock`; an element without marks has no hints of its own. */
  constructor(
    kind: TagKind,
    parent: PageContainer | undefined,
    shape: string,
    firstBlock: number,
    marks?: NamingMarks,
  ) {
    this.kind = kind;
    this.parent = parent;
    this.shape = shape;
    this.firstBlock = firstBlock;
    this.endBlock = firstBlock;
    this.#marks = marks;
  }

  get hints(): number {
    if (this.#hints < 0) {
      const own = this.#marks === undefined ? 0 : ownHints(this.kind, this.#marks);
      this.#hints = own | (this.parent?.hints ?? 0);
    }
    return this.#hints;
  }
}
