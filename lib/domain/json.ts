/** Values that survive `JSON.parse(JSON.stringify(value))`. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** Returns whether two values that were written in the same order of keys are the same as JSON. */
export function sameJson(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Reads a text that others sent as JSON; `undefined` for one that is none, which no form that is looked for is. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A string, also one without an end; each is read once. */
const TEXT = /"(?:\\[^]|[^\\])*?(?:"|\\?$)/.source;

/** Strings, and what no JSON has outside them: comments of scripts and of HTML, spaces of other kinds, `;`. */
const LITTER = new RegExp(
  `${TEXT}|/\\*[^]*?(?:\\*/|$)|(?://[ \\t]*)?(?:<!--|-->|<!\\[CDATA\\[|\\]\\]>)|//.*|;|[^\\S \\t\\r\\n]`,
  "g",
);

/** Strings, commas that nothing follows, and ends of objects that another one follows. */
const JOINTS = new RegExp(`${TEXT}|,(?=\\s*(?:[}\\]]|$))|\\}(?=\\s*\\{)`, "g");

/** Escapes of JSON, other ones, and what has to be escaped. */
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\\["\\/bfnrtu]|\\|[\u0000-\u001f]/g;

/**
 * Reads JSON in a page, also as people write it: with comments, `;` and commas too many, several values in a row, which
 * it returns as a list, and lines and wrong escapes in strings. It is `undefined` for what is still none.
 */
export function untidyJsonIn(text: string): unknown {
  const read = jsonIn(text);
  if (read !== undefined) return read;
  const tidy = text.replace(LITTER, (part) => (part.startsWith('"') ? tidyText(part) : ""));
  const joined = tidy.replace(JOINTS, (part) => (part === "," ? "" : part === "}" ? "}," : part));
  return jsonIn(`[${joined}]`);
}

function tidyText(text: string): string {
  return text.replace(ESCAPES, (part) =>
    part.length > 1 ? part : part === "\\" ? "" : JSON.stringify(part).slice(1, -1),
  );
}

/** Returns the fields of an object that others wrote; none of any other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
