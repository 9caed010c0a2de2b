import {
  type Concept,
  type OntologyFact,
  spokenKey,
  termKey,
} from "../../lib/domain/methods/ontology/concept-set.ts";
import type { Ontology } from "../../lib/ports/ontology.ts";

/** A concept for a test, written short: links by id. */
export interface SomeConcept {
  readonly name?: string;
  readonly synonyms?: readonly string[];
  readonly broader?: readonly string[];
  readonly related?: readonly string[];
}

/** Diseases of bees in an invented classification: id → concept. */
export const BEES: Readonly<Record<string, SomeConcept>> = {
  H1: { name: "Hive Disorders", synonyms: ["Disorders of the Hive"] },
  H2: { name: "Brood Disorders", synonyms: ["Disorder, Brood"], broader: ["H1"] },
  H3: {
    name: "Comb Rot, Nocturnal",
    synonyms: ["night rot", "Blackcomb", "NCR", "Rot, Nocturnal Comb"],
    broader: ["H2", "S1"],
    related: ["H8"],
  },
  H4: { name: "Chalky Larva", synonyms: ["chalk"], broader: ["H2"] },
  H5: { name: "Early Comb Rot", broader: ["H3"] },
  H6: { name: "Royal Comb Rot", broader: ["H5", "H7"] },
  H7: { name: "Royal Ailments", synonyms: ["chalk"] },
  H8: { name: "Sleepless Swarm", broader: ["H9"] },
  H9: { name: "Swarm Disorders" },
  S1: { name: "Signs and Symptoms", broader: ["S0"] },
  S0: { name: "Observations" },
};

/** Returns the facts about concepts, in order. */
export function factsOf(concepts: Readonly<Record<string, SomeConcept>>): OntologyFact[] {
  return Object.entries(concepts).flatMap(([concept, { name, synonyms, broader, related }]) => [
    ...(name === undefined ? [] : [{ kind: "name", concept, term: name } as const]),
    ...(synonyms ?? []).map((term) => ({ kind: "synonym", concept, term }) as const),
    ...(broader ?? []).map((other) => ({ kind: "broader", concept, other }) as const),
    ...(related ?? []).map((other) => ({ kind: "related", concept, other }) as const),
  ]);
}

/** Returns an ontology held in memory, written only to be correct; `closest` knows no term. */
export function memoryOntology(facts: readonly OntologyFact[]): Ontology {
  const concepts = new Map<string, Concept>();
  for (const id of new Set(facts.map(({ concept }) => concept))) {
    const concept = conceptOf(id, facts);
    if (concept !== undefined) concepts.set(id, concept);
  }
  const isKnown = (id: string) => concepts.has(id);
  const whole = [...concepts.values()].map((concept) => ({
    ...concept,
    broader: concept.broader.filter(isKnown),
    narrower: concept.narrower.filter(isKnown),
    related: concept.related.filter(isKnown),
  }));
  const found = (keyed: (concept: Concept) => readonly string[], key: string | undefined) =>
    whole
      .filter((concept) => key !== "" && keyed(concept).some((term) => keysOf(term).includes(key)))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    async find(term) {
      for (const key of keysOf(term)) {
        const named = found(({ id, name }) => [id, name], key);
        const other = found(({ synonyms }) => synonyms, key);
        if (named.length + other.length > 0) return named.length > 0 ? named : other;
      }
      return [];
    },
    async get(ids) {
      return ids.flatMap((id) => whole.filter((concept) => concept.id === id));
    },
    async closest() {
      return [];
    },
  };
}

function conceptOf(id: string, facts: readonly OntologyFact[]): Concept | undefined {
  const terms = facts.flatMap((fact) => ("term" in fact && fact.concept === id ? [fact] : []));
  const texts = [...new Set(terms.map(({ term }) => term))].toSorted();
  const name = terms.find(({ kind }) => kind === "name")?.term ?? texts[0];
  if (name === undefined) return undefined;
  const linked = (pick: (concept: string, other: string, kind: string) => string | undefined) => {
    const ids = facts.flatMap((fact) => {
      if (!("other" in fact) || fact.other === fact.concept) return [];
      return pick(fact.concept, fact.other, fact.kind) ?? [];
    });
    return [...new Set(ids)].toSorted();
  };
  return {
    id,
    name,
    synonyms: texts.filter((text) => text !== name),
    broader: linked((a, b, kind) => (kind === "broader" && a === id ? b : undefined)),
    narrower: linked((a, b, kind) => (kind === "broader" && b === id ? a : undefined)),
    related: linked((a, b, kind) => {
      if (kind !== "related") return undefined;
      if (a === id) return b;
      return b === id ? a : undefined;
    }),
  };
}

function keysOf(term: string): (string | undefined)[] {
  return [termKey(term), spokenKey(term)].filter((key) => key !== undefined);
}
