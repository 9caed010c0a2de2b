import { RdfXmlParser } from "rdfxml-streaming-parser";
import { xmlEncoding } from "../decode-text.ts";
import type { RdfStatement, RdfSyntax, RdfTerm } from "./rdf-statements.ts";

/** RDF/XML. Entities of the file's own are put in as text, short ones only, and nothing is fetched. */
export const rdfXmlSyntax: RdfSyntax = {
  name: "RDF/XML",
  encodingOf: xmlEncoding,
  open(base) {
    const parser = new StatementParser({
      baseIRI: base,
      trackPosition: true,
      // An id of a thesaurus is a key, not an address: a space in it does no harm.
      validateUri: false,
      // The ids seen would be kept to the end.
      allowDuplicateRdfIds: true,
      parseUnsupportedVersions: true,
    });
    return {
      parse: (text) => parser.parse(text),
      finish: () => parser.finish(),
    };
  },
};

/** Nesting of elements in which a file is given up: one in which concepts hold concepts needs 20. */
const MAX_DEPTH = 256;

/** Longest text that an entity stands for, in UTF-16 units: entities abbreviate the IRIs of vocabularies. */
const MAX_ENTITY_LENGTH = 128;

/** Longest document type declaration, in UTF-16 units: room for five hundred entities. */
const MAX_DOCTYPE_LENGTH = 1 << 16;

/** An element as the parser's XML reader gives it. */
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
 * The library's parser, used by its pieces instead of as a stream, which would encode and decode all text
 * once more; with bounds, and the end of the file looked at, which the library does neither.
 */
class StatementParser extends RdfXmlParser {
  private found: RdfStatement[] = [];
  private depth = 0;
  private elements = 0;
  private text = "";

  parse(text: string): readonly RdfStatement[] {
    // It calls back at once. Faults of XML are emitted: thrown, as nobody listens.
    // oxlint-disable-next-line no-underscore-dangle -- so does Node name the step of a stream
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

  /** Comments and CDATA sections divide a text; the library would keep its last piece only. */
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
    // A statement within a statement (RDF 1.2) tells nothing of a concept; the library counts them.
    if (termParts === undefined) this.found.push({ subject, predicate, object });
    else termParts.push({ termType: "Quad", value: "" });
  }
}

/** The library copies the declarations of all elements around an element for each one, and never needs them. */
function withoutDeclarations(element: XmlElement): XmlElement {
  const attributes = Object.entries(element.attributes);
  const others = attributes.filter(([name, { prefix }]) => prefix !== "xmlns" && name !== "xmlns");
  if (others.length === attributes.length) return element;
  return { ...element, attributes: Object.fromEntries(others) };
}
