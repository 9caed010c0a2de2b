/** One meaning of an ontology, with its terms and the concepts it is related to. */
export interface Concept {
  /** As written in the ontology: `D053206`, `DOID:8469`, an IRI. */
  readonly id: string;
  /** The preferred term. */
  readonly name: string;
  /** Other terms of the same meaning; never the name. */
  readonly synonyms: readonly string[];
  /** Ids of the concepts one step up, one step down, and otherwise related. */
  readonly broader: readonly string[];
  readonly narrower: readonly string[];
  readonly related: readonly string[];
}

/** One fact of an ontology file; facts may come in any order, and more than once. */
export type OntologyFact =
  | { readonly kind: "synonym"; readonly concept: string; readonly term: string }
  /**
   * The name of the lowest rank is kept, the first of equals; 0 if not given. The others become
   * synonyms.
   */
  | {
      readonly kind: "name";
      readonly concept: string;
      readonly term: string;
      readonly rank?: number;
    }
  /** `concept` is a kind or part of `other`; or the two are related. */
  | { readonly kind: "broader" | "related"; readonly concept: string; readonly other: string };
