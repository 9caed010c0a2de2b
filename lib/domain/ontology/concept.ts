/** One meaning of an ontology, with the terms that name it and the concepts it is tied to. */
export interface Concept {
  /** As the ontology writes it: `D053206`, `DOID:8469`, an IRI. */
  readonly id: string;
  /** The preferred term. */
  readonly name: string;
  /** Other terms of the same meaning; never the name. */
  readonly synonyms: readonly string[];
  /** Ids of the concepts one step up, one step down, and tied otherwise. */
  readonly broader: readonly string[];
  readonly narrower: readonly string[];
  readonly related: readonly string[];
}

/** One fact of an ontology file; facts may come in any order, and more than once. */
export type OntologyFact =
  | { readonly kind: "name" | "synonym"; readonly concept: string; readonly term: string }
  /** `concept` is a kind or part of `other`; or the two are related. */
  | { readonly kind: "broader" | "related"; readonly concept: string; readonly other: string };
