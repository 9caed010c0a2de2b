import type { OntologyFact } from "../../../domain/methods/ontology/concept-set.ts";
import { MAX_LINE_BYTES, readLines } from "../decode-text.ts";
import { NO_TERM, type SkippedPiece, termText } from "../ontology-reader.ts";
import type { OntologySource } from "../ontology-source.ts";
import { type OntologyFault, ontologyUnreadable } from "../ontology-unreadable.ts";

/**
 * Most clauses of one term: a hundred times those of the largest known, so that one term fits in
 * memory.
 */
const MAX_CLAUSES = 100_000;

const NOT_A_CLAUSE: SkippedPiece = { kind: "skipped", reason: "lines that are no `tag: value`" };

/**
 * Reads OBO 1.2 and 1.4 (the format guide of the OBO Foundry): the `[Term]` stanzas, with `is_a`
 * and `part_of` as links to broader concepts. Obsolete terms and synonyms of another meaning are
 * skipped.
 */
export async function* readObo(source: OntologySource): AsyncIterable<OntologyFact | SkippedPiece> {
  const stanzas = oboStanzas(source);
  for await (const { first, lines } of readLines(source)) {
    for (const [index, line] of lines.entries()) yield* stanzas.read(line, first + index);
  }
  yield* stanzas.finish();
}

/** Collects lines into terms; each call returns the facts of the term that it completed. */
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

/** The data read so far from the lines of a `[Term]` stanza. */
export interface OboTerm {
  clauses: number;
  id: string | undefined;
  isObsolete: boolean;
  readonly names: string[];
  readonly synonyms: string[];
  readonly broader: string[];
  readonly skipped: SkippedPiece[];
}

/** Creates a term without any data. */
export function newOboTerm(): OboTerm {
  return {
    clauses: 0,
    id: undefined,
    isObsolete: false,
    names: [],
    synonyms: [],
    broader: [],
    skipped: [],
  };
}

/** Adds a line's data to the term; ignores tags that concern neither terms nor links. */
export function readClause(term: OboTerm, clause: OboClause): void {
  const { tag, value } = clause;
  if (tag === "id") term.id ??= termText(plainValue(value));
  else if (tag === "name") addTerm(term, term.names, plainValue(value));
  else if (tag === "is_a") addBroader(term, plainValue(value));
  else if (tag === "is_obsolete") term.isObsolete = plainValue(value) === "true";
  else if (tag === "relationship") readRelationship(term, plainValue(value));
  else readSynonym(term, clause);
}

/** Returns the facts of a finished term; for an obsolete term only that it is skipped. */
export function oboTermFacts(term: OboTerm): readonly (OntologyFact | SkippedPiece)[] {
  const concept = term.id;
  if (concept === undefined) return [skippedAs("terms without an id")];
  if (term.isObsolete) return [skippedAs("obsolete terms")];
  return [
    ...term.names.map((name): OntologyFact => ({ kind: "name", concept, term: name })),
    ...term.synonyms.map((text): OntologyFact => ({ kind: "synonym", concept, term: text })),
    ...term.broader.map((other): OntologyFact => ({ kind: "broader", concept, other })),
    ...term.skipped,
  ];
}

function addTerm({ skipped }: OboTerm, terms: string[], written: string): void {
  const text = termText(written);
  if (text === undefined) skipped.push(NO_TERM);
  else terms.push(text);
}

function addBroader({ broader, skipped }: OboTerm, written: string): void {
  const id = termText(written);
  if (id === undefined) skipped.push(skippedAs("links to no term"));
  else broader.push(id);
}

/** Spellings of `part_of`: its shorthand, and its id in the Basic Formal Ontology. */
const PART_OF = new Set(["part_of", "BFO:0000050"]);

/** Reads a relationship: only the relation from a part to its whole leads to a broader topic. */
function readRelationship(term: OboTerm, value: string): void {
  const [relation = "", other] = value.split(/\s+/u, 2);
  if (other !== undefined && PART_OF.has(relation)) addBroader(term, other);
  else term.skipped.push(skippedAs("relationships other than part_of"));
}

/** The scope that a tag implies. Tags other than `synonym` are from OBO 1.0, and still used. */
const SYNONYM_TAGS: ReadonlyMap<string, string | undefined> = new Map([
  ["synonym", undefined],
  ["exact_synonym", "EXACT"],
  ["narrow_synonym", "NARROW"],
  ["broad_synonym", "BROAD"],
  ["related_synonym", "RELATED"],
]);

/** Scope of a synonym that has none (format guide). */
const DEFAULT_SCOPE = "RELATED";

/**
 * Scopes that are used. A page with a narrower term is about the topic; one with a broader or
 * related term need not be.
 */
const SCOPES_TAKEN = new Set(["EXACT", "NARROW"]);

function readSynonym(term: OboTerm, { tag, value }: OboClause): void {
  if (!SYNONYM_TAGS.has(tag)) return;
  const quoted = quotedValue(value);
  if (quoted === undefined) {
    term.skipped.push(skippedAs("synonyms without quotes around them"));
    return;
  }
  const written = /^[A-Z]+/.exec(quoted.rest)?.[0];
  const scope = SYNONYM_TAGS.get(tag) ?? written ?? DEFAULT_SCOPE;
  if (SCOPES_TAKEN.has(scope)) addTerm(term, term.synonyms, quoted.text);
  else term.skipped.push(skippedAs("synonyms of a broader or related meaning"));
}

function skippedAs(reason: string): SkippedPiece {
  return { kind: "skipped", reason };
}

/**
 * A line `tag: value` of an OBO file. The value is as written: escaped, with its modifiers and
 * comment.
 */
export interface OboClause {
  readonly tag: string;
  readonly value: string;
}

/** Parses a line `tag: value`; returns undefined for any other line. */
export function oboClause(line: string): OboClause | undefined {
  const colon = line.indexOf(":");
  const tag = line.slice(0, Math.max(0, colon)).trim();
  if (!/^[\w-]+$/.test(tag)) return undefined;
  return { tag, value: line.slice(colon + 1).trim() };
}

/** Returns the name in `[Name]`, the head of a stanza; undefined for any other line. */
export function stanzaName(line: string): string | undefined {
  if (!line.startsWith("[")) return undefined;
  const text = withoutComment(line);
  return text.endsWith("]") ? text.slice(1, -1).trim() : undefined;
}

/** Returns an unquoted value without its trailing modifiers and comment, unescaped. */
export function plainValue(value: string): string {
  return unescape(withoutModifiers(withoutComment(value)));
}

/**
 * Parses a value that begins with a quoted text: the text, unescaped, and the rest. Returns
 * undefined for any other value.
 */
export function quotedValue(value: string): { text: string; rest: string } | undefined {
  if (!value.startsWith('"')) return undefined;
  const end = unescapedIndex(value, 1, (at) => value[at] === '"');
  if (end < 0) return undefined;
  return { text: unescape(value.slice(1, end)), rest: value.slice(end + 1).trim() };
}

/**
 * Returns whether the line break after this line is escaped, so that the next line continues it.
 */
export function isContinued(line: string): boolean {
  let start = line.length;
  while (start > 0 && line[start - 1] === "\\") start -= 1;
  return (line.length - start) % 2 === 1;
}

/**
 * Removes a comment, which begins with an exclamation mark; inside a word ("Wow!x") the mark is
 * part of the name.
 */
function withoutComment(value: string): string {
  const marks = withoutModifierTexts(value);
  const begins = (at: number): boolean => marks[at] === "!" && (at === 0 || isBlank(marks[at - 1]));
  const end = unescapedIndex(marks, 0, begins);
  return (end < 0 ? value : value.slice(0, end)).trim();
}

/** The text of a modifier, `tag="text"`, in which no character is special. */
const MODIFIER_TEXT = /="(?:[^"\\]|\\.)*"/gsu;

/** Returns the value with the texts of modifiers blanked, in the same length. */
function withoutModifierTexts(value: string): string {
  return value.replace(MODIFIER_TEXT, (text) => "=".repeat(text.length));
}

/** Removes `{tag="value", …}` at the end; braces without an equals sign are part of a name. */
function withoutModifiers(value: string): string {
  if (!value.endsWith("}") || value.endsWith("\\}")) return value;
  const start = withoutModifierTexts(value).lastIndexOf("{");
  const isModifier = start > 0 && isBlank(value[start - 1]) && value.includes("=", start);
  return isModifier ? value.slice(0, start).trim() : value;
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

function unescapedIndex(text: string, from: number, isEnd: (at: number) => boolean): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (isEnd(at)) return at;
  }
  return -1;
}

/** Escapes (OBO 1.4, "Escape characters"); any other escaped character means itself. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["W", " "],
]);

function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(.?)/gsu, (_, character: string) => ESCAPES.get(character) ?? character);
}
