import type { OntologyFact } from "../../../domain/methods/ontology/concept.ts";
import type { SkippedPiece } from "../ontology-reader.ts";
import { ontologyUnreadable } from "../ontology-unreadable.ts";

/** Most tree numbers held until the end of a file; MeSH of 2021 has 60,662. */
export const MAX_HELD = 1_000_000;

/** Longest tree number, in UTF-16 units; that of a heading 15 levels below the head has 59. */
const MAX_NUMBER_LENGTH = 100;

/**
 * The tree numbers of MeSH, which imply links to broader headings: the parent of `C12.777.934` is
 * `C12.777`. All are held (60,000 in 2021), since a parent may follow its children.
 */
export class MeshTree {
  readonly #file: string;
  readonly #concepts = new Map<string, string>();
  #tooLong = 0;

  /** `file` is named in messages. */
  constructor(file: string) {
    this.#file = file;
  }

  /** @throws DowserError `ontology-unreadable` when the file has too many */
  add(treeNumber: string, concept: string): void {
    if (this.#concepts.size >= MAX_HELD) throw tooMany(this.#file);
    if (treeNumber.length > MAX_NUMBER_LENGTH) this.#tooLong += 1;
    else this.#concepts.set(treeNumber, concept);
  }

  /**
   * Yields a link for each number that has a parent. Heads of the tree have no parent, and the
   * files of NLM omit some of the heads.
   */
  *links(): Iterable<OntologyFact | SkippedPiece> {
    for (let skipped = this.#tooLong; skipped > 0; skipped--) yield TOO_LONG;
    for (const [treeNumber, concept] of this.#concepts) {
      const cut = treeNumber.lastIndexOf(".");
      if (cut < 0) continue;
      const parent = treeNumber.slice(0, cut);
      const other = this.#concepts.get(parent);
      if (other !== undefined) yield { kind: "broader", concept, other };
      else if (parent.includes("."))
        yield { kind: "skipped", reason: "tree numbers whose parent the file lacks" };
    }
  }
}

function tooMany(file: string) {
  return ontologyUnreadable(file, undefined, {
    fault: `has more than ${MAX_HELD} tree numbers`,
    hint: "give a file of MeSH as NLM publishes it",
  });
}

const TOO_LONG: SkippedPiece = {
  kind: "skipped",
  reason: `tree numbers longer than ${MAX_NUMBER_LENGTH} characters`,
};
