import type { ConceptTerm } from "./concept-set.ts";
import { isAcronym } from "./is-acronym.ts";

/**
 * Returns a term without a concept of an ontology: the user's own term, or the topic as written.
 */
export function termOfNoConcept(
  term: string,
  { relation, distance, weight }: Pick<ConceptTerm, "relation" | "distance" | "weight">,
): ConceptTerm {
  return {
    term,
    isAcronym: isAcronym(term, [term]),
    relation,
    distance,
    isName: true,
    concept: "",
    weight,
  };
}
