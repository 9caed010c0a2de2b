/** The source of a checkout as text: what of a file is code, and what it imports. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** The lines of a file, each counted once. */
export interface LineCounts {
  readonly lines: number;
  /** Lines that are neither blank, nor comment, nor import. */
  readonly code: number;
}

/** Reads the sources in these folders of a checkout: path from its root → text. Folders that it lacks have none. */
export function readSources(root: string, folders: readonly string[]): Map<string, string> {
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => join(folder, name)),
    );
  return new Map(files.toSorted().map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

/** Counts the lines of a file that the formatter has arranged. */
export function countLines(text: string): LineCounts {
  return { lines: text.split("\n").length - 1, code: codeLines(text).length };
}

/** The lines of such a file that are neither blank, nor comment, nor import. */
export function codeLines(text: string): string[] {
  let end: RegExp | undefined;
  return text.split("\n").filter((line) => {
    const trimmed = line.trim();
    const isWithin = end !== undefined;
    end ??= endOfOther(trimmed);
    const isOther = end !== undefined;
    // A comment that begins and ends on one line ends there, and so does one that began before.
    if (end?.test(isWithin ? trimmed : trimmed.slice(1)) === true) end = undefined;
    return !isOther && trimmed !== "" && !trimmed.startsWith("//");
  });
}

/** How a comment or an import ends that begins with this line; `undefined` where none begins. */
function endOfOther(line: string): RegExp | undefined {
  if (line.startsWith("/*")) return /\*\//;
  if (/^import\s(?!\()/.test(line)) return /;$/;
  return undefined;
}

/** A file without its comments. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\//g, "").replace(/(^|\s)\/\/ .*$/gm, "$1");
}

/** Relative specifiers of imports, re-exports and dynamic imports. */
const SPECIFIER = /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

/** Files that a file imports, by their paths. */
export function importsOf(file: string, text: string): string[] {
  return Array.from(withoutComments(text).matchAll(SPECIFIER), ([, specifier = ""]) =>
    normalize(join(dirname(file), specifier)),
  );
}
