/** Project files of a folder, and the command that goes on with the crawl of one. */
import { globSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { quotedWord } from "../../domain/text/safe-text.ts";
import { parseYaml } from "../../project/parse-yaml.ts";
import { readTextFile } from "../../project/read-text-file.ts";
import { valueAt } from "../../project/suggest-key.ts";
import { isFile } from "./run-database.ts";
import type { NamedCrawl } from "./run-project.ts";

/**
 * Form of the names of runs, which are names of projects: nothing that leads out of the folder, and short enough for a
 * file system with the endings that files get.
 */
export const RUN_NAME = /^[a-z0-9][a-z0-9._-]{0,199}$/i;

/** Largest project file read, in bytes. */
const MAX_PROJECT_BYTES = 3_000_000;

/**
 * Returns the project file of a folder whose project has a name; `undefined` when there is none. A name that leads
 * elsewhere has none: a run says its own.
 */
export function projectFileIn(folder: string, name: string): string | undefined {
  if (!RUN_NAME.test(name)) return undefined;
  const own = join(folder, `${name}.yaml`);
  if (isFile(own)) return own;
  const files = globSync("*.{yaml,yml}", { cwd: folder }).map((file) => join(folder, file));
  return files.find((file) => isFile(file) && nameIn(file) === name);
}

/** Reads the text of a project file. */
export function readProjectFile(file: string): string {
  return readTextFile(file, {
    what: "a project file",
    most: MAX_PROJECT_BYTES,
    error: "project-unreadable",
  });
}

function nameIn(file: string): unknown {
  if (statSync(file).size > MAX_PROJECT_BYTES) return undefined;
  const yaml = parseYaml(readProjectFile(file));
  return yaml.ok ? valueAt(yaml.value, ["name"]) : undefined;
}

/** Returns the words of the command that goes on with a crawl, as they are typed in a folder. */
export function continueWords(
  folder: string,
  { name, out, web, command, of }: NamedCrawl,
): string[] {
  const recordings = web === "live" ? [] : web;
  const named = recordings.flatMap((path) => ["--web", pathFrom(folder, path)]);
  if (of !== undefined) return [command, join(out, of), "--into", out, ...named];
  const file = projectFileIn(folder, name);
  const project = file === undefined ? "PROJECT.yaml" : relative(folder, file);
  return [command, project, "--out", out, ...named];
}

/** Returns the command that goes on with a crawl, for a shell in the folder. */
export function continueCommand(folder: string, crawl: NamedCrawl, wordOf = quotedWord): string {
  return ["dowser", ...continueWords(folder, crawl).map(wordOf)].join(" ");
}

/** Returns a path as a command in a folder names it. */
export function pathFrom(folder: string, path: string): string {
  return relative(resolve(folder), resolve(folder, path)) || ".";
}

/**
 * Returns how a word of a command is written in a page that is handed on: a path that leads out of the folder as a
 * variable of the shell that its reader sets, as folders are private. Words are paths as the folder names them.
 */
export function handedOnWord({ out, web }: Pick<NamedCrawl, "out" | "web">, folder: string) {
  const recordings = web === "live" ? [] : web.map((path) => pathFrom(folder, path));
  return (word: string): string => {
    if (!word.startsWith("..") && !isAbsolute(word)) return quotedWord(word);
    const at = recordings.indexOf(word);
    if (at >= 0) return `"$WEB${at === 0 ? "" : at + 1}"`;
    return word === out ? '"$RUN"' : '"$VISITED"';
  };
}
