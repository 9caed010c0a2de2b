import type { ConceptTerm } from "../ontology/concept-set.ts";
import type { LokmanSettings } from "./options.ts";

/**
 * Returns the worth of one occurrence of a term, 0 for an uninformative term. For concepts above
 * the topic and for its siblings, only the preferred names count. Above the topic, only the parents
 * count. Other names, and remoter concepts, occur on too many unrelated pages.
 */
export function termWorth(term: ConceptTerm, { weights }: Pick<LokmanSettings, "weights">): number {
  const { relation, isName, distance, weight } = term;
  if (weight !== undefined) return weight;
  switch (relation) {
    case "own":
    case "exact":
      return weights.exact;
    case "synonym":
    case "narrower":
      return distance <= NEAR ? weights[relation] : 0;
    case "partial":
      return isName && distance <= 1 ? weights.partial : 0;
    case "context":
      return isName && distance <= NEAR ? weights.context : 0;
  }
}

/**
 * Most steps of a near concept, as to siblings and grandchildren; concepts farther away are off
 * topic.
 */
const NEAR = 2;

/**
 * Returns the worth of a term at a link, graded by the steps between the two concepts. A link to a
 * remote cousin of the topic proves nothing, but is a better guess than any other link.
 */
export function gradedWorth(
  { distance, weight }: ConceptTerm,
  { weights, decay, reach }: Pick<LokmanSettings, "weights" | "decay" | "reach">,
): number {
  return weight ?? (distance <= reach ? weights.exact * decay ** distance : 0);
}
