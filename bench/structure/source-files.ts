import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Folders whose files count as product code. */
const PRODUCT = ["lib", "functions", "infra", "demo"];

/** A file with fewer lines that serves one neighbour is a helper. */
const SMALL_LINES = 60;

/** The form of a checkout's source: counts of files and lines. */
export interface SourceFigures {
  readonly libFiles: number;
  readonly libLines: number;
  /** Median lines of a file in `lib`. */
  readonly medianLines: number;
  /** Lines of the longest file in `lib`. */
  readonly longestLines: number;
  /** Files in `lib` that exactly one product file imports. */
  readonly oneImporter: number;
  /** Those of them that lie beside their importer and have under 60 lines. */
  readonly smallNeighbours: number;
}

/** Counts the files of a checkout and reads who imports whom, as text. */
export function sourceFigures(root: string): SourceFigures {
  const files = new Map(
    PRODUCT.flatMap((folder) => sourcesIn(root, folder)).map((file) => [
      file,
      readFileSync(join(root, file), "utf8"),
    ]),
  );
  const importers = importersOf(files);
  const lib = [...files.keys()].filter((file) => file.startsWith("lib/"));
  const lines = lib.map((file) => lineCount(files.get(file) ?? "")).toSorted((a, b) => a - b);
  const single = lib.filter((file) => importers.get(file)?.size === 1);
  const neighbours = single.filter(
    (file) =>
      [...(importers.get(file) ?? [])].every((by) => dirname(by) === dirname(file)) &&
      lineCount(files.get(file) ?? "") < SMALL_LINES,
  );
  return {
    libFiles: lib.length,
    libLines: lines.reduce((sum, count) => sum + count, 0),
    medianLines: lines[Math.floor(lines.length / 2)] ?? 0,
    longestLines: lines.at(-1) ?? 0,
    oneImporter: single.length,
    smallNeighbours: neighbours.length,
  };
}

function sourcesIn(root: string, folder: string): string[] {
  const isThere = readdirSync(root).includes(folder);
  if (!isThere) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}

function lineCount(text: string): number {
  return text.split("\n").length - 1;
}

/** Relative specifiers of imports, re-exports and dynamic imports. */
const SPECIFIER = /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

function importersOf(files: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    for (const [, specifier = ""] of text.matchAll(SPECIFIER)) {
      const target = normalize(join(dirname(file), specifier));
      const known = importers.get(target) ?? new Set();
      importers.set(target, known.add(file));
    }
  }
  return importers;
}
