import { DowserError } from "../../../errors.ts";
import { decodeText, type EncodingOf } from "../decode-text.ts";
import type { OntologySource } from "../ontology-source.ts";
import { ontologyUnreadable, shortQuote } from "../ontology-unreadable.ts";

/** Parses the text of a file piece by piece; throws at the first syntax error. */
interface RdfParser {
  /** Returns the statements that the piece completes. */
  parse(text: string): readonly RdfStatement[];
  /** Returns the last statements; throws if the file ends too early. */
  finish(): readonly RdfStatement[];
}

/** A syntax of RDF. */
export interface RdfSyntax {
  /** Used in messages: `RDF/XML`. */
  readonly name: string;
  readonly encodingOf: EncodingOf;
  /** Opens a parser; `base` is the IRI against which relative ones are resolved. */
  open(base: string): RdfParser;
}

/**
 * Characters without a statement after which a file is given up. A parser keeps incomplete input,
 * so an unclosed quote would hold the rest of the file.
 */
const MAX_SILENT_CHARACTERS = 1 << 20;

/**
 * Yields the statements of a file in order, grouped by the piece of the file that completes them.
 */
export async function* rdfStatements(
  source: OntologySource,
  syntax: RdfSyntax,
): AsyncIterable<readonly RdfStatement[]> {
  // A copied file has lost its address; with its name the ids are the same on each machine.
  const parser = syntax.open(`file:///${encodeURIComponent(source.name.toWellFormed())}`);
  let silent = 0;
  for await (const text of decodeText(source, syntax.encodingOf)) {
    const found = guarded(source, syntax, () => parser.parse(text));
    silent = found.length > 0 ? 0 : silent + text.length;
    if (silent > MAX_SILENT_CHARACTERS) throw endlessStatement(source, syntax);
    yield found;
  }
  yield guarded(source, syntax, () => parser.finish());
}

/** Runs a parser; whatever it throws is treated as an error of the file. */
function guarded<Result>(source: OntologySource, syntax: RdfSyntax, parse: () => Result): Result {
  try {
    return parse();
  } catch (cause) {
    if (cause instanceof DowserError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    const line = /^(\d+):\d+: |\bline (\d+)/i.exec(message);
    throw ontologyUnreadable(
      source.name,
      line === null ? undefined : { line: Number(line[1] ?? line[2]) },
      {
        fault: `is not ${syntax.name}: ${shortQuote(message)}`,
        hint: `give a whole ${syntax.name} file, or name its format`,
        cause,
      },
    );
  }
}

function endlessStatement(source: OntologySource, syntax: RdfSyntax): Error {
  return ontologyUnreadable(source.name, undefined, {
    fault: `goes on for more than ${MAX_SILENT_CHARACTERS} characters without a statement`,
    hint: `give a ${syntax.name} file in which every quote and comment is closed`,
  });
}

/** The properties used of an RDF/JS term. */
export interface RdfTerm {
  /** `NamedNode`, `BlankNode`, `Literal`, … */
  readonly termType: string;
  /** The IRI, the label or the text. */
  readonly value: string;
  /** The language tag of a literal, `""` without one. */
  readonly language?: string;
}

/** The properties used of an RDF/JS quad. */
export interface RdfStatement {
  readonly subject: RdfTerm;
  readonly predicate: RdfTerm;
  readonly object: RdfTerm;
}
