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
  const lines = text.split("\n").slice(0, -1);
  let code = 0;
  let end: RegExp | undefined;
  for (const line of lines) {
    const trimmed = line.trim();
    if (end !== undefined) {
      if (end.test(trimmed)) end = undefined;
      continue;
    }
    end = endOfOther(trimmed);
    if (end === undefined && trimmed !== "" && !trimmed.startsWith("//")) code += 1;
    else if (end?.test(trimmed)) end = undefined;
  }
  return { lines: lines.length, code };
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
