import type { z } from "zod";
import type { JsonSchema } from "./project-json-schema.ts";
import { nearest } from "./project-problem.ts";
import { hintOfRetired } from "./retired-keys.ts";
import { suggestKey, valueAt } from "./suggest-key.ts";

type Path = readonly PropertyKey[];

/** A validation issue in words; `at` says whether the key or its value is at fault. */
export interface DescribedIssue {
  readonly path: Path;
  readonly at: "key" | "value";
  readonly message: string;
}

/** Longest value quoted in a message, in UTF-16 units. */
const MAX_QUOTED = 80;

/** Most issues put into words; a file with more was never meant as a project. */
const MAX_ISSUES = 50;

/** A project as it was read, and the schema that it should follow. */
interface Checked {
  readonly root: unknown;
  readonly schema: JsonSchema;
}

/** Puts issues of a project's schema into words that name the value found and a hint. */
export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  root: unknown,
  schema: JsonSchema,
): DescribedIssue[] {
  return issues
    .slice(0, MAX_ISSUES)
    .flatMap((issue) => describe(issue, [], { root, schema }))
    .slice(0, MAX_ISSUES);
}

function describe(issue: z.core.$ZodIssue, base: Path, checked: Checked): DescribedIssue[] {
  const { root } = checked;
  const path = [...base, ...issue.path];
  if (issue.code === "unrecognized_keys") return describeKeys(issue.keys, path, checked);
  if (issue.code === "invalid_union") return describeUnion(issue, path, checked);
  return [{ path, at: "value", message: sentence(issue, valueAt(root, path)) }];
}

function describeKeys(
  keys: readonly string[],
  path: Path,
  { root, schema }: Checked,
): DescribedIssue[] {
  const suggest = suggestKey(path, root, schema);
  return keys.slice(0, MAX_ISSUES).map((key) => ({
    path: [...path, key],
    at: "key",
    message: `unknown key; ${hintOfRetired([...path, key], root) ?? suggest(key)}`,
  }));
}

/** Describes a union's issues by the one branch that the value was meant for. */
function describeUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  path: Path,
  checked: Checked,
): DescribedIssue[] {
  const value = valueAt(checked.root, path);
  if (issue.errors.length === 0) {
    const options = "options" in issue && Array.isArray(issue.options) ? issue.options : [];
    return [{ path, at: "value", message: noneOf(value, options) }];
  }
  const meant = issue.errors.find((branch) => !branch.some((inner) => isWrongType(inner, value)));
  if (meant !== undefined) return meant.flatMap((inner) => describe(inner, path, checked));
  const expected = issue.errors.flatMap((branch) => branch.map(expectation));
  return [{ path, at: "value", message: mismatch(expected.join(" or "), value) }];
}

function isWrongType(issue: z.core.$ZodIssue, value: unknown): boolean {
  if (issue.path.length > 0) return false;
  return (
    issue.code === "invalid_type" || (issue.code === "invalid_value" && typeof value !== "string")
  );
}

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return EXPECTED[issue.expected] ?? issue.expected;
  return issue.code === "invalid_value" ? "a name" : "a mapping";
}

const EXPECTED: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "a mapping",
  record: "a mapping",
  string: "text",
};

function sentence(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "invalid_type") return mismatch(expectation(issue), value);
  if (issue.code === "invalid_value") return noneOf(value, issue.values);
  if (issue.code === "too_small") {
    const relation = issue.inclusive === false ? "more than" : "at least";
    return `expected ${relation} ${amount(issue.minimum, issue.origin)}, found ${quote(value)}`;
  }
  if (issue.code === "too_big") {
    const relation = issue.inclusive === false ? "less than" : "at most";
    return `expected ${relation} ${amount(issue.maximum, issue.origin)}, found ${quote(value)}`;
  }
  return `${issue.message}, found ${quote(value)}`;
}

function amount(limit: number | bigint, origin: string): string {
  if (origin === "array") return `${limit} entries`;
  return origin === "string" ? `${limit} characters` : String(limit);
}

/** Says what was expected instead of a value. */
export function mismatch(expected: string, value: unknown): string {
  if (value === undefined) return `is missing; expected ${expected}`;
  if (value === null) return `has no value; give ${expected} or remove the key`;
  return `expected ${expected}, found ${quote(value)}`;
}

/** Says what a value must be one of, and which of those is most similar to it. */
export function noneOf(value: unknown, options: readonly unknown[]): string {
  const known = options.map(String);
  if (typeof value !== "string") return mismatch(`one of ${known.join(", ")}`, value);
  const [name = "", written] = value.split(":", 2);
  if (written !== undefined && known.includes(name))
    return `${quote(value)} is the form of the command line; in a file write { name: ${name}, ${written.replaceAll("=", ": ")} }`;
  const close = nearest(value, known);
  const hint = close === undefined ? "" : `; did you mean \`${close}\`?`;
  return `${quote(value)} must be one of ${known.join(", ")}${hint}`;
}

function quote(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "nothing");
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`;
}
