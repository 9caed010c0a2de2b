import { termOfNoConcept } from "../domain/methods/ontology/collect-terms.ts";
import type { ConceptTerm } from "../domain/methods/ontology/concept-set.ts";
import type { Need } from "../domain/methods/strategy.ts";
import { fileNeed } from "./files-schema.ts";
import type { Project } from "./project-schema.ts";

/**
 * Returns the need as far as the project says it in its own words: without example pages, ontology
 * and click paths, which lie elsewhere.
 */
export function needInWords(need: Project["need"]): Need {
  const { topic, words, terms, files, detect, threshold } = need;
  return {
    topic,
    words,
    concepts: terms && { topic: topic ?? "", terms: ownTerms(need) },
    good: [],
    bad: [],
    seen: [],
    examplePage: undefined,
    files: fileNeed(files),
    detect,
    threshold,
    paths: undefined,
    pathModel: undefined,
  };
}

/** Returns the user's own terms of the topic. */
export function ownTerms({ terms = {} }: Project["need"]): ConceptTerm[] {
  return Object.entries(terms).map(([term, weight]) =>
    termOfNoConcept(term, { relation: "own", distance: 0, weight }),
  );
}
