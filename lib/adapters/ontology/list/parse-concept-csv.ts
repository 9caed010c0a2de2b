import { CsvError, parse } from "csv-parse/sync";
import { termText } from "../ontology-reader.ts";
import { shortQuote } from "../ontology-unreadable.ts";
import {
  type ConceptKey,
  conceptKey,
  type ListedConcept,
  type ReportFault,
  readTerms,
  unknownKey,
} from "./listed-concept.ts";

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
export function parseConceptCsv(text: string, report: ReportFault): readonly ListedConcept[] {
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
