import { text } from "node:stream/consumers";
import { type CanonicalOptions, canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { type DowserError, fail } from "../../errors.ts";
import { readTextFile } from "../../project/read-text-file.ts";
import { terminal } from "../print/terminal.ts";

/** A fault on a line. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

/** Reads a word as a URL; returns the problem when it is not one. */
export function parseUrlWord(
  word: string,
  line: number,
  canonical: CanonicalOptions,
): Url | LineProblem {
  const parsed = canonicalUrl(word, undefined, canonical);
  return parsed.ok
    ? parsed.url
    : { line, message: `${quoted(word)} is not an HTTP URL: ${parsed.reason}` };
}

/** Longest word quoted in a message, and the most problems listed. */
const MAX_QUOTED = 200;
const MAX_LISTED = 50;

/** Makes the error that lists the faults in a file of URLs, each as `file:line fault`. */
export function badPaths(
  fileName: string,
  problems: readonly LineProblem[],
  hint: string,
): DowserError {
  const listed = problems
    .slice(0, MAX_LISTED)
    .map(({ line, message }) => `${fileName}:${line} ${message}`);
  if (problems.length > MAX_LISTED) listed.push(`and ${problems.length - MAX_LISTED} more`);
  return fail("bad-paths", { problems: listed.join("\n"), hint, value: listed });
}

/** Longest file of URLs read, in bytes: millions of clicks. */
const MAX_URL_FILE_BYTES = 256 * 2 ** 20;

/**
 * Reads the text of a file of URLs. Where the command line names it, `-` is standard input, and it may be a pipe.
 * @throws DowserError `paths-unreadable`
 */
export async function readUrlFile(
  file: string,
  { mayBePipe = false }: { readonly mayBePipe?: boolean } = {},
): Promise<string> {
  if (file === "-" && mayBePipe) return text(terminal().stdin);
  return readTextFile(file, {
    what: "a file of URLs",
    most: MAX_URL_FILE_BYTES,
    error: "paths-unreadable",
    mayBePipe,
  });
}

function quoted(word: string): string {
  return JSON.stringify(word.length <= MAX_QUOTED ? word : `${word.slice(0, MAX_QUOTED)}…`);
}
