import type { MarkedPath } from "../../domain/methods/strategy.ts";
import type { CanonicalOptions } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { urlLines } from "../../project/url-lines.ts";
import { badPaths, type LineProblem, parseUrlWord, readUrlFile } from "../input/url-file.ts";

const HINT =
  "write one path a line, the start page first and the relevant page last: at least two URLs, white space between them";

/**
 * Reads a file of click paths.
 * @throws DowserError `paths-unreadable`, `bad-paths`
 */
export async function readPathsFile(
  file: string,
  canonical: CanonicalOptions,
): Promise<MarkedPath[]> {
  return parsePaths(await readUrlFile(file), file, canonical);
}

/**
 * Reads click paths from text, one per line; skips blank lines and comments (`#`). `fileName` is
 * for messages only.
 * @throws DowserError `bad-paths`, listing all problems with their lines.
 */
export function parsePaths(
  content: string,
  fileName: string,
  canonical: CanonicalOptions = {},
): MarkedPath[] {
  const paths: MarkedPath[] = [];
  const problems: LineProblem[] = [];
  for (const { number, words } of urlLines(content)) {
    if (words.length === 0) continue;
    const read = words.map((word) => parseUrlWord(word, number, canonical));
    const path = read.filter((each) => typeof each === "string");
    const bad = read.filter((each) => typeof each !== "string");
    if (bad.length === 0) bad.push(...problemsOf(path, number));
    problems.push(...bad);
    if (bad.length === 0) paths.push(path);
  }
  if (paths.length === 0 && problems.length === 0) {
    problems.push({ line: 1, message: "holds no path" });
  }
  if (problems.length > 0) throw badPaths(fileName, problems, HINT);
  return paths;
}

/** Writes click paths as the text of a file. */
export function pathsText(paths: readonly MarkedPath[]): string {
  return paths.map((path) => `${path.join(" ")}\n`).join("");
}

/** Finds repeated pages: a page that occurs twice would seem nearer to the target than it is. */
function problemsOf(path: MarkedPath, line: number): LineProblem[] {
  if (path.length < 2) return [{ line, message: `one URL is not a path: ${path[0] ?? ""}` }];
  const seen = new Set<Url>();
  const twice = path.find((url) => seen.size === seen.add(url).size);
  return twice === undefined ? [] : [{ line, message: `${twice} is on the path twice` }];
}
