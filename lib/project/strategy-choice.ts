/** The strategy of a project, by name or by a text of the command line, with its options checked. */

import { statSync } from "node:fs";
import path from "node:path";
import { fieldsOf } from "../domain/json.ts";
import type { Strategy } from "../domain/methods/strategy.ts";
import type {
  StrategyChoice,
  StrategyContext,
  StrategyModule,
} from "../domain/methods/strategy-module.ts";
import { type DowserError, fail } from "../errors.ts";
import type { DescribedIssue } from "./describe-issues.ts";
import { presentChoice } from "./earlier-choice.ts";
import type { Project } from "./project-schema.ts";
import { loadStrategy, STRATEGY_NAMES } from "./registry.ts";

/** A checked choice, or its faults; paths begin with `strategy`. */
export type CheckedChoice =
  | {
      readonly ok: true;
      readonly module: StrategyModule;
      /** The argument of the module's `create`. */
      readonly settings: unknown;
      /** Name and settings in full; they form a valid choice. */
      readonly choice: StrategyChoice;
    }
  | { readonly ok: false; readonly issues: readonly DescribedIssue[] };

/** A choice as far as it is known without running a module; the options of one are for its own schema to check. */
export type InspectedChoice =
  | CheckedChoice
  | { readonly ok: true; readonly module?: undefined; readonly choice: StrategyChoice };

type Mapping = Readonly<Record<string, unknown>>;

/**
 * Checks a strategy by its own schema: a name, a mapping with `name`, or a mapping with `module`. A
 * module is a path relative to `directory`, or a package that is installed there.
 * @throws DowserError `bad-strategy-module`
 */
export async function checkStrategy(value: unknown, directory = "."): Promise<CheckedChoice> {
  const given = mappingOf(value);
  if (given["module"] !== undefined) return checkModule(given, directory);
  const { name, ...options } = presentChoice(given);
  const module = typeof name === "string" ? await strategyNamed(name) : undefined;
  if (module === undefined) {
    const asked = given["name"] === name ? value : name;
    return { ok: false, issues: [await nameIssue(asked)] };
  }
  return checkOptions(module, options, {});
}

/**
 * Checks a strategy as {@link checkStrategy} does, and imports nothing that it names: of a module it is checked that its
 * path, relative to `directory`, is that of a file, where a directory is given.
 */
export async function inspectStrategy(
  value: unknown,
  directory: string | undefined,
): Promise<InspectedChoice> {
  const { module: specifier, name, ...options } = mappingOf(value);
  if (specifier === undefined) return checkStrategy(value);
  if (typeof specifier !== "string")
    return notAModule("a path or the name of a package", specifier);
  const isHere = directory !== undefined && /^[./]/.test(specifier);
  const file = isHere ? path.resolve(directory, specifier) : specifier;
  if (isHere && statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    return notAModule("the path of a file", specifier);
  const choice = { ...options, name: typeof name === "string" ? name : specifier, module: file };
  return { ok: true, choice };
}

async function notAModule(
  expected: string,
  found: unknown,
): Promise<Extract<CheckedChoice, { ok: false }>> {
  const { mismatch } = await import("./describe-issues.ts");
  return moduleIssue("module", mismatch(expected, found));
}

function moduleIssue(key: string, message: string): Extract<CheckedChoice, { ok: false }> {
  return { ok: false, issues: [{ path: ["strategy", key], at: "value", message }] };
}

/** Loads the strategy with a name: one of the product's, or a peer where peers are. */
async function strategyNamed(name: string): Promise<StrategyModule | undefined> {
  const own = await loadStrategy(name);
  if (own !== undefined) return own;
  const { loadPeer } = await import("./load-strategy-module.ts");
  return loadPeer(name);
}

/**
 * Creates the strategy that a choice asks for.
 * @throws DowserError `bad-strategy-option`, `bad-strategy-module`
 */
export async function createStrategy(
  choice: StrategyChoice,
  context: StrategyContext,
): Promise<Strategy> {
  const checked = await checkStrategy(choice);
  if (!checked.ok) throw badChoice(choice, checked.issues);
  const strategy = await checked.module.create(checked.settings, context);
  const { module: file } = choice;
  if (typeof file === "string") {
    const { checkMade } = await import("./load-strategy-module.ts");
    checkMade(strategy, file);
  }
  return strategy;
}

/** Checks the strategy of an external module; its path and its hash are kept with the settings. */
async function checkModule(
  { module: specifier, hash: expected, name: known, ...options }: Mapping,
  directory: string,
): Promise<CheckedChoice> {
  if (typeof specifier !== "string")
    return notAModule("a path or the name of a package", specifier);
  const { loadStrategyModule } = await import("./load-strategy-module.ts");
  const { module, file, hash } = await loadStrategyModule(specifier, directory);
  if (expected !== undefined && expected !== hash)
    return moduleIssue("hash", `the module is another: expected ${hash}, its content's hash`);
  if (known !== undefined && known !== module.name && known !== specifier)
    return moduleIssue(
      "name",
      `the module's strategy is called ${module.name}: leave the name out`,
    );
  return checkOptions(module, options, { module: file, hash });
}

async function checkOptions(
  module: StrategyModule,
  options: Mapping,
  origin: Mapping,
): Promise<CheckedChoice> {
  const { name } = module;
  const result = module.options.safeParse(options);
  if (result.success) {
    const settings = result.data;
    return { ok: true, module, settings, choice: { name, ...mappingOf(settings), ...origin } };
  }
  const { describeOptionIssues } = await import("./describe-option-issues.ts");
  return { ok: false, issues: describeOptionIssues(module, result.error, { ...options, name }) };
}

/** Returns a string as a mapping with that name; a value that is no mapping gives an empty one. */
function mappingOf(value: unknown): Mapping {
  if (typeof value === "string") return { name: value };
  return fieldsOf(value);
}

/** In paths of files, and in no name of a strategy; options of a command line have a `=`. */
const FILE = /^[^=]*(?:[/\\][^=]*|\.[cm]?[jt]s)$/;

/** Describes the fault of the name, or of the value given instead of one. */
async function nameIssue(value: unknown): Promise<DescribedIssue> {
  const { mismatch, noneOf } = await import("./describe-issues.ts");
  const { peerNames } = await import("./load-strategy-module.ts");
  const names = [...STRATEGY_NAMES, ...(await peerNames())];
  const at = "value";
  if (typeof value === "string" && FILE.test(value)) {
    const file = JSON.stringify(value);
    const message = `${file} is no name; a module is written { module: ${file} }`;
    return { path: ["strategy"], at, message };
  }
  if (typeof value === "string") return { path: ["strategy"], at, message: noneOf(value, names) };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { path: ["strategy"], at, message: mismatch("a name or a mapping", value) };
  const { name } = mappingOf(value);
  return { path: ["strategy", "name"], at, message: noneOf(name, names) };
}

function badChoice(choice: StrategyChoice, issues: readonly DescribedIssue[]): DowserError {
  const problems = issues.map(({ path: [, ...path], message }) =>
    [path.join("."), message].filter((part) => part !== "").join(": "),
  );
  return fail("bad-strategy-option/project", {
    name: choice.name,
    problem: problems.join("; "),
    value: choice,
  });
}

/**
 * Splits the name and the options as they are written, not checked yet.
 * @throws DowserError `bad-strategy-option`
 */
export function splitStrategyOption(text: string): Readonly<Record<string, unknown>> {
  const colon = text.indexOf(":");
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  const options = colon < 0 ? [] : text.slice(colon + 1).split(",");
  const entries = options.map((option) => entryOf(option, text));
  const key = name.includes("/") ? "module" : "name";
  const names = [key, ...entries.map(([key]) => key)];
  const repeated = names.find((key, index) => names.indexOf(key) !== index);
  if (repeated !== undefined) throw badOption(text, `${repeated} is repeated`);
  return { ...nest(entries, text), [key]: name };
}

/** Makes an object of entries; `a.b=1` is option b of section a, as `a: { b: 1 }` in YAML. */
function nest(entries: readonly (readonly [key: string, value: unknown])[], text: string): object {
  const sections = Map.groupBy(entries, ([key]) => key.split(".", 1)[0] ?? key);
  const nested = [...sections].map(([section, inside]): [string, unknown] => {
    const [[key, value] = [section, undefined]] = inside;
    if (key === section && inside.length === 1) return [section, value];
    if (inside.some(([path]) => path === section)) throw badOption(text, `${section} is repeated`);
    const rest = inside.map(([path, of]) => [path.slice(section.length + 1), of] as const);
    return [section, nest(rest, text)];
  });
  return Object.fromEntries(nested);
}

function entryOf(option: string, text: string): [key: string, value: unknown] {
  const equals = option.indexOf("=");
  if (equals < 1) throw badOption(text, `${JSON.stringify(option)} is not option=value`);
  return [option.slice(0, equals).trim(), scalar(option.slice(equals + 1).trim())];
}

/** Returns the value that a YAML file would give to the same characters. */
function scalar(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

/** Makes the error of a strategy's option as a command line has it. */
export function badOption(text: string, problem: string): DowserError {
  return fail("bad-strategy-option", { text: JSON.stringify(text), problem, value: text });
}

/**
 * Creates the strategy of a project.
 * @throws DowserError `bad-strategy-option`, `bad-strategy-module`
 */
export function projectStrategy({ strategy, seed, budget, search }: Project): Promise<Strategy> {
  const asksQueries = search?.compose !== undefined;
  return createStrategy(strategy, { seed, pages: budget.pages, asksQueries });
}
