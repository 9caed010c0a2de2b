import { createReadStream, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { decodeText } from "../domain/page/decode-body.ts";
import { wideEncoding } from "../domain/web/http/sniff-type.ts";
import { type CanonicalOptions, canonicalUrl } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { DowserError, fail } from "../errors.ts";
import type { Project } from "./project-schema.ts";
import { reasonOf, refuseUnlessFile } from "./read-text-file.ts";
import { sheetAsCsv } from "./spreadsheet.ts";
import { isSpreadsheet, tableStart } from "./table-delimiter.ts";
import { wordsOfLine } from "./url-lines.ts";

/** Most seeds of a list: ten times the longest list that was measured. */
const MOST_SEEDS = 1_000_000;

/** Longest line of a list, in UTF-16 units: a longer one is no text with lines. */
const MAX_LINE = 1 << 20;

/** Longest text of a line that is kept, in UTF-16 units. */
const MAX_TEXT = 200;

/** Most faulty lines that a message names. */
const MOST_NAMED = 5;

/** A line of a list that is neither blank nor a comment; one without `url` is left out for a reason. */
export type SeedLine = {
  /** Number of the line in its file, from 1. */
  readonly line: number;
  /** What the line says, cut to a few words. */
  readonly text: string;
} & (
  | { readonly url: Url; readonly reason?: undefined }
  | {
      readonly url?: undefined;
      readonly reason: UnusableLine;
      /** The line of the same URL, for a duplicate. */
      readonly sameAs?: number;
    }
);

/**
 * Why a line gives no seed: it repeats another line, has several words or none, or its word is no
 * URL: it does not begin with `http://` or the like, or as {@link canonicalUrl} says.
 */
type UnusableLine =
  | "duplicate"
  | "several-words"
  | "empty"
  | "no-scheme"
  | Extract<ReturnType<typeof canonicalUrl>, { ok: false }>["reason"];

/**
 * Reads the lines of a list of seeds: a text with one URL a line and comments after `#`, or a table
 * (`.csv`, `.tsv`, `.xlsx`, or any text with several headings) with a column `url`. Of the file little is in memory at once; of the lines before, their URLs.
 * @throws DowserError `bad-seed-list`
 */
export async function* seedLines(
  file: string,
  canonical: CanonicalOptions,
): AsyncIterable<SeedLine> {
  const first = new Map<Url, number>();
  refuseUnreadable(file);
  for await (const { line, words } of readLines(file)) {
    const text = words.join(" ").slice(0, MAX_TEXT);
    const [word, ...others] = words;
    if (word === undefined) yield { line, text, reason: "empty" };
    else if (others.length > 0) yield { line, text, reason: "several-words" };
    else {
      const parsed = canonicalUrl(word, undefined, canonical);
      if (!parsed.ok) yield { line, text, reason: SCHEME.test(word) ? parsed.reason : "no-scheme" };
      else {
        const sameAs = first.get(parsed.url);
        if (sameAs === undefined) first.set(parsed.url, line);
        if (first.size > MOST_SEEDS)
          throw fail("bad-seed-list", { file, fault: `has more than ${MOST_SEEDS} seeds` });
        yield sameAs === undefined
          ? { line, text, url: parsed.url }
          : { line, text, reason: "duplicate", sameAs };
      }
    }
  }
}

/** How an address with a scheme begins. */
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Says how many seeds a list has, and which of its lines are left out: the first ones by name.
 * @throws DowserError `bad-seed-list`
 */
export async function seedListInWords(
  file: string,
  canonical: CanonicalOptions,
): Promise<string[]> {
  let [seeds, duplicates, unusable] = [0, 0, 0];
  const named: string[] = [];
  const name = path.basename(file);
  for await (const { line, text, url, reason } of seedLines(file, canonical)) {
    if (url !== undefined) seeds += 1;
    else if (reason === "duplicate") duplicates += 1;
    else {
      unusable += 1;
      if (unusable <= MOST_NAMED)
        named.push(`${name}:${line} ${JSON.stringify(text)} is no seed: ${reason}`);
    }
  }
  if (seeds === 0)
    throw fail("bad-seed-list", { file, fault: ["has no seed", ...named].join("\n") });
  const [usable, repeated, others] = [seeds, duplicates, unusable].map((count) =>
    count.toLocaleString("en"),
  );
  const left = `left out: ${repeated} duplicates, ${others} lines that are no URL`;
  return [...named, `${name}: ${usable} seeds; ${left}`];
}

/**
 * Reads the list of seeds that a project names as a file, so that the project holds its URLs. Lines
 * that give no seed are left out; a list without any seed is refused.
 * @throws DowserError `bad-seed-list`
 */
export async function withSeedList(project: Project): Promise<Project> {
  const { seeds, scope } = project;
  if (seeds.file === undefined) return project;
  const urls: string[] = [...seeds.urls];
  for await (const { url } of seedLines(seeds.file, scope)) if (url !== undefined) urls.push(url);
  if (urls.length === seeds.urls.length) await seedListInWords(seeds.file, scope);
  return { ...project, seeds: { ...seeds, urls } };
}

/** It is read more than once, so that it cannot be a pipe. */
function refuseUnreadable(file: string): void {
  try {
    refuseUnlessFile(file);
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: string, cause: unknown): DowserError {
  return fail("bad-seed-list", { file, fault: `cannot be read: ${reasonOf(cause)}` }, cause);
}

/** Tables by their ending; others are told by their headings. */
const TABLE = /\.(?:csv|tsv|xlsx)$/i;

interface Line {
  readonly line: number;
  readonly words: readonly string[];
}

async function* readLines(file: string): AsyncIterable<Line> {
  const start = tableStart(await firstLines(file));
  const headings = start.headings.split(start.delimiter);
  const isTable = TABLE.test(file) || (headings.length > 1 && headings.some(isUrlHeading));
  yield* isTable ? tableLines(file, start) : textLines(file);
}

function isUrlHeading(heading: string): boolean {
  return /^\s*"?\s*url\s*"?\s*$/i.test(heading);
}

/** What separates URLs that are pasted from code: URLs have commas and semicolons, but hardly at their end. */
const SEPARATOR = /[,;]+$/;

async function* textLines(file: string): AsyncIterable<Line> {
  for await (const { line, text } of fileLines(file)) {
    const words = wordsOfLine(text).flatMap((word) => word.replace(SEPARATOR, "") || []);
    if (words.length > 0) yield { line, words };
  }
}

async function* tableLines(
  file: string,
  { before, delimiter }: ReturnType<typeof tableStart>,
): AsyncIterable<Line> {
  // Loaded only where a list is a table.
  const { parse } = await import("csv-parse");
  const form = { columns: false, delimiter, info: true, relax_column_count: true };
  const input = Readable.from(linesFrom(file, before));
  const lenient = { relax_quotes: true, skip_empty_lines: true, max_record_size: MAX_LINE };
  const parser = parse({ ...form, ...lenient });
  // An error of the file ends the reading of the table.
  input.on("error", (error) => parser.destroy(error));
  let column: number | undefined;
  try {
    for await (const row of input.pipe(parser)) {
      const { record, info } = row;
      const cells: string[] = record;
      const line = before + info.lines;
      if (column === undefined) column = urlColumn(file, cells);
      else yield { line, words: (cells[column] ?? "").split(/\s+/).filter(Boolean) };
    }
  } catch (cause) {
    if (cause instanceof DowserError) throw cause;
    throw unreadable(file, cause);
  } finally {
    input.destroy();
  }
}

/** Yields the lines of a file after the first ones, with a line feed after each. */
async function* linesFrom(file: string, before: number): AsyncGenerator<string, void, undefined> {
  for await (const { line, text } of fileLines(file)) if (line > before) yield `${text}\n`;
}

function urlColumn(file: string, headings: readonly string[]): number {
  const column = headings.findIndex(isUrlHeading);
  if (column >= 0) return column;
  throw fail("bad-seed-list", {
    file,
    fault: `has no column url; its columns are: ${headings.join(", ").slice(0, MAX_TEXT)}`,
  });
}

/** Lines in which the headings of a table are looked for. */
const FIRST_LINES = 100;

async function firstLines(file: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const { text } of fileLines(file)) {
    lines.push(text);
    if (lines.length === FIRST_LINES) break;
  }
  return lines;
}

/** Reads the lines of a text file in any common encoding, and with any line ends. */
async function* fileLines(
  file: string,
): AsyncIterable<{ readonly line: number; readonly text: string }> {
  let [line, rest] = [1, ""];
  try {
    for await (const chunk of fileText(file)) {
      // A line feed may follow the carriage return that ends a chunk.
      const lines = `${rest}${chunk}`.split(/\r\n|\n|\r(?=[^])/);
      rest = lines.pop() ?? "";
      if (rest.length > MAX_LINE)
        throw fail("bad-seed-list", {
          file,
          fault: `has a line ${line + lines.length} without end`,
        });
      for (const text of lines) {
        yield { line, text };
        line += 1;
      }
    }
  } catch (cause) {
    if (cause instanceof DowserError) throw cause;
    throw unreadable(file, cause);
  }
  const last = rest.replace(/\r$/, "");
  if (last !== "") yield { line, text: last };
}

/** Reads a text piece by piece: in UTF-16 or UTF-8 if it begins so, a piece with other bytes by itself. */
async function* fileText(file: string): AsyncGenerator<string, void, undefined> {
  let wide: InstanceType<typeof TextDecoder> | undefined;
  let [isFirst, rest] = [true, Buffer.alloc(0)];
  for await (const chunk of createReadStream(file)) {
    const bytes: Buffer = Buffer.concat([rest, chunk]);
    if (isFirst && isSpreadsheet(bytes)) return yield sheetText(file);
    const encoding = isFirst ? wideEncoding(bytes) : undefined;
    if (encoding !== undefined) wide = new TextDecoder(encoding);
    isFirst = false;
    rest = Buffer.alloc(0);
    if (wide !== undefined) yield wide.decode(bytes, { stream: true });
    else {
      // Whole lines are whole characters; a line that is too long is told by its reader.
      const lines = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1;
      const end = bytes.length - lines > MAX_LINE ? bytes.length : lines;
      rest = Buffer.from(bytes.subarray(end));
      if (end > 0) yield decodeText(bytes.subarray(0, end));
    }
  }
  if (rest.length > 0) yield decodeText(rest);
}

/** Largest spreadsheet that is read, in bytes: it is read whole, and unpacked. */
const MOST_SHEET_BYTES = 64 << 20;

/** Returns the first sheet of a spreadsheet as CSV. */
function sheetText(file: string): string {
  const isSmall = statSync(file).size <= MOST_SHEET_BYTES;
  const csv = isSmall ? sheetAsCsv(readFileSync(file)) : undefined;
  if (csv !== undefined) return csv;
  const fault = "is a spreadsheet that cannot be read, and no text: save it as CSV";
  throw fail("bad-seed-list", { file, fault });
}
