import { DowserError } from "../../../errors.ts";
import { decodeText, type EncodingOf } from "../decode-text.ts";
import type { OntologySource } from "../ontology-source.ts";
import { ontologyUnreadable, shortQuote } from "../ontology-unreadable.ts";

/** Takes the text of a file piece by piece; throws at the first fault of syntax. */
interface RdfParser {
  /** The statements that the piece completes. */
  parse(text: string): readonly RdfStatement[];
  /** The last ones; throws if the file breaks off. */
  finish(): readonly RdfStatement[];
}

/** A language that RDF is written in. */
export interface RdfSyntax {
  /** For messages: `RDF/XML`. */
  readonly name: string;
  readonly encodingOf: EncodingOf;
  /** `base` is the IRI that relative ones are resolved against. */
  open(base: string): RdfParser;
}

/**
 * Characters without any statement after which a file is given up: a parser holds what it has not
 * understood yet, so that one quote left open would hold the rest of the file.
 */
const MAX_SILENT_CHARACTERS = 1 << 20;

/** The statements of a file, in its order and as many at a time as a piece of it holds. */
export async function* rdfStatements(
  source: OntologySource,
  syntax: RdfSyntax,
): AsyncIterable<readonly RdfStatement[]> {
  // A file that was copied has lost its address; with its name the ids are the same on each machine.
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

/** Whatever a parser throws, it was the file that made it. */
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

/** What is used of an RDF/JS term. */
export interface RdfTerm {
  /** `NamedNode`, `BlankNode`, `Literal`, … */
  readonly termType: string;
  /** The IRI, the label or the text. */
  readonly value: string;
  /** Of a literal: its language tag, `""` without one. */
  readonly language?: string;
}

/** What is used of an RDF/JS quad. */
export interface RdfStatement {
  readonly subject: RdfTerm;
  readonly predicate: RdfTerm;
  readonly object: RdfTerm;
}
