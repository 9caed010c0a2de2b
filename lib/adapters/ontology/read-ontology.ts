import type { OntologyFact } from "../../domain/methods/ontology/concept-set.ts";
import { formatOf, type OntologyFormat } from "./ontology-format.ts";
import {
  MAX_TERM_LENGTH,
  type OntologyReader,
  type SkippedPiece,
  termText,
} from "./ontology-reader.ts";
import { type OntologySource, openOntologySource } from "./ontology-source.ts";

/** The readers, each loaded when a file needs it: a list of words needs no RDF library. */
const READERS: Readonly<Record<OntologyFormat, () => Promise<OntologyReader>>> = {
  "mesh-xml": async () => (await import("./mesh/read-mesh-xml.ts")).readMeshXml,
  obo: async () => (await import("./obo/read-obo.ts")).readObo,
  "skos-rdf": async () => (await import("./skos/read-skos.ts")).readSkosRdf,
  "skos-turtle": async () => (await import("./skos/read-skos.ts")).readSkosTurtle,
  "concept-yaml": async () => (await import("./list/read-concept-list.ts")).readConceptYaml,
  "concept-csv": async () => (await import("./list/read-concept-list.ts")).readConceptCsv,
  "umls-rrf": async () => (await import("./umls/read-rrf.ts")).readRrf,
};

/**
 * Reads the facts of an ontology, in the given format or in the one detected by content or name.
 * Their ids are safe to print.
 * @throws DowserError `ontology-format-unknown`, `ontology-unreadable`
 */
export async function* readOntology(
  path: string,
  format: OntologyFormat | undefined,
  onRead?: OntologySource["onRead"],
): ReturnType<OntologyReader> {
  const source = openOntologySource(path, onRead);
  const read = await READERS[format ?? (await formatOf(source))]();
  yield* withCleanIds(read(source));
}

/** Replaces a fact whose id cannot be used. */
const NO_ID: SkippedPiece = {
  kind: "skipped",
  reason: `facts with an id that is empty or longer than ${MAX_TERM_LENGTH} characters`,
};

/**
 * Yields the facts with each id cleaned by {@link termText}, so that it can be stored and printed.
 */
async function* withCleanIds(facts: ReturnType<OntologyReader>): ReturnType<OntologyReader> {
  // The facts of one concept are mostly adjacent.
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
