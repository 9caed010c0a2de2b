import { statSync } from "node:fs";
import path from "node:path";
import type { Strategy } from "../domain/methods/strategy.ts";
import type {
  StrategyChoice,
  StrategyContext,
  StrategyModule,
} from "../domain/methods/strategy-module.ts";
import { type DowserError, fail } from "../errors.ts";
import type { DescribedIssue } from "./describe-issues.ts";
import { presentChoice } from "./earlier-choice.ts";
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
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Describes the fault of the name, or of the value given instead of one. */
async function nameIssue(value: unknown): Promise<DescribedIssue> {
  const { mismatch, noneOf } = await import("./describe-issues.ts");
  const { peerNames } = await import("./load-strategy-module.ts");
  const names = [...STRATEGY_NAMES, ...(await peerNames())];
  const at = "value";
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
