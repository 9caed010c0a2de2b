import { EventEmitter } from "node:events";
import { Parser } from "n3";
import type { OntologyFact } from "../../../domain/methods/ontology/concept-set.ts";
import { utf8OrMarked } from "../decode-text.ts";
import type { OntologyReader, SkippedPiece } from "../ontology-reader.ts";
import type { OntologySource } from "../ontology-source.ts";
import { type RdfStatement, type RdfSyntax, rdfStatements } from "./rdf-statements.ts";
import { rdfXmlSyntax } from "./rdf-xml-syntax.ts";
import { skosFacts } from "./skos-facts.ts";

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

/** Turtle, which includes N-Triples. */
export const turtleSyntax: RdfSyntax = {
  name: "Turtle",
  encodingOf: utf8OrMarked,
  open(base) {
    const input = new EventEmitter();
    let found: RdfStatement[] = [];
    let failure: Error | undefined;
    new Parser({ format: "text/turtle", baseIRI: base }).parse(
      input,
      // At the end the parser calls without an error and without a quad, whatever its types say.
      (error: Error | null, quad: RdfStatement | null) => {
        if (error !== null) failure ??= error;
        else if (quad !== null) found.push(quad);
      },
    );
    const take = (): readonly RdfStatement[] => {
      if (failure !== undefined) throw failure;
      const taken = found;
      found = [];
      return taken;
    };
    return {
      parse(text) {
        input.emit("data", text);
        return take();
      },
      finish() {
        input.emit("end");
        return take();
      },
    };
  },
};
