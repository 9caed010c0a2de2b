import { createReadStream } from "node:fs";
import path from "node:path";
import { type CanonicalOptions, canonicalUrl } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { DowserError, fail } from "../errors.ts";
import type { Project } from "./project-schema.ts";
import { reasonOf, refuseUnlessFile } from "./read-text-file.ts";
import { tableDelimiter } from "./table-delimiter.ts";
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
 * (`.csv`, `.tsv`) with a column `url`. Of the file little is in memory at once; of the lines before, their URLs.
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
  const [usable, repeated, others] = [seeds, duplicates, unusable].map(counted);
  const left = `left out: ${repeated} duplicates, ${others} lines that are no URL`;
  return [...named, `${name}: ${usable} seeds; ${left}`];
}

function counted(value: number): string {
  return value.toLocaleString("en");
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

/** Tables by their ending; every other file is a list of lines. */
const TABLE = /\.(?:csv|tsv)$/i;

interface Line {
  readonly line: number;
  readonly words: readonly string[];
}

function readLines(file: string): AsyncIterable<Line> {
  return TABLE.test(file) ? tableLines(file) : textLines(file);
}

async function* textLines(file: string): AsyncIterable<Line> {
  for await (const { line, text } of fileLines(file)) {
    const words = wordsOfLine(text);
    if (words.length > 0) yield { line, words };
  }
}

async function* tableLines(file: string): AsyncIterable<Line> {
  const delimiter = tableDelimiter(await firstLine(file));
  // Loaded only where a list is a table.
  const { parse } = await import("csv-parse");
  const form = { columns: false, delimiter, bom: true, info: true, relax_column_count: true };
  const input = createReadStream(file);
  const parser = parse({ ...form, skip_empty_lines: true, max_record_size: MAX_LINE });
  // An error of the file ends the reading of the table.
  input.on("error", (error) => parser.destroy(error));
  let column: number | undefined;
  try {
    for await (const row of input.pipe(parser)) {
      const { record, info } = row;
      const cells: string[] = record;
      if (column === undefined) column = urlColumn(file, cells);
      else yield { line: info.lines, words: (cells[column] ?? "").split(/\s+/).filter(Boolean) };
    }
  } catch (cause) {
    if (cause instanceof DowserError) throw cause;
    throw unreadable(file, cause);
  } finally {
    input.destroy();
  }
}

function urlColumn(file: string, headings: readonly string[]): number {
  const column = headings.findIndex((heading) => heading.trim().toLowerCase() === "url");
  if (column >= 0) return column;
  throw fail("bad-seed-list", {
    file,
    fault: `has no column url; its columns are: ${headings.join(", ").slice(0, MAX_TEXT)}`,
  });
}

async function firstLine(file: string): Promise<string> {
  for await (const { text } of fileLines(file)) if (text.trim() !== "") return text;
  return "";
}

/** Reads the lines of a text file; they end with a line feed, or a carriage return and a line feed. */
async function* fileLines(
  file: string,
): AsyncIterable<{ readonly line: number; readonly text: string }> {
  let [line, rest] = [1, ""];
  try {
    for await (const chunk of createReadStream(file, "utf8")) {
      const lines = `${rest}${String(chunk)}`.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > MAX_LINE)
        throw fail("bad-seed-list", {
          file,
          fault: `has a line ${line + lines.length} without end`,
        });
      for (const text of lines) {
        yield { line, text: withoutMarks(text) };
        line += 1;
      }
    }
  } catch (cause) {
    if (cause instanceof DowserError) throw cause;
    throw unreadable(file, cause);
  }
  if (rest !== "") yield { line, text: withoutMarks(rest) };
}

/** Removes the byte order mark that begins a file, which is no text elsewhere, and the carriage return. */
function withoutMarks(text: string): string {
  return text.replace(/^\uFEFF|\r$/g, "");
}
