import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { type CanonicalOptions, canonicalUrl } from "../../domain/url/canonical-url.ts";
import type { Url } from "../../domain/url/url.ts";
import { DowserError } from "../../errors.ts";

/** A line of a text that lists URLs. */
export interface UrlLine {
  /** From 1. */
  readonly number: number;
  /** What stands on it, split at white space; empty for a blank line, which a comment alone is not. */
  readonly words: readonly string[];
}

/** What is wrong on a line. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

/** A comment: `#` at the start of a line or behind white space, since URLs hold `#`, too. */
const COMMENT = /(?:^|\s)#.*$/;

/** The lines of a text without comments; a line that holds nothing but a comment is left out. */
export function urlLines(content: string): UrlLine[] {
  const lines = content.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  return lines.flatMap((line, index) => {
    const words = line.replace(COMMENT, "").trim().split(/\s+/).filter(Boolean);
    const isComment = words.length === 0 && line.trim() !== "";
    return isComment ? [] : [{ number: index + 1, words }];
  });
}

/** The URL that a word is, or the problem with it. */
export function parseUrlWord(
  word: string,
  line: number,
  canonical: CanonicalOptions,
): Url | LineProblem {
  const parsed = canonicalUrl(word, undefined, canonical);
  return parsed.ok
    ? parsed.url
    : { line, message: `${quoted(word)} is no URL of the web: ${parsed.reason}` };
}

/** Longest word quoted in a message, and most problems listed. */
const MAX_QUOTED = 200;
const MAX_LISTED = 50;

/** The error that lists what is wrong in a file of URLs, each as `file:line what`. */
export function badPaths(
  fileName: string,
  problems: readonly LineProblem[],
  mend: string,
): DowserError {
  const listed = problems
    .slice(0, MAX_LISTED)
    .map(({ line, message }) => `${fileName}:${line} ${message}`);
  if (problems.length > MAX_LISTED) listed.push(`and ${problems.length - MAX_LISTED} more`);
  return new DowserError(listed.join("\n"), {
    code: "bad-paths",
    reaction: "fix-config",
    value: listed,
    mend,
  });
}

/**
 * The text of a file of URLs; `-` is standard input.
 * @throws DowserError `paths-unreadable`
 */
export async function readUrlFile(file: string): Promise<string> {
  try {
    return file === "-" ? await text(process.stdin) : readFileSync(file, "utf8");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DowserError(`cannot read ${file}: ${why}`, {
      code: "paths-unreadable",
      reaction: "fix-config",
      value: file,
      mend: "name a readable file; dowser paths record writes one for need.paths",
      cause,
    });
  }
}

function quoted(word: string): string {
  return JSON.stringify(word.length <= MAX_QUOTED ? word : `${word.slice(0, MAX_QUOTED)}…`);
}
