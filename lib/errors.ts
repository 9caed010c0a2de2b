/** The error of Dowser, and the one way to raise it: by its row in the tables of `lib/errors`. */
import { COMMAND_ERRORS } from "./errors/command-errors.ts";
import type { ErrorRow, Reaction } from "./errors/error-row.ts";
import { FEATURE_ERRORS } from "./errors/feature-errors.ts";
import { PROJECT_ERRORS } from "./errors/project-errors.ts";
import { RUN_ERRORS } from "./errors/run-errors.ts";
import { STACK_ERRORS } from "./errors/stack-errors.ts";
import { WEB_ERRORS } from "./errors/web-errors.ts";

/** What a {@link DowserError} is made of; `docs/errors.md` lists every code. */
interface ErrorDetails {
  /** Stable, kebab-case, documented in `docs/errors.md`. */
  readonly code: string;
  readonly reaction: Reaction;
  /** The offending value, as the user wrote it or as it arrived. */
  readonly value?: unknown;
  /** What to do about it, in the imperative. */
  readonly hint: string;
  readonly cause?: unknown;
}

/** A surprise with a stable code, the offending value and a hint. Expected outcomes are values instead. */
export class DowserError extends Error {
  readonly code: string;
  readonly reaction: Reaction;
  readonly value: unknown;
  readonly hint: string;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "DowserError";
    this.code = details.code;
    this.reaction = details.reaction;
    this.value = details.value;
    this.hint = details.hint;
  }
}

/** All errors by code. Where a code has several cases, they follow it: `no-such-page/run`. */
export const ERRORS = {
  ...COMMAND_ERRORS,
  ...FEATURE_ERRORS,
  ...PROJECT_ERRORS,
  ...RUN_ERRORS,
  ...STACK_ERRORS,
  ...WEB_ERRORS,
} as const;

/** The code of an error with its case, if it has several. */
export type ErrorKey = keyof typeof ERRORS;

/** The names between braces in a text; quoted ones belong to an example of JSON. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer After}`
  ? (Name extends `${string}"${string}` ? never : Name) | NamesIn<After>
  : never;

type NamesOf<Key extends ErrorKey> =
  | NamesIn<(typeof ERRORS)[Key]["sentence"]>
  | NamesIn<(typeof ERRORS)[Key]["hint"]>;

/** The errors whose texts need exactly these names. */
export type ErrorWith<Names extends string> = {
  [Key in ErrorKey]: [NamesOf<Key>, Names] extends [Names, NamesOf<Key>] ? Key : never;
}[ErrorKey];

/** What fills the texts of an error, and its offending value where that is not what they name first. */
type Details<Key extends ErrorKey> = Readonly<Record<NamesOf<Key>, string | number>> & {
  readonly value?: unknown;
};

type Arguments<Key extends ErrorKey> = [NamesOf<Key>] extends [never]
  ? [details?: Details<Key>, cause?: unknown]
  : [details: Details<Key>, cause?: unknown];

const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Makes an error of the table: `throw fail("no-run", { directory })`. Its value is `value` in
 * `details`, else what fills the first placeholder of its texts.
 */
export function fail<Key extends ErrorKey>(key: Key, ...rest: Arguments<Key>): DowserError {
  const [details = {}, cause]: readonly [object?, unknown?] = rest;
  const { reaction, sentence, hint }: ErrorRow = ERRORS[key];
  const given = new Map(Object.entries(details));
  const fill = (text: string) => text.replace(PLACEHOLDER, (_, name) => String(given.get(name)));
  const [, first = ""] = new RegExp(PLACEHOLDER, "").exec(sentence + hint) ?? [];
  const value: unknown = given.get(given.has("value") ? "value" : first);
  const code = codeOf(key);
  const error = new DowserError(fill(sentence), { code, reaction, value, hint: fill(hint), cause });
  Error.captureStackTrace(error, fail);
  return error;
}

/** Returns the code of a row: what stands before its case. */
export function codeOf(key: string): string {
  return key.split("/", 1)[0] ?? key;
}
