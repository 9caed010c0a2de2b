import type { OntologyFact } from "../../../domain/ontology/concept.ts";
import type { SkippedPiece } from "../ontology-reader.ts";
import type { JoinedLabel } from "./skos-label-nodes.ts";

/** What is known so far of a concept. */
export interface HeldConcept {
  readonly labels: JoinedLabel[];
  readonly links: OntologyFact[];
  /** Why it is to be left out. */
  leftOut: SkippedPiece | undefined;
}

/** Concepts held back until all of them is known: their labels in other languages, whether they are in use. */
export interface HeldConcepts {
  /** The concept with this id, to be told of by one statement more. */
  hold(id: string): HeldConcept;
  /** Tells all that is left. */
  releaseAll(): void;
}

/**
 * Most statements held: a few megabytes. Files keep a concept's statements together; in one that does
 * not, a label may become the name before the English one is seen, and a deprecation come too late.
 */
const MAX_HELD = 10_000;

/** Holds none yet; those held for the longest time are told first. */
export function heldConcepts(tell: (piece: OntologyFact | SkippedPiece) => void): HeldConcepts {
  const concepts = new Map<string, HeldConcept & { statements: number }>();
  let held = 0;

  const release = (most: number): void => {
    for (const [id, concept] of concepts) {
      if (held <= most) return;
      held -= concept.statements;
      concepts.delete(id);
      for (const fact of factsOf(id, concept)) tell(fact);
    }
  };
  return {
    hold(id) {
      release(MAX_HELD);
      let concept = concepts.get(id);
      if (concept === undefined) {
        concept = { labels: [], links: [], leftOut: undefined, statements: 0 };
        concepts.set(id, concept);
      }
      concept.statements += 1;
      held += 1;
      return concept;
    },
    releaseAll: () => release(0),
  };
}

/** Facts of a concept, its name first; of one that is left out only that it is. */
function factsOf(
  concept: string,
  { labels, links, leftOut }: HeldConcept,
): readonly (OntologyFact | SkippedPiece)[] {
  if (leftOut !== undefined) return [leftOut];
  const name = nameOf(labels);
  const facts = labels.map((label): OntologyFact => {
    return { kind: label === name ? "name" : "synonym", concept, term: label.term };
  });
  return [...facts, ...links];
}

/** The preferred label in English, else the one without a language, else the first. */
function nameOf(labels: readonly JoinedLabel[]): JoinedLabel | undefined {
  const preferred = labels.filter(({ isPreferred }) => isPreferred);
  return preferred.toSorted((a, b) => languageRank(a.language) - languageRank(b.language))[0];
}

function languageRank(tag: string): number {
  const language = tag.toLowerCase();
  if (language === "en") return 0;
  if (language.startsWith("en-")) return 1;
  return language === "" ? 2 : 3;
}
