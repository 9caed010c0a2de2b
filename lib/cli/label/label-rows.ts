import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { LABEL_SOURCES, type LabelSource, labelOfWord } from "../../domain/methods/label-need.ts";
import { decodeText } from "../../domain/page/decode-body.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import { DowserError, fail } from "../../errors.ts";
import { readNamedFile } from "../../project/read-text-file.ts";
import { sheetAsCsv } from "../../project/spreadsheet.ts";
import { isSpreadsheet, tableStart } from "../../project/table-delimiter.ts";
import { terminal } from "../../run/print/terminal.ts";

/** Headings of a table of labels, the first that it has counts: ours, those of `export` and of screening tools. */
const HEADINGS = {
  url: ["url"],
  label: ["label", "included", "label_included", "relevant"],
  note: ["note", "labelNote"],
  by: ["by", "labelledBy"],
  source: ["labelSource"],
} as const;

type Heading = keyof typeof HEADINGS;

/** Other headings of a table: part → heading. */
export type Headings = Readonly<Partial<Record<Heading, string>>>;

/** A row of a file of labels. */
export interface LabelRow {
  /** Number of the row without the headings, from 1. */
  readonly row: number;
  /** The page, as the file spells it. */
  readonly text: string;
  /** In [0,1]; `undefined` when the row says nothing. */
  readonly label: number | undefined;
  readonly note: string | undefined;
  readonly by: string | undefined;
  /** Who gives the label; `undefined` when the row does not say so. */
  readonly source: LabelSource | undefined;
}

/** Longest note and name kept, in UTF-16 units. */
const MAX_NOTE = 500;

/**
 * Reads other headings, written `url=Adresse`.
 * @throws DowserError `bad-label-file`
 */
export function headingsOf(words: readonly string[]): Headings {
  const pairs = words.map((word) => {
    const [part = "", ...heading] = word.split("=");
    if (!Object.hasOwn(HEADINGS, part) || heading.length === 0)
      throw fail("bad-label-file/heading", { word });
    return [part, heading.join("=")];
  });
  return Object.fromEntries(pairs);
}

/** Largest file of labels read, in bytes: some hundred thousand labels. */
const MAX_LABEL_BYTES = 64 * 2 ** 20;

/**
 * Reads a file of labels or of URLs; `-` is standard input.
 * @throws DowserError `bad-label-file`
 */
export async function readLabelFile(file: string): Promise<Uint8Array> {
  if (file === "-") return buffer(terminal().stdin);
  return readNamedFile(file, {
    what: "a file of labels",
    most: MAX_LABEL_BYTES,
    error: "bad-label-file/unreadable",
    mayBePipe: true,
  });
}

/**
 * Returns the text of a table or list in any common encoding; of a spreadsheet (`.xlsx`) its first sheet as CSV.
 * @throws DowserError `bad-label-file` for another format of spreadsheets
 */
export function decodeTable(bytes: Uint8Array): string {
  if (!isSpreadsheet(bytes)) return decodeText(bytes);
  const csv = sheetAsCsv(Buffer.from(bytes));
  if (csv === undefined) throw fail("bad-label-file/spreadsheet");
  return csv;
}

/** Returns the pages of a table with a column `url`, or of a list of URLs, as the file spells them. */
export function urlRows(content: string): readonly string[] {
  const [first = ""] = content.trimStart().split(/[\r\n]/, 1);
  const isList = first.startsWith("#") || canonicalUrl(first.trim()).ok;
  if (isList) return listedLines(content);
  const { columns, lines } = parseTable(content);
  const column = columnOf(columns, "url", {});
  return lines.map((line) => cellOf(line, column)).filter((text) => text !== "");
}

/**
 * Reads a list of URLs, one a line, that all have one label. Blank lines, and those that begin with
 * `#`, say nothing.
 */
export function listedRows(content: string, label: number): readonly LabelRow[] {
  return listedLines(content).map((text, index) => {
    return { row: index + 1, text, label, note: undefined, by: undefined, source: undefined };
  });
}

function listedLines(content: string): readonly string[] {
  const lines = content.split(/\r\n|\n|\r/).map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

const table = z.array(z.record(z.string(), z.string()));

/**
 * Reads a table with a line of headings. Its columns are separated by commas, semicolons or tabs:
 * by what the headings have most of.
 * @throws DowserError `bad-label-file`
 */
export function tableRows(content: string, named: Headings): readonly LabelRow[] {
  const { columns, lines } = parseTable(content);
  const [url, label, note, by, source] = [
    columnOf(columns, "url", named),
    columnOf(columns, "label", named),
    columnOf(columns, "note", named),
    columnOf(columns, "by", named),
    columnOf(columns, "source", named),
  ];
  const cell = (line: TableLine, column: string | undefined) =>
    cellOf(line, column).slice(0, MAX_NOTE);
  return lines.map((line, index) => ({
    row: index + 1,
    text: cellOf(line, url),
    label: labelIn(cell(line, label), index + 1),
    note: cell(line, note) || undefined,
    by: cell(line, by) || undefined,
    source: sourceIn(cell(line, source), index + 1),
  }));
}

function sourceIn(word: string, row: number): LabelSource | undefined {
  const lower = word.toLowerCase();
  if (word === "" || NOTHING.has(lower)) return undefined;
  const source = LABEL_SOURCES.find((each) => each === lower);
  if (source !== undefined) return source;
  throw fail("bad-label-file/source", { word, row });
}

type TableLine = Readonly<Record<string, string>>;

/** Returns the column of a part; `undefined` when the table has none and needs none. */
function columnOf(columns: readonly string[], part: Heading, named: Headings): string | undefined {
  const asked = named[part];
  const found = columns.find((column) =>
    asked === undefined
      ? HEADINGS[part].some((heading) => heading.toLowerCase() === column.trim().toLowerCase())
      : column === asked,
  );
  const isNeeded = asked !== undefined || part === "url" || part === "label";
  if (found !== undefined || !isNeeded) return found;
  throw fail("bad-label-file", { column: asked ?? part, columns: columns.join(", ") });
}

function cellOf(line: TableLine, column: string | undefined): string {
  const isThere = column !== undefined && Object.hasOwn(line, column);
  // An apostrophe before a cell tells a spreadsheet that it is text.
  return (isThere ? (line[column] ?? "") : "").trim().replace(/^'(?=https?:)/i, "");
}

/** Name of the column of cells behind the last heading: no heading is so. */
const BEYOND = "\n";

function parseTable(content: string): {
  readonly columns: readonly string[];
  readonly lines: readonly TableLine[];
} {
  const lines = content.split(/(?<=\n|\r(?!\n))/);
  const { before, headings, delimiter } = tableStart(lines.map((line) => line.trimEnd()));
  const form = { delimiter, skip_empty_lines: true, relax_column_count: true, relax_quotes: true };
  const columns: (string | undefined)[] = [];
  const named = (words: string[]) => {
    columns.push(...distinct(words));
    return [...columns, BEYOND];
  };
  try {
    const text = lines.slice(before).join("");
    const rows = table.parse(parse(text, { ...form, columns: named, bom: true }));
    if (columns.length === 0) throw fail("bad-label-file/empty");
    const beyond = rows.findIndex((row) => cellOf(row, BEYOND) !== "");
    if (beyond < 0) return { columns: columns.filter((name) => name !== undefined), lines: rows };
    throw fail("bad-label-file/cells", { row: beyond + 1, value: rows[beyond]?.[BEYOND] });
  } catch (cause) {
    if (cause instanceof DowserError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw fail("bad-label-file/table", { why, value: headings.slice(0, MAX_NOTE) });
  }
}

/** Refuses headings of which one stands twice: which of the columns counts, nobody can tell. */
function distinct(headings: string[]): (string | undefined)[] {
  const names = headings.map((heading) => heading.trim().toLowerCase());
  const twice = names.find((name, at) => name !== "" && names.indexOf(name) !== at);
  if (twice !== undefined) throw fail("bad-label-file/twice", { column: twice });
  return headings.map((heading) => (heading.trim() === "" ? undefined : heading));
}

/** Words of people and programs for the two labels, beside our own. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ...["yes", "y", "true", "include", "included"].map((word) => [word, 1] as const),
  ...["no", "n", "false", "not relevant", "exclude", "excluded"].map((word) => [word, 0] as const),
]);

/** Words for nothing, which programs write into empty cells. */
const NOTHING: ReadonlySet<string> = new Set(["nan", "na", "n/a", "null", "none"]);

function labelIn(word: string, row: number): number | undefined {
  const lower = word.toLowerCase();
  if (word === "" || NOTHING.has(lower)) return undefined;
  const named = labelOfWord(lower) ?? WORDS.get(lower);
  const label = named ?? Number(word.replace(",", "."));
  if (label >= 0 && label <= 1) return label;
  throw fail("bad-label-file/word", { word, row });
}
