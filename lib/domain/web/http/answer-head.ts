/** Reads the head of an answer as browsers do: of untidy heads as much as can be told. */
import { type HeaderList, headerText, type ResponseHead } from "./fetch-outcome.ts";

/** Longest head of an answer, or of a record with one, in bytes: as long as Chrome reads. */
export const MAX_HEAD_BYTES = 262_144;

/** HTTP of any version, and the two names that streaming servers give it. */
const STATUS_LINE = /^(HTTP\/\d+(?:\.\d+)?|ICY|HTTP)[ \t]+(\d{3})(?!\d)/i;

/** A header name, lower case: a token of RFC 9110 §5.6.2. */
export const HEADER_NAME: RegExp = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;

/** Control characters, which no field may hold (RFC 9110 §5.5); a tab may stand in it. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const CONTROLS = /[\0-\x08\x0a-\x1f\x7f]/g;

const LF = 0x0a;
const CR = 0x0d;

/** Status line and header fields of an answer. */
export interface AnswerHead extends ResponseHead {
  /** Bytes before the body. */
  readonly headLength: number;
}

/**
 * Parses the head that `block` begins with, and which ends with it when there is no blank line; returns
 * `undefined` without a status line. Lenient as RFC 9112 §2.2 allows and as browsers are: blank lines
 * may stand before it, a bare LF ends a line, folded lines are joined, lines that are no fields are
 * skipped, and control characters are blanks.
 */
export function parseAnswerHead(block: Buffer): AnswerHead | undefined {
  const head = parseRawHead(block, headLengthOf(block) ?? block.length);
  if (head === undefined) return undefined;
  const { status, headLength } = head;
  const headers: (readonly [string, string])[] = [];
  for (const [name, value] of head.headers) headers.push([name, headerText(value, name)]);
  return { status, headers, headLength };
}

/** A head whose values have one character for each octet. */
export interface RawHead extends AnswerHead {
  /** Whether its server speaks HTTP/1.1 or later: an earlier one closes the connection, unless it says else. */
  readonly staysOpen: boolean;
}

/** Parses as {@link parseAnswerHead} does a head of this length. */
export function parseRawHead(block: Buffer, headLength: number): RawHead | undefined {
  if (headLength > MAX_HEAD_BYTES) return undefined;
  const [line = "", ...fields] = block
    .toString("latin1", afterBlankLines(block), headLength)
    .split(/\r?\n/);
  const [, protocol = "", status] = STATUS_LINE.exec(line) ?? [];
  if (status === undefined) return undefined;
  const staysOpen = /^HTTP\/(?:1\.[1-9]|[2-9])/i.test(protocol);
  return { status: Number(status), headers: parseFields(fields), headLength, staysOpen };
}

/** Returns the length of the head with its blank line; `undefined` when that is not there yet. */
export function headLengthOf(block: Buffer, from = 0): number | undefined {
  let lineStart = Math.max(from, afterBlankLines(block));
  for (;;) {
    const end = block.indexOf(LF, lineStart);
    if (end < 0) return undefined;
    const isBlank = end === lineStart || (end === lineStart + 1 && block[lineStart] === CR);
    if (isBlank) return end + 1;
    lineStart = end + 1;
  }
}

/** Returns where the bytes after the blank lines at a place begin. */
export function afterBlankLines(bytes: Buffer, from = 0): number {
  let at = from;
  while (bytes[at] === LF || bytes[at] === CR) at += 1;
  return at;
}

/**
 * Parses the lines of a head below the first one; names are in lower case. Folded lines are joined, and
 * lines that are no fields are skipped.
 */
export function parseFields(lines: readonly string[]): HeaderList {
  const fields: [string, string][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      last[1] = trimBlanks(`${last[1]} ${trimBlanks(line)}`);
      continue;
    }
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    if (!HEADER_NAME.test(name)) continue;
    fields.push([name, trimBlanks(line.slice(colon + 1).replace(CONTROLS, " "))]);
  }
  return fields;
}

/** Trims spaces and tabs only (RFC 9110 §5.5): other white space is part of the value. */
function trimBlanks(value: string): string {
  return value.replace(/^[ \t]+/, "").replace(/(?<![ \t])[ \t]+$/, "");
}
