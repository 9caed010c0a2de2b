/**
 * The relation of a term to the topic. `exact` is the topic's own name, `synonym` another name of
 * it. `partial` is a broader concept (Kayışoğlu's PAR), `context` a related or sibling concept.
 * `narrower` is a narrower one, `own` a term from the user.
 */
export type Relation = "exact" | "synonym" | "partial" | "context" | "narrower" | "own";

/**
 * Most steps around a topic from which terms are taken: as far as cousins that share a
 * great-grandparent. Strategies weigh the distant ones by their distance, or ignore them.
 */
export const REACH = 6;

/** A term that indicates the topic. */
export interface ConceptTerm {
  readonly term: string;
  /**
   * Written in capitals, or spelled by the initials of another term of its concept; never reduced
   * to a singular.
   */
  readonly isAcronym: boolean;
  readonly relation: Relation;
  /**
   * Steps through the ontology from the topic's concept, by the shortest way: 0 for the topic's own
   * terms.
   */
  readonly distance: number;
  /** Whether it is its concept's preferred term, or the topic itself. */
  readonly isName: boolean;
  /** Id of the concept it names; `""` for the user's own terms. */
  readonly concept: string;
  /** Set by the user for their own term; a strategy weighs the others by relation or distance. */
  readonly weight: number | undefined;
}

/**
 * A topic with all related terms of an ontology; each folded term once, under its strongest
 * relation.
 */
export interface ConceptSet {
  readonly topic: string;
  readonly terms: readonly ConceptTerm[];
}

/**
 * The weight of one occurrence of a term by its relation to the topic, without a unit. It follows
 * Kayışoğlu (2005), which has no narrower concepts; they weigh as much as broader ones at the same
 * distance. A user's own term weighs as much as the topic.
 */
export const DEFAULT_RELATION_WEIGHTS: Readonly<Record<Relation, number>> = {
  exact: 15,
  own: 15,
  synonym: 12,
  partial: 8,
  narrower: 8,
  context: 5,
};
