import { DowserError } from "../../../errors.ts";
import type { ConceptTerm } from "../../ontology/concept-set.ts";
import { isAcronym } from "../../ontology/is-acronym.ts";
import { stopWordsOf } from "../../text/stop-words.ts";
import { wordsOf } from "../../text/words.ts";
import type { Need } from "../strategy.ts";

/**
 * The need's concepts; without them, the topic as it is written and, where it has several words, each
 * of them as context.
 * @throws DowserError `no-topic`
 */
export function topicTerms({ topic, concepts }: Need): readonly ConceptTerm[] {
  if (concepts !== undefined) return concepts.terms;
  const words = wordsOf(topic ?? "");
  if (topic === undefined || words.length === 0) {
    throw new DowserError("lokman has no topic to look for", {
      code: "no-topic",
      reaction: "fix-config",
      value: topic,
      mend: "name need.topic, and an ontology that knows it under need.ontology; or terms of your own under need.terms",
    });
  }
  const whole = aTerm(topic, "exact");
  const stopWords = stopWordsOf(undefined);
  const telling = new Set(words.filter((word) => !stopWords.has(word)));
  return words.length === 1 ? [whole] : [whole, ...[...telling].map((w) => aTerm(w, "context"))];
}

function aTerm(term: string, relation: ConceptTerm["relation"]): ConceptTerm {
  return {
    term,
    isAcronym: isAcronym(term, [term]),
    relation,
    distance: 0,
    isName: true,
    concept: "",
    weight: undefined,
  };
}
