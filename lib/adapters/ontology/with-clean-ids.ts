import type { OntologyFact } from "../../domain/ontology/concept.ts";
import type { OntologyReader, SkippedPiece } from "./ontology-reader.ts";
import { MAX_TERM_LENGTH, termText } from "./term-text.ts";

/** What stands in place of a fact whose id cannot be used. */
const NO_ID: SkippedPiece = {
  kind: "skipped",
  reason: `facts with an id that is empty or longer than ${MAX_TERM_LENGTH} characters`,
};

/** The facts with each id as {@link termText} makes it: fit to be stored, and to be shown on a terminal. */
export async function* withCleanIds(facts: ReturnType<OntologyReader>): ReturnType<OntologyReader> {
  // The facts of one concept mostly stand together.
  let last: { readonly written: string; readonly id: string | undefined } | undefined;
  const clean = (written: string): string | undefined => {
    if (last?.written !== written) last = { written, id: termText(written) };
    return last.id;
  };
  for await (const fact of facts) yield withCleanId(fact, clean);
}

function withCleanId(
  fact: OntologyFact | SkippedPiece,
  clean: (written: string) => string | undefined,
): OntologyFact | SkippedPiece {
  if (fact.concept === undefined) return fact;
  const concept = clean(fact.concept);
  if (concept === undefined) return NO_ID;
  if (!("other" in fact)) return concept === fact.concept ? fact : { ...fact, concept };
  const other = termText(fact.other);
  if (other === undefined) return NO_ID;
  return concept === fact.concept && other === fact.other ? fact : { ...fact, concept, other };
}
