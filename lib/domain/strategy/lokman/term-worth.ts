import type { ConceptTerm } from "../../ontology/concept-set.ts";
import type { LokmanSettings } from "./options.ts";

/**
 * What one occurrence of a term is worth, 0 for one that tells nothing. Of concepts above and beside
 * the topic only the preferred names count, of those above only the parents: their other names, and
 * remoter concepts, stand on too many pages that have nothing to do with the topic.
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

/** Steps to siblings and grandchildren; concepts farther away are not of the topic. */
const NEAR = 2;

/**
 * What a term says of the page that a link leads to, graded by the steps between the two concepts: a
 * link to a remote cousin of the topic is no proof, and still a better guess than any other link.
 */
export function gradedWorth(
  { distance, weight }: ConceptTerm,
  { weights, decay, reach }: Pick<LokmanSettings, "weights" | "decay" | "reach">,
): number {
  return weight ?? (distance <= reach ? weights.exact * decay ** distance : 0);
}
