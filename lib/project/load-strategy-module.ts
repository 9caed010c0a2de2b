import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fieldsOf } from "../domain/json.ts";
import type { StrategyModule } from "../domain/methods/strategy-module.ts";
import { fail } from "../errors.ts";
import { importUserModule } from "./import-user-module.ts";
import { peersModule } from "./peers-folder.ts";
import { reasonOf, refuseUnlessFile } from "./read-text-file.ts";

/** A strategy module of the user, as it was found. */
export interface LoadedModule {
  readonly module: StrategyModule;
  /** Absolute path of its file. */
  readonly file: string;
  /** Hash of the file's content; its imports are not included. */
  readonly hash: string;
}

/**
 * Loads the strategy module that a project file or a command names: a path relative to `directory`,
 * or a package that is installed there.
 * @throws DowserError `bad-strategy-module`
 */
export async function loadStrategyModule(
  specifier: string,
  directory: string,
): Promise<LoadedModule> {
  const file = fileOf(specifier, directory);
  const hash = hashOf(file);
  const exports = await importOf(file);
  const module = moduleIn(exports);
  if (module === undefined) {
    throw fail("bad-strategy-module", {
      file,
      problem:
        "exports no strategy module: its default export needs a name in lower case, a description, a schema of zod 4 named options, and a function create",
    });
  }
  return { module, file, hash };
}

/**
 * Loads the peer with a name; `undefined` when there is none, or no peers are here.
 * @throws DowserError `bad-strategy-module`
 */
export async function loadPeer(name: string): Promise<StrategyModule | undefined> {
  const load = (await peers()).get(name);
  if (load === undefined) return undefined;
  const module = moduleIn(await load());
  if (module?.name !== name) {
    const problem = "exports no strategy of that name";
    throw fail("bad-strategy-module", { file: `peers/${name}`, problem });
  }
  return module;
}

/** Returns the names of the peers; none where they are not. */
export async function peerNames(): Promise<readonly string[]> {
  return [...(await peers()).keys()];
}

/** The published baselines by their names: strategy modules, too, where they are installed. */
async function peers(): Promise<ReadonlyMap<string, () => Promise<object>>> {
  const registry = peersModule("registry");
  if (registry === undefined) return new Map();
  const { PEERS }: { readonly PEERS: Readonly<Record<string, () => Promise<object>>> } =
    await import(registry);
  return new Map(Object.entries(PEERS));
}

/**
 * Computes the hash of a strategy module's file as it is now.
 * @throws DowserError `bad-strategy-module`
 */
export function hashOf(file: string): string {
  try {
    refuseUnlessFile(file);
    return `sha256:${createHash("sha256").update(readFileSync(file)).digest("hex")}`;
  } catch (cause) {
    const problem = `cannot be read: ${reasonOf(cause)}`;
    throw fail("bad-strategy-module", { file, problem }, cause);
  }
}

function fileOf(specifier: string, directory: string): string {
  if (isPath(specifier)) return path.resolve(directory, specifier);
  try {
    return createRequire(path.join(path.resolve(directory), "package.json")).resolve(specifier);
  } catch (cause) {
    throw fail(
      "bad-strategy-module",
      { file: specifier, problem: `is no package that is installed for ${directory}` },
      cause,
    );
  }
}

/** Returns whether a specifier is a path and no package; a path begins with a dot or a slash. */
function isPath(specifier: string): boolean {
  return specifier.startsWith(".") || path.isAbsolute(specifier);
}

async function importOf(file: string): Promise<object> {
  try {
    return await importUserModule(file);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw fail("bad-strategy-module", { file, problem: `cannot be loaded: ${why}` }, cause);
  }
}

/** Returns the default export if it is a strategy module. */
function moduleIn(exports: object): StrategyModule | undefined {
  const { default: module } = fieldsOf(exports);
  return isStrategyModule(module) ? module : undefined;
}

/** Form of the names in project files. */
const NAME = /^[a-z][a-z0-9-]*$/;

function isStrategyModule(value: unknown): value is StrategyModule {
  if (typeof value !== "object" || value === null) return false;
  if (!("name" in value && "description" in value && "options" in value && "create" in value))
    return false;
  const { name, description, options, create } = value;
  return (
    typeof name === "string" &&
    NAME.test(name) &&
    typeof description === "string" &&
    typeof create === "function" &&
    typeof options === "object" &&
    options !== null &&
    // A schema of zod 4 or later: hints are made from it.
    "_zod" in options
  );
}

/** The methods of every strategy; the others are optional. */
const METHODS = ["train", "compile", "isStale"] as const;

/**
 * Checks the strategy that a module has made.
 * @throws DowserError `bad-strategy-module`
 */
export function checkMade(strategy: object, file: string): void {
  const missing = [
    ...["name", "selection", "merge"].filter((key) => !(key in strategy)),
    ...METHODS.filter((key) => typeof Reflect.get(strategy, key) !== "function"),
  ];
  if (missing.length > 0)
    throw fail("bad-strategy-module", {
      file,
      problem: `makes a strategy without ${missing.join(", ")}`,
    });
}
