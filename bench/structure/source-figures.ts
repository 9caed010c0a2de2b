/** The form of a checkout's source: files, lines, arrows between folders, and who knows a feature. */
import { dirname } from "node:path";
import { countArrows } from "./arrows.ts";
import { countLines, importsOf, readSources, withoutComments } from "./source-code.ts";

/** Folders whose imports of `lib` count. */
const PRODUCT = ["lib", "functions", "infra", "demo"];

/** Folders whose files may know a feature. */
const KNOWING = ["lib", "functions", "infra", "web"];

/** A file with fewer lines that serves one neighbour is a helper. */
const SMALL_LINES = 60;

/** Features of a crawl, and what a file's path or code has that knows of one. */
const FEATURES: Readonly<Record<string, RegExp>> = {
  recrawl: /recrawl|revisit|unchanged/i,
  sessions: /session|logged-?out/i,
  signals: /(?<!NodeJS\.)signals|noindex|tdm/i,
  feeds: /\bfeeds?\b|Feed/,
  rendering: /rendering|renderer|rendered/i,
};

/** Files that have the word of a feature for another thing, by the feature. They are counted apart. */
const OTHER_THINGS: Readonly<Record<string, readonly string[]>> = {
  sessions: [
    // Sets of changes, as SQLite calls what records them.
    "lib/adapters/sqlite/journal.ts",
    // A connection to a page in Chromium.
    "lib/adapters/web/render/chromium-renderer.ts",
    // Clients of `dowser mcp`.
    "lib/mcp/serve-http.ts",
    // Clicks of one visit, in a list of clicks and in its help.
    "lib/cli/program.ts",
    "lib/run/crawl/click-trails.ts",
    // Parameters of URLs, and numbers on pages of errors.
    "lib/domain/frontier/traps.ts",
    "lib/domain/page/walls/wall-signs.ts",
    // The time in which a trainer asks an assessor.
    "lib/stack/assess-crawl.ts",
  ],
};

/** Counts of the files and lines in `lib`, the arrows in it, and the files that know a feature. */
export interface SourceFigures {
  readonly files: number;
  readonly lines: number;
  /** Lines that are neither blank, nor comment, nor import. */
  readonly codeLines: number;
  /** Median lines of a file. */
  readonly medianLines: number;
  /** Lines of the longest file. */
  readonly longestLines: number;
  /** Files that exactly one product file imports. */
  readonly oneImporter: number;
  /** Those of them that lie beside their importer and have under 60 lines. */
  readonly smallNeighbours: number;
  readonly arrowsBack: number;
  readonly mutualPairs: number;
  /** The pairs in words, for whoever wants to part them. */
  readonly pairs: readonly string[];
  /** Files that know a feature, by its name; those of its own folder do not count. */
  readonly knowing: Readonly<Record<string, KnowingFiles>>;
}

/** Files outside the folder of a feature that have its word. */
interface KnowingFiles {
  readonly files: number;
  /** Those that have the word for another thing, beside them. */
  readonly ofOthers: number;
}

/** Reads the source of a checkout and counts it. */
export function sourceFigures(root: string): SourceFigures {
  const sources = readSources(root, PRODUCT);
  const imports = new Map([...sources].map(([file, text]) => [file, importsOf(file, text)]));
  const lib = new Map([...sources].filter(([file]) => file.startsWith("lib/")));
  const counts = new Map([...lib].map(([file, text]) => [file, countLines(text)]));
  const lines = Array.from(counts.values(), (each) => each.lines).toSorted((a, b) => a - b);
  const importers = importersOf(imports);
  const single = [...lib.keys()].filter((file) => importers.get(file)?.length === 1);
  const arrows = countArrows(new Map([...imports].filter(([file]) => lib.has(file))));
  return {
    files: lib.size,
    lines: lines.reduce((sum, count) => sum + count, 0),
    codeLines: [...counts.values()].reduce((sum, { code }) => sum + code, 0),
    medianLines: lines[Math.floor(lines.length / 2)] ?? 0,
    longestLines: lines.at(-1) ?? 0,
    oneImporter: single.length,
    smallNeighbours: single.filter(
      (file) =>
        importers.get(file)?.every((by) => dirname(by) === dirname(file)) &&
        (counts.get(file)?.lines ?? 0) < SMALL_LINES,
    ).length,
    ...{ arrowsBack: arrows.back, mutualPairs: arrows.mutual, pairs: arrows.pairs },
    knowing: filesKnowing(readSources(root, KNOWING)),
  };
}

function importersOf(imports: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, imported] of imports)
    for (const each of new Set(imported))
      importers.set(each, [...(importers.get(each) ?? []), file]);
  return importers;
}

function filesKnowing(sources: ReadonlyMap<string, string>): Record<string, KnowingFiles> {
  const texts = Array.from(sources, ([file, text]) => [file, withoutComments(text)] as const);
  return Object.fromEntries(
    Object.entries(FEATURES).map(([feature, pattern]) => {
      const found = texts.filter(
        ([file, text]) =>
          !file.startsWith(`lib/features/${feature}/`) && pattern.test(`${file}\n${text}`),
      );
      const others = found.filter(([file]) => OTHER_THINGS[feature]?.includes(file) === true);
      return [feature, { files: found.length - others.length, ofOthers: others.length }];
    }),
  );
}
