import type { PlacedConcept } from "./collect-terms.ts";
import type { Concept } from "./concept-set.ts";

/** A concept as a concept list has it: narrower ones name it as their broader one. */
export type ListedConcept = Omit<Concept, "narrower">;

/**
 * Returns the concepts that a person kept of those around a topic, with the links among them. One
 * whose way to the topic led over a concept that was taken out is linked to the topic itself, so it
 * keeps its relation, and is one step away.
 */
export function pruneConcepts(
  placed: readonly PlacedConcept[],
  kept: ReadonlySet<string>,
): readonly ListedConcept[] {
  const chosen = placed.filter(({ concept }) => kept.has(concept.id));
  const topic = chosen.find(({ distance }) => distance === 0);
  if (topic === undefined) return [];
  const among = (ids: readonly string[]) => ids.filter((id) => kept.has(id));
  const lists = new Map(
    chosen.map(({ concept: { id, name, synonyms, broader, related } }) => [
      id,
      { id, name, synonyms, broader: among(broader), related: among(related) },
    ]),
  );
  const reached = reachable(chosen, kept);
  const own = lists.get(topic.concept.id);
  for (const { concept, relation } of chosen) {
    const list = lists.get(concept.id);
    if (list === undefined || own === undefined || reached.has(concept.id)) continue;
    if (relation === "narrower") list.broader.push(own.id);
    else if (relation === "partial") own.broader.push(list.id);
    else list.related.push(own.id);
  }
  return [...lists.values()];
}

/** Returns the ids of the chosen concepts that links among them connect with the topic. */
function reachable(chosen: readonly PlacedConcept[], kept: ReadonlySet<string>): Set<string> {
  const byId = new Map(chosen.map(({ concept }) => [concept.id, concept]));
  const reached = new Set(
    chosen.filter(({ distance }) => distance === 0).map(({ concept }) => concept.id),
  );
  // A set may grow while it is gone through.
  for (const id of reached) {
    const { broader = [], narrower = [], related = [] } = byId.get(id) ?? {};
    for (const next of [...broader, ...narrower, ...related]) if (kept.has(next)) reached.add(next);
  }
  return reached;
}
