import { fail } from "../../errors.ts";

/** `field=value[,value]`: a truth line is a target when its field has one of the values. */
export interface TargetRule {
  readonly field: string;
  readonly values: ReadonlySet<string>;
}

/**
 * Reads `--target`.
 * @throws `bad-target-rule`
 */
export function parseTargetRule(text: string): TargetRule {
  const equals = text.indexOf("=");
  const field = text.slice(0, Math.max(0, equals)).trim();
  const values = text
    .slice(equals + 1)
    .split(",")
    .map((value) => value.trim());
  if (field === "" || values.includes("")) {
    throw fail("bad-target-rule", { rule: JSON.stringify(text), value: text });
  }
  return { field, values: new Set(values) };
}

/** A line of a truth file. */
export type TruthLine = { readonly url: string } & Readonly<Record<string, unknown>>;

/**
 * Returns the values of a truth line in a field: members of lists, booleans and numbers as text.
 */
export function valuesOfLine(line: TruthLine, field: string): string[] {
  const value = valueOf(line, field);
  const members: readonly unknown[] = Array.isArray(value) ? value : [value];
  return members.filter(isScalar).map(String);
}

/** Returns whether a truth line is a target. A list matches if any member does. */
export function isTargetLine(line: TruthLine, { field, values }: TargetRule): boolean {
  return valuesOfLine(line, field).some((value) => values.has(value));
}

/** Returns whether a truth line has a value in the rule's field: `null` means unknown. */
export function isLabelled(line: TruthLine, { field }: TargetRule): boolean {
  const value = valueOf(line, field);
  return value !== undefined && value !== null;
}

function valueOf(line: TruthLine, field: string): unknown {
  return Object.hasOwn(line, field) ? line[field] : undefined;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
