import type { StrategyChoice } from "../domain/methods/strategy-module.ts";
import { type DowserError, fail } from "../errors.ts";
import { pathText } from "./project-problem.ts";
import { checkStrategy } from "./strategy-choice.ts";

/**
 * Reads a strategy from the command line: `name`, or `name:option=value,section.option=value`. A
 * name with a slash is a module's, by a path relative to the working directory or by its package.
 * @throws DowserError `bad-strategy-option`, `bad-strategy-module`
 */
export async function parseStrategyOption(text: string): Promise<StrategyChoice> {
  const checked = await checkStrategy(splitStrategyOption(text));
  if (checked.ok) return checked.choice;
  const problems = checked.issues.map(
    ({ path, message }) => `${pathText(path.slice(1))}: ${message}`,
  );
  throw badOption(text, problems.join("; "));
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

function badOption(text: string, problem: string): DowserError {
  return fail("bad-strategy-option", { text: JSON.stringify(text), problem, value: text });
}
