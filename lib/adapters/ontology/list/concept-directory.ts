import type { OntologyFact } from "../../../domain/methods/ontology/concept.ts";
import { shortQuote } from "../ontology-unreadable.ts";
import type { ListedConcept, ReportFault } from "./listed-concept.ts";

/** Resolves the concept of a row and the concept that a reference means. */
interface ConceptDirectory {
  /** Returns the id of a row's concept. */
  idOf(concept: ListedConcept): string;
  /** Returns the id of the concept meant; `isNew` when the reference is the first to mention it. */
  find(reference: string, line: number): { readonly id: string; readonly isNew: boolean };
}

/**
 * Indexes the concepts of a list by id, name and synonym, in any case. A row without an id belongs
 * to the concept of its name, otherwise to a new one with the name as id. Ambiguous references are
 * reported.
 */
function conceptDirectory(
  concepts: readonly ListedConcept[],
  report: ReportFault,
): ConceptDirectory {
  const ids = new Set(concepts.flatMap(({ id }) => id ?? []));
  const names = new Map<string, Set<string>>();
  const synonyms = new Map<string, Set<string>>();
  const idOfRow = new Map<ListedConcept, string>();

  const only = (found: ReadonlySet<string>, term: string, line: number): string | undefined => {
    if (found.size > 1) {
      const choice = [...found].slice(0, MAX_SHOWN).map(shortQuote).join(", ");
      const quote = shortQuote(term);
      report(line, `means one of several concepts by "${quote}": write its id (${choice})`);
    }
    return found.values().next().value;
  };
  const concept = (name: string, line: number): string => {
    const known = only(idsIn(names, name), name, line);
    if (known !== undefined) return known;
    if (ids.has(name))
      report(line, `has "${shortQuote(name)}" for a name, the id of another concept`);
    note(names, name, name);
    return name;
  };

  for (const { id, name } of concepts) if (id !== undefined) note(names, name, id);
  for (const row of concepts) idOfRow.set(row, row.id ?? concept(row.name, row.line));
  for (const [row, id] of idOfRow) for (const synonym of row.synonyms) note(synonyms, synonym, id);

  return {
    idOf: (row) => idOfRow.get(row) ?? row.name,
    find(reference, line) {
      if (ids.has(reference)) return { id: reference, isNew: false };
      const named = idsIn(names, reference);
      const found = only(named.size > 0 ? named : idsIn(synonyms, reference), reference, line);
      if (found !== undefined) return { id: found, isNew: false };
      return { id: concept(reference, line), isNew: true };
    },
  };
}

/** Most ids reported for a name that several concepts share. */
const MAX_SHOWN = 5;

const NONE: ReadonlySet<string> = new Set();

function idsIn(directory: ReadonlyMap<string, ReadonlySet<string>>, term: string) {
  return directory.get(keyOf(term)) ?? NONE;
}

function note(directory: Map<string, Set<string>>, term: string, id: string): void {
  const known = directory.get(keyOf(term));
  if (known === undefined) directory.set(keyOf(term), new Set([id]));
  else known.add(id);
}

function keyOf(term: string): string {
  return term.normalize("NFKC").toLowerCase();
}

/**
 * Converts a list to facts. A row names broader or related concepts by an id, a name or a synonym
 * in the list. Otherwise it names a concept that has no row of its own.
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
