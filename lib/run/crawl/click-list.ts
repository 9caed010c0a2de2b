import type { CanonicalOptions } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { urlLines } from "../../project/url-lines.ts";
import { badPaths, type LineProblem, parseUrlWord } from "../input/url-file.ts";

/** A page that the user clicked, as the list has it. */
export interface Click {
  /** Line of the list, from 1. */
  readonly line: number;
  readonly url: Url;
  /** Marked with ` *`. */
  readonly isTarget: boolean;
  /** Number of groups of blank lines before it: clicks of one session have the same number. */
  readonly session: number;
}

/**
 * Reads a list of clicks: one URL per line, ` *` behind a target, blank lines between sessions, `#`
 * for comments. `fileName` is for messages only.
 * @throws DowserError `bad-paths`, listing all problems with their lines.
 */
export function parseClicks(
  content: string,
  fileName: string,
  canonical: CanonicalOptions = {},
): Click[] {
  const clicks: Click[] = [];
  const problems: LineProblem[] = [];
  let session = 0;
  for (const { number: line, words } of urlLines(content)) {
    const [word, mark, ...more] = words;
    if (word === undefined) {
      if (clicks.at(-1)?.session === session) session += 1;
    } else if ((mark !== undefined && mark !== "*") || more.length > 0) {
      problems.push({ line, message: "holds more than a URL and ` *`" });
    } else {
      const url = parseUrlWord(word, line, canonical);
      if (typeof url === "string") clicks.push({ line, url, isTarget: mark === "*", session });
      else problems.push(url);
    }
  }
  if (clicks.length === 0 && problems.length === 0) {
    problems.push({ line: 1, message: "holds no URL" });
  }
  if (problems.length > 0) {
    const hint = "write one URL per line, ` *` after a target, and a blank line between sessions";
    throw badPaths(fileName, problems, hint);
  }
  return clicks;
}
