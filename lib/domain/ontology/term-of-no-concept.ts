import type { ConceptTerm } from "./concept-set.ts";
import { isAcronym } from "./is-acronym.ts";

/** A term that no ontology knows, or was asked for: the user's own, or the topic's as it is written. */
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
