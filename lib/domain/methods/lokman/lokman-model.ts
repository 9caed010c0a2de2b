import type { ConceptTerm } from "../ontology/concept-set.ts";
import type { Need } from "../strategy.ts";
import type { LokmanSettings } from "./options.ts";
import { gradedWorth, termWorth } from "./term-worth.ts";
import { topicTerms } from "./topic-terms.ts";

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
