/** Reads lists of concepts, as CSV and as YAML, into a directory of their concepts. */
import { CsvError, parse } from "csv-parse/sync";
import type { OntologyFact } from "../../../domain/methods/ontology/concept-set.ts";
import { utf8OrMarked } from "../decode-text.ts";
import { type OntologyReader, termText } from "../ontology-reader.ts";
import type { OntologySource } from "../ontology-source.ts";
import { ontologyUnreadable, shortQuote } from "../ontology-unreadable.ts";
import {
  type ConceptKey,
  conceptKey,
  type ListedConcept,
  type ReportFault,
  readTerms,
  unknownKey,
} from "./listed-concept.ts";
import { parseConceptYaml } from "./parse-concept-yaml.ts";

/** Reads a table of concepts in CSV, written by hand or by Excel: see docs/concept-lists.md. */
export const readConceptCsv: OntologyReader = (source) => readList(source, parseConceptCsv);

/** Reads a list of concepts in YAML: see docs/concept-lists.md. */
export const readConceptYaml: OntologyReader = (source) => readList(source, parseConceptYaml);

type ParseList = (text: string, report: ReportFault) => readonly ListedConcept[];

interface Fault {
  readonly line: number;
  readonly fault: string;
}

/**
 * Longest list, in bytes: it is held as a whole, as rows refer to later ones. A person writes a
 * thousandth of it.
 */
const MAX_BYTES = 1 << 23;

/** Errors after which a list is given up: a file with more was never meant as a list. */
const MAX_FAULTS = 20;

async function* readList(source: OntologySource, parse: ParseList): AsyncIterable<OntologyFact> {
  const faults: Fault[] = [];
  const report: ReportFault = (line, fault) => {
    faults.push({ line, fault });
    if (faults.length === MAX_FAULTS) throw badList(source, faults);
  };
  const facts = conceptListFacts(parse(await readText(source), report), report);
  if (faults.length > 0) throw badList(source, faults);
  yield* facts;
}

async function readText(source: OntologySource): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.bytes()) {
    length += chunk.length;
    if (length > MAX_BYTES) throw tooLong(source);
    chunks.push(chunk);
  }
  return decode(Buffer.concat(chunks));
}

/**
 * Decodes a list. Bytes that are neither UTF-8 nor marked as UTF-16 come from an old Excel, in
 * windows-1252.
 */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder(utf8OrMarked(bytes), { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function badList(source: OntologySource, faults: readonly Fault[]): Error {
  const [first, ...others] = faults.toSorted((a, b) => a.line - b.line);
  const told = others.map(({ line, fault }) => `\n${source.name}:${line} ${fault}`).join("");
  return ontologyUnreadable(
    source.name,
    { line: first?.line ?? 1 },
    {
      fault: `${first?.fault ?? ""}${told}`,
      hint: "correct the lines named; docs/concept-lists.md describes the form",
    },
  );
}

function tooLong(source: OntologySource): Error {
  return ontologyUnreadable(source.name, undefined, {
    fault: `has more than ${MAX_BYTES} bytes`,
    hint: "write a list that long as SKOS or OBO, which are read in pieces",
  });
}

/** Resolves the concept of a row and the concept that a reference means. */
interface ConceptDirectory {
  /** Returns the id of a row's concept. */
  idOf(concept: ListedConcept): string;
  /** Returns the id of the concept meant; `isNew` when the reference is the first to mention it. */
  find(reference: string, line: number): { readonly id: string; readonly isNew: boolean };
}

/**
 * Indexes the concepts of a list by id, name and synonym, in any case. A row without an id belongs
 * to the concept of its name, otherwise to a new one with the name as id. Ambiguous references are
 * reported.
 */
function conceptDirectory(
  concepts: readonly ListedConcept[],
  report: ReportFault,
): ConceptDirectory {
  const ids = new Set(concepts.flatMap(({ id }) => id ?? []));
  const names = new Map<string, Set<string>>();
  const synonyms = new Map<string, Set<string>>();
  const idOfRow = new Map<ListedConcept, string>();

  const only = (found: ReadonlySet<string>, term: string, line: number): string | undefined => {
    if (found.size > 1) {
      const choice = [...found].slice(0, MAX_SHOWN).map(shortQuote).join(", ");
      const quote = shortQuote(term);
      report(line, `means one of several concepts by "${quote}": write its id (${choice})`);
    }
    return found.values().next().value;
  };
  const concept = (name: string, line: number): string => {
    const known = only(idsIn(names, name), name, line);
    if (known !== undefined) return known;
    if (ids.has(name))
      report(line, `has "${shortQuote(name)}" for a name, the id of another concept`);
    note(names, name, name);
    return name;
  };

  for (const { id, name } of concepts) if (id !== undefined) note(names, name, id);
  for (const row of concepts) idOfRow.set(row, row.id ?? concept(row.name, row.line));
  for (const [row, id] of idOfRow) for (const synonym of row.synonyms) note(synonyms, synonym, id);

  return {
    idOf: (row) => idOfRow.get(row) ?? row.name,
    find(reference, line) {
      if (ids.has(reference)) return { id: reference, isNew: false };
      const named = idsIn(names, reference);
      const found = only(named.size > 0 ? named : idsIn(synonyms, reference), reference, line);
      if (found !== undefined) return { id: found, isNew: false };
      return { id: concept(reference, line), isNew: true };
    },
  };
}

/** Most ids reported for a name that several concepts share. */
const MAX_SHOWN = 5;

const NONE: ReadonlySet<string> = new Set();

function idsIn(directory: ReadonlyMap<string, ReadonlySet<string>>, term: string) {
  return directory.get(keyOf(term)) ?? NONE;
}

function note(directory: Map<string, Set<string>>, term: string, id: string): void {
  const known = directory.get(keyOf(term));
  if (known === undefined) directory.set(keyOf(term), new Set([id]));
  else known.add(id);
}

function keyOf(term: string): string {
  return term.normalize("NFKC").toLowerCase();
}

/**
 * Converts a list to facts. A row names broader or related concepts by an id, a name or a synonym
 * in the list. Otherwise it names a concept that has no row of its own.
 */
function conceptListFacts(
  concepts: readonly ListedConcept[],
  report: ReportFault,
): readonly OntologyFact[] {
  const directory = conceptDirectory(concepts, report);
  return concepts.flatMap((row): OntologyFact[] => {
    const concept = directory.idOf(row);
    const link = (kind: "broader" | "related", reference: string): OntologyFact[] => {
      const { id: other, isNew } = directory.find(reference, row.line);
      const fact: OntologyFact = { kind, concept, other };
      return isNew ? [{ kind: "name", concept: other, term: reference }, fact] : [fact];
    };
    return [
      { kind: "name", concept, term: row.name },
      ...row.synonyms.map((term): OntologyFact => ({ kind: "synonym", concept, term })),
      ...row.broader.flatMap((reference) => link("broader", reference)),
      ...row.related.flatMap((reference) => link("related", reference)),
    ];
  });
}

/** Possible delimiters between cells: Excel writes the one of its locale. */
const DELIMITERS = [",", ";", "\t"];

/** Separators between the terms of a cell. */
const TERM_SEPARATORS = /[;|]/u;

/** A first line that states the delimiter for Excel. */
const DELIMITER_LINE = /^sep=([^"\r\n])\r?$/im;

interface CsvRow {
  /** Line in which the row ends. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads a list of concepts written as a table: see docs/concept-lists.md. */
function parseConceptCsv(text: string, report: ReportFault): readonly ListedConcept[] {
  const [header, ...rows] = csvRows(text, report);
  if (header === undefined) return [];
  const columns = readHeader(header, report);
  return rows.flatMap((row) => readRow(row, columns, report) ?? []);
}

function csvRows(text: string, report: ReportFault): CsvRow[] {
  const rows: CsvRow[] = [];
  let read = 0;
  const { delimiter, table } = divided(text);
  try {
    parse(table, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record: readonly string[], { lines: line }) => {
        read = line;
        const cells = record.map((cell) => cell.trim());
        if (cells.some((cell) => cell !== "")) rows.push({ line, cells });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    report(rowBehind(read, table), `starts a row that is not CSV: ${shortQuote(error.message)}`);
    return [];
  }
}

/**
 * Returns the line in which the row after a line begins: an unclosed quote is reported where it
 * opened.
 */
function rowBehind(line: number, text: string): number {
  const lines = text.split(/\r\n|\n|\r/u).slice(line);
  return (
    line +
    1 +
    Math.max(
      0,
      lines.findIndex((written) => written.trim() !== ""),
    )
  );
}

/** Returns the table, and the delimiter that its first line declares or contains most often. */
function divided(text: string): { readonly delimiter: string; readonly table: string } {
  const [told = "", delimiter] = DELIMITER_LINE.exec(text) ?? [];
  // Empty lines stay, so that line numbers are right.
  if (delimiter !== undefined) return { delimiter, table: text.slice(told.length) };
  return { delimiter: delimiterOf(text), table: text };
}

/** Returns the delimiter that the first line contains most often. */
function delimiterOf(text: string): string {
  const [line = ""] = /[^\r\n]+/.exec(text) ?? [];
  const counted = DELIMITERS.map((delimiter) => ({
    delimiter,
    count: line.split(delimiter).length,
  })).toSorted((a, b) => b.count - a.count);
  return counted[0]?.delimiter ?? ",";
}

/** Returns the index of each column; a heading may be empty when its column is. */
function readHeader({ line, cells }: CsvRow, report: ReportFault): ReadonlyMap<ConceptKey, number> {
  const columns = new Map<ConceptKey, number>();
  for (const [place, heading] of cells.entries()) {
    const key = conceptKey(heading);
    if (key !== undefined && columns.has(key)) report(line, `has the column \`${key}\` twice`);
    else if (key !== undefined) columns.set(key, place);
    else if (heading !== "") report(line, unknownKey(heading));
  }
  if (!columns.has("name")) report(line, "has no column `name`; the first line names the columns");
  return columns;
}

function readRow(
  { line, cells }: CsvRow,
  columns: ReadonlyMap<ConceptKey, number>,
  report: ReportFault,
): ListedConcept | undefined {
  const places = new Set(columns.values());
  if (cells.some((cell, place) => cell !== "" && !places.has(place))) {
    report(line, "has a cell without a heading; put cells that hold a comma in quotes");
  }
  const cell = (key: ConceptKey): string => cells[columns.get(key) ?? -1] ?? "";
  const terms = (key: ConceptKey): readonly string[] =>
    readTerms(cell(key).split(TERM_SEPARATORS), line, report);
  const name = termText(cell("name"));
  if (name === undefined) {
    report(line, "has no name, or none that is a term");
    return undefined;
  }
  return {
    line,
    id: readTerms([cell("id")], line, report)[0],
    name,
    synonyms: terms("synonyms"),
    broader: terms("broader"),
    related: terms("related"),
  };
}
