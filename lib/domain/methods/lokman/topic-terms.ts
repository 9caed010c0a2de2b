import { fail } from "../../../errors.ts";
import { stopWordsOf } from "../../text/stop-words.ts";
import { wordsOf } from "../../text/words.ts";
import type { ConceptTerm } from "../ontology/concept-set.ts";
import { termOfNoConcept } from "../ontology/term-of-no-concept.ts";
import type { Need } from "../strategy.ts";

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
