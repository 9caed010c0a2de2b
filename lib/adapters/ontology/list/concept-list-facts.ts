import type { OntologyFact } from "../../../domain/ontology/concept.ts";
import { conceptDirectory } from "./concept-directory.ts";
import type { ListedConcept, ReportFault } from "./listed-concept.ts";

/**
 * Facts of a list. What a row calls broader or related is an id, a name or a synonym in the list;
 * failing that, the name of a concept that has no row of its own.
 */
export function conceptListFacts(
  concepts: readonly ListedConcept[],
  report: ReportFault,
): readonly OntologyFact[] {
  const directory = conceptDirectory(concepts, report);
  return concepts.flatMap((row): OntologyFact[] => {
    const concept = directory.idOf(row);
    const link = (kind: "broader" | "related", reference: string): OntologyFact[] => {
      const { id: other, isNew } = directory.find(reference, row.line);
      const fact: OntologyFact = { kind, concept, other };
      return isNew ? [{ kind: "name", concept: other, term: reference }, fact] : [fact];
    };
    return [
      { kind: "name", concept, term: row.name },
      ...row.synonyms.map((term): OntologyFact => ({ kind: "synonym", concept, term })),
      ...row.broader.flatMap((reference) => link("broader", reference)),
      ...row.related.flatMap((reference) => link("related", reference)),
    ];
  });
}
