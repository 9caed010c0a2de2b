import type { OntologyFact } from "../../../domain/ontology/concept.ts";
import type { SkippedPiece } from "../ontology-reader.ts";

/**
 * Tree numbers of MeSH, from which links to broader headings follow: the parent of `C12.777.934` is
 * `C12.777`. All of them are held, 60,000 in 2021, since a parent may stand behind its children.
 */
export class MeshTree {
  readonly #concepts = new Map<string, string>();

  add(treeNumber: string, concept: string): void {
    this.#concepts.set(treeNumber, concept);
  }

  /**
   * A link for each number but those without a parent: heads of the tree have none, and the files of
   * NLM leave some of the heads out.
   */
  *links(): Iterable<OntologyFact | SkippedPiece> {
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
