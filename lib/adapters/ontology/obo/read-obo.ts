import type { OntologyFact } from "../../../domain/ontology/concept.ts";
import type { SkippedPiece } from "../ontology-reader.ts";
import type { OntologySource } from "../ontology-source.ts";
import { type OntologyFault, ontologyUnreadable } from "../ontology-unreadable.ts";
import { MAX_LINE_BYTES, readLines } from "../read-lines.ts";
import { isContinued, oboClause, stanzaName } from "./obo-line.ts";
import { newOboTerm, type OboTerm, oboTermFacts, readClause } from "./obo-term.ts";

/** Most clauses of one term: a hundred times those of the largest known, so that one term fits in memory. */
const MAX_CLAUSES = 100_000;

const NOT_A_CLAUSE: SkippedPiece = { kind: "skipped", reason: "lines that are no `tag: value`" };

/**
 * Reads OBO 1.2 and 1.4 (the format guide of the OBO Foundry): the `[Term]` stanzas, with `is_a` and
 * `part_of` as what is broader. Obsolete terms and synonyms of another meaning are skipped.
 */
export async function* readObo(source: OntologySource): AsyncIterable<OntologyFact | SkippedPiece> {
  const stanzas = oboStanzas(source);
  for await (const { first, lines } of readLines(source)) {
    for (const [index, line] of lines.entries()) yield* stanzas.read(line, first + index);
  }
  yield* stanzas.finish();
}

/** Gathers lines into terms; each call gives the facts of the term that it ended. */
interface OboStanzas {
  read(line: string, number: number): readonly (OntologyFact | SkippedPiece)[];
  finish(): readonly (OntologyFact | SkippedPiece)[];
}

const NOTHING: readonly never[] = [];

function oboStanzas(source: OntologySource): OboStanzas {
  let term: OboTerm | undefined;
  let isBegun = false;
  let continued = "";
  let lastNumber = 1;

  const refuse = (line: number, fault: OntologyFault): never => {
    throw ontologyUnreadable(source.name, { line }, fault);
  };
  const endTerm = (): readonly (OntologyFact | SkippedPiece)[] => {
    const ended = term;
    term = undefined;
    return ended === undefined ? NOTHING : oboTermFacts(ended);
  };
  const readWhole = (line: string, number: number): readonly (OntologyFact | SkippedPiece)[] => {
    const text = line.trim();
    if (text === "" || text.startsWith("!")) return NOTHING;
    const stanza = stanzaName(text);
    const clause = stanza === undefined ? oboClause(text) : undefined;
    if (!isBegun && stanza === undefined && clause === undefined) refuse(number, NOT_OBO);
    isBegun = true;
    if (stanza !== undefined) {
      const facts = endTerm();
      if (stanza === "Term") term = newOboTerm();
      return facts;
    }
    if (clause === undefined) return [NOT_A_CLAUSE];
    if (term === undefined) return NOTHING;
    readClause(term, clause);
    term.clauses += 1;
    if (term.clauses > MAX_CLAUSES) refuse(number, TOO_MANY_CLAUSES);
    return NOTHING;
  };

  return {
    read(line, number) {
      lastNumber = number;
      if (isContinued(line)) {
        continued += line.slice(0, -1);
        if (continued.length > MAX_LINE_BYTES) refuse(number, TOO_LONG);
        return NOTHING;
      }
      const whole = continued + line;
      continued = "";
      return readWhole(whole, number);
    },
    finish() {
      const last = continued === "" ? NOTHING : readWhole(continued, lastNumber);
      return [...last, ...endTerm()];
    },
  };
}

const NOT_OBO: OntologyFault = {
  fault: "is not a line of an OBO file",
  hint: "give an OBO file: it begins with lines like `format-version: 1.2`",
};
const TOO_MANY_CLAUSES: OntologyFault = {
  fault: `belongs to a term with more than ${MAX_CLAUSES} lines`,
  hint: "give an OBO file: each term begins with a line `[Term]`",
};
const TOO_LONG: OntologyFault = {
  fault: `goes on to more than ${MAX_LINE_BYTES} characters`,
  hint: "give an OBO file: a backslash at the end of a line joins the next one to it",
};
