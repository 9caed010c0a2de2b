import {
  type CollectedTerms,
  type ConceptPlace,
  collectTerms,
  compareStrength,
  type PlacedConcept,
  placesOneStepOn,
} from "../domain/methods/ontology/collect-terms.ts";
import type { ConceptSet, Relation } from "../domain/methods/ontology/concept-set.ts";
import { type DowserError, fail } from "../errors.ts";
import type { Ontology } from "../ports/ontology.ts";

/**
 * Most concepts taken of one relation at one distance, the first in order of id. For a disease in
 * MeSH, all are taken to distance 6. Only the thousands of children of a root are cut, and they are
 * vague anyway.
 */
const MAX_CONCEPTS_PER_STEP = 5_000;
/** Number of terms that a hint offers instead of an unknown one. */
const SUGGESTIONS = 5;

/** A topic with all that an ontology ties to it, and what was left out of that. */
export interface ExpandedTopic extends ConceptSet, CollectedTerms {
  /** Number of concepts beyond the limit, by relation. */
  readonly cut: Readonly<Partial<Record<Relation, number>>>;
}

/**
 * Expands a topic into the terms of its concepts, and of those up to `reach` steps around them:
 * siblings and grandparents are two steps away. A term that several concepts share counts for all
 * of them.
 * @throws DowserError `unknown-topic`
 */
export async function expandTopic(
  ontology: Ontology,
  topic: string,
  reach: number,
): Promise<ExpandedTopic> {
  const found = await ontology.find(topic);
  if (found.length === 0) throw await unknownTopic(ontology, topic);
  const cut = new Map<Relation, number>();
  const placed = new Map<string, PlacedConcept>();
  let last: readonly PlacedConcept[] = found.map((concept) => {
    return { concept, relation: "synonym", distance: 0 };
  });
  for (const place of last) placed.set(place.concept.id, place);
  for (let distance = 1; distance <= reach && last.length > 0; distance += 1) {
    const reached = placesOneStepOn(last);
    const fresh = takeSome(reached, placed, cut);
    last = [
      ...straightened(reached, placed),
      ...(await ontology.get([...fresh.keys()])).flatMap((concept) => {
        const place = fresh.get(concept.id);
        return place === undefined ? [] : [{ concept, ...place }];
      }),
    ];
    for (const place of last) placed.set(place.concept.id, place);
  }
  return { topic, ...collectTerms(topic, [...placed.values()]), cut: Object.fromEntries(cut) };
}

/**
 * Returns the concepts that were reached by a bent way first and by a straight one now. The
 * straight way's relation and the shorter distance apply.
 */
function straightened(
  reached: ReadonlyMap<string, ConceptPlace>,
  placed: ReadonlyMap<string, PlacedConcept>,
): PlacedConcept[] {
  return Array.from(reached).flatMap(([id, place]) => {
    const known = placed.get(id);
    if (known === undefined || compareStrength(place, known) >= 0) return [];
    return [{ ...known, relation: place.relation }];
  });
}

/**
 * Returns the places of newly reached concepts, up to a limit per relation; counts those beyond it
 * in `cut`.
 */
function takeSome(
  reached: ReadonlyMap<string, ConceptPlace>,
  placed: ReadonlyMap<string, PlacedConcept>,
  cut: Map<Relation, number>,
): Map<string, ConceptPlace> {
  const taken = new Map<string, ConceptPlace>();
  const counts = new Map<Relation, number>();
  for (const [id, place] of [...reached].toSorted(byId)) {
    if (placed.has(id)) continue;
    const { relation } = place;
    const count = counts.get(relation) ?? 0;
    if (count < MAX_CONCEPTS_PER_STEP) {
      taken.set(id, place);
      counts.set(relation, count + 1);
    } else {
      cut.set(relation, (cut.get(relation) ?? 0) + 1);
    }
  }
  return taken;
}

/** Compares by code unit: an order that no locale changes. */
function byId([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

async function unknownTopic(ontology: Ontology, topic: string): Promise<DowserError> {
  const closest = await ontology.closest(topic, SUGGESTIONS);
  const value = { topic, closest };
  if (closest.length === 0) return fail("unknown-topic", { topic, value });
  const offered = closest.map((term) => `"${term}"`).join(", ");
  return fail("unknown-topic/closest", { topic, closest: offered, value });
}
