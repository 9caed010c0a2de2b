import type { Concept } from "./concept.ts";
import type { Relation } from "./concept-set.ts";

/** The relation of a whole concept to the topic: `synonym` is the topic's own concept. */
export type ConceptRelation = Extract<Relation, "synonym" | "partial" | "narrower" | "context">;

/** The place of a concept as seen from the topic. */
export interface ConceptPlace {
  readonly relation: ConceptRelation;
  /** Steps from the topic's concept, from 0. */
  readonly distance: number;
}

/** A concept and its place. */
export interface PlacedConcept extends ConceptPlace {
  readonly concept: Concept;
}

/** Relations from the strongest to the weakest: a term in two of them counts under the first. */
const STRENGTH: readonly Relation[] = ["exact", "own", "synonym", "partial", "narrower", "context"];

/** Compares by relation, the strongest first, then by distance. */
export function compareStrength(
  a: { readonly relation: Relation; readonly distance: number },
  b: { readonly relation: Relation; readonly distance: number },
): number {
  return STRENGTH.indexOf(a.relation) - STRENGTH.indexOf(b.relation) || a.distance - b.distance;
}

/**
 * Returns the concepts one step from those given, by id, each in its strongest place. Only straight
 * ways up are broader, and only straight ways down are narrower. A way that bends is context: a
 * sibling is up, then down.
 */
export function placesOneStepOn(from: readonly PlacedConcept[]): Map<string, ConceptPlace> {
  const places = new Map<string, ConceptPlace>();
  for (const { concept, relation, distance } of from) {
    const offer = (ids: readonly string[], straight: ConceptRelation | undefined) => {
      const goesOn = relation === "synonym" || relation === straight;
      const place = {
        relation: (goesOn && straight) || "context",
        distance: distance + 1,
      } as const;
      for (const id of ids) keepStronger(places, id, place);
    };
    offer(concept.broader, "partial");
    offer(concept.narrower, "narrower");
    offer(concept.related, undefined);
  }
  return places;
}

function keepStronger(places: Map<string, ConceptPlace>, id: string, place: ConceptPlace): void {
  const known = places.get(id);
  if (known === undefined || compareStrength(place, known) < 0) places.set(id, place);
}
