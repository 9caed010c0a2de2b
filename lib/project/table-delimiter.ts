/** Tells where a table begins and how its columns are separated, as spreadsheets of several languages write it. */

import { sniffType } from "../domain/web/http/sniff-type.ts";

/** The line by which a spreadsheet tells another one what separates its columns. */
const SEP_LINE = /^\uFEFF?sep=([^\r\n])$/i;

/** Returns what separates the columns of a table: a comma, semicolon, tab or bar, by what its headings have most of. */
export function tableDelimiter(headings: string): string {
  const [delimiter = ","] = [",", ";", "\t", "|"].toSorted(
    (one, other) => headings.split(other).length - headings.split(one).length,
  );
  return delimiter;
}

/** How a table begins. */
interface TableStart {
  /** Number of lines before its headings: blank ones, comments, and the separator alone. */
  readonly before: number;
  readonly headings: string;
  readonly delimiter: string;
}

/** Reads how a table begins, by its first lines without their ends. */
export function tableStart(lines: readonly string[]): TableStart {
  const isNone = (line: string) =>
    line.trim() === "" || line.startsWith("#") || SEP_LINE.test(line);
  const found = lines.findIndex((line) => !isNone(line));
  const before = found < 0 ? lines.length : found;
  const headings = lines[before] ?? "";
  const told = lines.slice(0, before).map((line) => SEP_LINE.exec(line)?.[1]);
  const delimiter = told.find((mark) => mark !== undefined) ?? tableDelimiter(headings);
  return { before, headings, delimiter };
}

/** What spreadsheets' own formats are packed in, or are told as. */
const PACKED = /^application\/(?:zip|x-ole-storage|vnd\.)/;

/** Checks whether bytes are a spreadsheet's own format, or an archive: no text. */
export function isSpreadsheet(bytes: Uint8Array): boolean {
  return PACKED.test(sniffType("", bytes));
}
