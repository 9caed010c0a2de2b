import type { Concept } from "../domain/methods/ontology/concept-set.ts";

/** An ontology for look-ups, never held as a whole. */
export interface Ontology {
  /**
   * Returns concepts by term, ignoring case and punctuation. These are concepts with this name or
   * id, otherwise concepts with this synonym. Ordered by id.
   */
  find(term: string): Promise<readonly Concept[]>;

  /** Returns the concepts with these ids, in the order of the ids; unknown ids are left out. */
  get(ids: readonly string[]): Promise<readonly Concept[]>;

  /**
   * Returns the most similar terms, the closest first and each once, for "did you mean". At most a
   * third of each may differ. Each needs at most twice the changes of the closest.
   */
  closest(term: string, limit: number): Promise<readonly string[]>;
}
