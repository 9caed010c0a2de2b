import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";

/** Files that each test depends on. */
const FOR_ALL = new Set(["package.json", "package-lock.json", "tsconfig.json", "test/run.ts"]);

/** Tests that read files of many folders, whatever they import. */
const READ_ALL = "test/gate/";

const SOURCE = /\.(?:ts|tsx|mjs|js)$/;

/** Imports of types alone, which no test runs. */
const TYPES_ONLY = /^(?:import|export) type [^;]*;/gm;

/** A text in quotes that may be a path: of an import, a worker, or a program to start. */
const QUOTED = /["'`](?<path>[^"'`\s]*[./][^"'`\s]*)["'`]/g;

/**
 * Returns the files that were changed in a clone since its branch left `ref`, with those that are
 * not committed yet, as paths below `root` with `/`.
 * @throws Error where git knows no such ref
 */
export function changedFiles(root: string, ref: string): readonly string[] {
  const base = git(root, ["merge-base", ref, "HEAD"]).trim();
  const changed = git(root, ["diff", "--name-only", "--relative", base]);
  const fresh = git(root, ["ls-files", "--others", "--exclude-standard"]);
  return `${changed}${fresh}`.split("\n").filter((line) => line !== "");
}

function git(root: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
  return stdout;
}

/**
 * Returns those of the tests that a change reaches: by imports, also dynamic ones, and by the paths
 * that a file names in quotes, as those of workers and programs. All paths are below `root`.
 */
export function testsReaching(
  root: string,
  tests: readonly string[],
  changed: readonly string[],
): readonly string[] {
  if (changed.some((file) => FOR_ALL.has(file))) return tests;
  const wanted = new Set(changed);
  const named = new Map<string, readonly string[]>();
  const filesNamedIn = (file: string) => {
    const known = named.get(file) ?? readNames(root, file);
    named.set(file, known);
    return known;
  };
  return tests.filter((test) => {
    if (test.startsWith(READ_ALL)) return true;
    const reached = new Set([test]);
    for (const file of reached) {
      if (wanted.has(file)) return true;
      for (const next of filesNamedIn(file)) reached.add(next);
    }
    return false;
  });
}

/** Returns the files that a source names, from its own folder or from the root. */
function readNames(root: string, file: string): readonly string[] {
  if (!SOURCE.test(file)) return [];
  const folder = join(root, file, "..");
  const text = readFileSync(join(root, file), "utf8").replaceAll(TYPES_ONLY, "");
  const paths = new Set(Array.from(text.matchAll(QUOTED), ({ groups }) => groups?.["path"] ?? ""));
  const files = [...paths].flatMap((path) =>
    [resolve(folder, path), resolve(root, path)].filter(isFile),
  );
  return files.map((path) => relative(root, path).replaceAll(sep, "/"));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
