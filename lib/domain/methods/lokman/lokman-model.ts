import { fail } from "../../../errors.ts";
import { stopWordsOf, wordsOf } from "../../text/words.ts";
import { termOfNoConcept } from "../ontology/collect-terms.ts";
import type { ConceptTerm } from "../ontology/concept-set.ts";
import type { Need } from "../strategy.ts";
import type { LokmanSettings } from "./options.ts";

/** The weighted terms that `lokman` looks for. */
export type LokmanModel = {
  readonly terms: readonly {
    readonly term: string;
    readonly isAcronym: boolean;
    /** Worth of one occurrence in the text of a page; 0 for a term that counts only at links. */
    readonly inPage: number;
    /** Worth of the term at a link by its distance; 0 when distances are not graded. */
    readonly graded: number;
  }[];
  /** Least utility of a target page; `null` for any page that names a concept. */
  readonly threshold: number | null;
};

/** Weights the need's terms. */
export function lokmanModel(need: Need, settings: LokmanSettings): LokmanModel {
  const weigh = (term: ConceptTerm) => ({
    term: term.term,
    isAcronym: term.isAcronym,
    inPage: termWorth(term, settings),
    graded: settings.grading === "distance" ? gradedWorth(term, settings) : 0,
  });
  const terms = topicTerms(need).map(weigh);
  return {
    terms: terms.filter(({ inPage, graded }) => inPage > 0 || graded > 0),
    threshold: need.threshold ?? null,
  };
}

/** Distance of a single word of the topic: as informative as a sibling concept, two steps away. */
const WORD_DISTANCE = 2;

/**
 * Returns the need's concepts. When no ontology names the topic, the topic itself is added. If it
 * has several words, each of them is added as context.
 * @throws DowserError `no-topic`
 */
export function topicTerms({ topic = "", concepts }: Need): readonly ConceptTerm[] {
  const known = concepts?.terms ?? [];
  if (known.some(({ relation }) => relation === "exact")) return known;
  const terms = [...known, ...asWritten(topic)];
  if (terms.length > 0) return terms;
  throw fail("no-topic", { value: topic });
}

function asWritten(topic: string): ConceptTerm[] {
  const words = wordsOf(topic);
  if (words.length === 0) return [];
  const whole = aTerm(topic, "exact", 0);
  if (words.length === 1) return [whole];
  const stopWords = stopWordsOf(undefined);
  const telling = new Set(words.filter((word) => !stopWords.has(word)));
  return [whole, ...Array.from(telling, (word) => aTerm(word, "context", WORD_DISTANCE))];
}

function aTerm(term: string, relation: ConceptTerm["relation"], distance: number): ConceptTerm {
  return termOfNoConcept(term, { relation, distance, weight: undefined });
}

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
