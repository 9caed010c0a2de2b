import type { Concept } from "../domain/ontology/concept.ts";

/** An ontology that is looked up, never held as a whole. */
export interface Ontology {
  /**
   * Concepts that a term names, its case and punctuation put aside: those it is the name of, or the
   * id; where there is none, those it is a synonym of. In order of id.
   */
  find(term: string): Promise<readonly Concept[]>;

  /** The concepts with these ids, in the order asked; ids that name no concept are left out. */
  get(ids: readonly string[]): Promise<readonly Concept[]>;

  /**
   * Terms most like the given one, the closest first and each once, for "did you mean"; at most
   * a third of which would have to be written anew, and no more than twice what the closest needs.
   */
  closest(term: string, limit: number): Promise<readonly string[]>;
}
