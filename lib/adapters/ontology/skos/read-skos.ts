/** Reads SKOS as Turtle and as RDF/XML. */
import { EventEmitter } from "node:events";
import { Parser } from "n3";
import { RdfXmlParser } from "rdfxml-streaming-parser";
import type { OntologyFact } from "../../../domain/methods/ontology/concept-set.ts";
import { utf8OrMarked, xmlEncoding } from "../decode-text.ts";
import type { OntologyReader, SkippedPiece } from "../ontology-reader.ts";
import type { OntologySource } from "../ontology-source.ts";
import {
  type RdfStatement,
  type RdfSyntax,
  type RdfTerm,
  rdfStatements,
} from "./rdf-statements.ts";
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

/** RDF/XML. The file's own short entities are replaced by their text, and nothing is fetched. */
const rdfXmlSyntax: RdfSyntax = {
  name: "RDF/XML",
  encodingOf: xmlEncoding,
  open(base) {
    const parser = new StatementParser({
      baseIRI: base,
      trackPosition: true,
      // An id of a thesaurus is a key, not an address: a space in it does no harm.
      validateUri: false,
      // Otherwise all ids seen would be kept to the end.
      allowDuplicateRdfIds: true,
      parseUnsupportedVersions: true,
    });
    return {
      parse: (text) => parser.parse(text),
      finish: () => parser.finish(),
    };
  },
};

/** Nesting of elements at which a file is given up: concepts nested in concepts need 20. */
const MAX_DEPTH = 256;

/** Longest text of an entity, in UTF-16 units: entities abbreviate the IRIs of vocabularies. */
const MAX_ENTITY_LENGTH = 128;

/** Longest document type declaration, in UTF-16 units: room for five hundred entities. */
const MAX_DOCTYPE_LENGTH = 1 << 16;

/** An element from the parser's XML reader. */
interface XmlElement {
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
  readonly isSelfClosing: boolean;
  readonly ns: Record<string, string>;
  readonly attributes: Record<string, XmlAttribute>;
}

interface XmlAttribute {
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
  readonly value: string;
}

/**
 * The library's parser, called directly and not as a stream, which would encode and decode all text
 * again. It adds limits and a check of the file's end, both missing in the library.
 */
class StatementParser extends RdfXmlParser {
  private found: RdfStatement[] = [];
  private depth = 0;
  private elements = 0;
  private text = "";

  parse(text: string): readonly RdfStatement[] {
    // The callback runs at once. XML errors are emitted: without a listener they are thrown.
    // oxlint-disable-next-line no-underscore-dangle -- Node's own name for the step of a stream
    this._transform(text, "utf8", (error) => {
      if (error instanceof Error) throw error;
    });
    const { found } = this;
    this.found = [];
    return found;
  }

  finish(): readonly RdfStatement[] {
    if (this.elements === 0) throw new Error("it has no element");
    if (this.depth > 0) throw new Error("it breaks off before its last element is closed");
    return [];
  }

  protected override onTag(element: XmlElement): void {
    this.depth += 1;
    this.elements += 1;
    this.text = "";
    if (this.depth > MAX_DEPTH) throw this.newParseError(`more than ${MAX_DEPTH} elements deep`);
    super.onTag(withoutDeclarations(element));
  }

  protected override onCloseTag(): void {
    this.depth -= 1;
    this.text = "";
    super.onCloseTag();
  }

  /**
   * Joins text: comments and CDATA sections split it, and the library would keep only the last
   * piece.
   */
  protected override onText(text: string): void {
    this.text += text;
    super.onText(this.text);
  }

  protected override onDoctype(doctype: string): void {
    if (doctype.length > MAX_DOCTYPE_LENGTH) {
      throw this.newParseError(`a document type of more than ${MAX_DOCTYPE_LENGTH} characters`);
    }
    for (const [, value = ""] of doctype.matchAll(/<!ENTITY\s+\S+\s+["']([^"']*)/gu)) {
      if (value.length > MAX_ENTITY_LENGTH) {
        throw this.newParseError(`an entity of more than ${MAX_ENTITY_LENGTH} characters`);
      }
    }
    super.onDoctype(doctype);
  }

  protected override emitTriple(
    subject: RdfTerm,
    predicate: RdfTerm,
    object: RdfTerm,
    _statement?: unknown,
    termParts?: unknown[],
  ): void {
    // A nested statement (RDF 1.2) says nothing about a concept; the library counts nested ones.
    if (termParts === undefined) this.found.push({ subject, predicate, object });
    else termParts.push({ termType: "Quad", value: "" });
  }
}

/**
 * Removes namespace declarations: for each element the library copies those of all its ancestors,
 * which it never needs.
 */
function withoutDeclarations(element: XmlElement): XmlElement {
  const attributes = Object.entries(element.attributes);
  const others = attributes.filter(([name, { prefix }]) => prefix !== "xmlns" && name !== "xmlns");
  if (others.length === attributes.length) return element;
  return { ...element, attributes: Object.fromEntries(others) };
}
