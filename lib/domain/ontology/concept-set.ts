/**
 * How a term stands to the topic: the topic's own name, another name of it, a broader concept
 * (Kayışoğlu's PAR), a concept beside it (sibling or related), a narrower one, or a term the user gave.
 */
export type Relation = "exact" | "synonym" | "partial" | "context" | "narrower" | "own";

/**
 * Steps around a topic that its terms are taken from: as far as cousins that share a great-grandparent.
 * Strategies weigh the remote ones by their distance, or take none of them.
 */
export const REACH = 6;

/** A term that tells of the topic. */
export interface ConceptTerm {
  readonly term: string;
  /** Written in capitals, or spelled by the initials of another term of its concept: never singularised. */
  readonly isAcronym: boolean;
  readonly relation: Relation;
  /** Steps through the ontology from the topic's concept, by the shortest way: 0 for its own terms. */
  readonly distance: number;
  /** Whether it is its concept's preferred term, or the topic itself. */
  readonly isName: boolean;
  /** Id of the concept it names; `""` for the user's own terms. */
  readonly concept: string;
  /** Set by the user for one of their own terms; a strategy weighs the others by relation or distance. */
  readonly weight: number | undefined;
}

/** A topic with everything an ontology ties to it; each folded term once, under its strongest relation. */
export interface ConceptSet {
  readonly topic: string;
  readonly terms: readonly ConceptTerm[];
}
