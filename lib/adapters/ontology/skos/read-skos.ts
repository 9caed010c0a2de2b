import type { OntologyFact } from "../../../domain/ontology/concept.ts";
import type { OntologyReader, SkippedPiece } from "../ontology-reader.ts";
import type { OntologySource } from "../ontology-source.ts";
import { type RdfSyntax, rdfStatements } from "./rdf-statements.ts";
import { rdfXmlSyntax } from "./rdf-xml-syntax.ts";
import { skosFacts } from "./skos-facts.ts";
import { turtleSyntax } from "./turtle-syntax.ts";

/** Reads a SKOS thesaurus written in RDF/XML. */
export const readSkosRdf: OntologyReader = (source) => readSkos(source, rdfXmlSyntax);

/** Reads a SKOS thesaurus written in Turtle or N-Triples. */
export const readSkosTurtle: OntologyReader = (source) => readSkos(source, turtleSyntax);

async function* readSkos(
  source: OntologySource,
  syntax: RdfSyntax,
): AsyncIterable<OntologyFact | SkippedPiece> {
  const facts = skosFacts();
  for await (const statements of rdfStatements(source, syntax)) {
    for (const statement of statements) facts.add(statement);
    yield* facts.take();
  }
  facts.finish();
  yield* facts.take();
}
