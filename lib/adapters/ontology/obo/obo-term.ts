import type { OntologyFact } from "../../../domain/ontology/concept.ts";
import type { SkippedPiece } from "../ontology-reader.ts";
import { NO_TERM, termText } from "../term-text.ts";
import { type OboClause, plainValue, quotedValue } from "./obo-line.ts";

/** What the lines of a `[Term]` stanza have told so far. */
export interface OboTerm {
  clauses: number;
  id: string | undefined;
  isObsolete: boolean;
  readonly names: string[];
  readonly synonyms: string[];
  readonly broader: string[];
  readonly skipped: SkippedPiece[];
}

/** A term of which nothing is known. */
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

/** Takes what a line tells of the term; tags that tell nothing of terms and links are passed over. */
export function readClause(term: OboTerm, clause: OboClause): void {
  const { tag, value } = clause;
  if (tag === "id") term.id ??= termText(plainValue(value));
  else if (tag === "name") addTerm(term, term.names, plainValue(value));
  else if (tag === "is_a") addBroader(term, plainValue(value));
  else if (tag === "is_obsolete") term.isObsolete = plainValue(value) === "true";
  else if (tag === "relationship") readRelationship(term, plainValue(value));
  else readSynonym(term, clause);
}

/** What a finished term tells; an obsolete one only that it is skipped. */
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

/** How `part_of` is written: by its shorthand, or by its id in the Basic Formal Ontology. */
const PART_OF = new Set(["part_of", "BFO:0000050"]);

/** Of the many relations between terms only the part's to its whole is one a broader topic is reached by. */
function readRelationship(term: OboTerm, value: string): void {
  const [relation = "", other] = value.split(/\s+/u, 2);
  if (other !== undefined && PART_OF.has(relation)) addBroader(term, other);
  else term.skipped.push(skippedAs("relationships other than part_of"));
}

/** The scope that a tag stands for; those but `synonym` are of OBO 1.0, and still written. */
const SYNONYM_TAGS: ReadonlyMap<string, string | undefined> = new Map([
  ["synonym", undefined],
  ["exact_synonym", "EXACT"],
  ["narrow_synonym", "NARROW"],
  ["broad_synonym", "BROAD"],
  ["related_synonym", "RELATED"],
]);

/** Without a scope a synonym is RELATED, says the format guide. */
const DEFAULT_SCOPE = "RELATED";

/** A page with a narrower term is about the topic; one with a broader or related term need not be. */
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
