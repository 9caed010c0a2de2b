import type { HeaderList } from "../../domain/web/http/fetch-outcome.ts";
import { headerText, type ResponseHead } from "../../domain/web/http/response-outcome.ts";

/** Longest HTTP response head accepted, in bytes: four times what Node's client accepts. */
const MAX_HTTP_HEAD_BYTES = 65_536;
const STATUS_LINE = /^HTTP\/\d(?:\.\d)? +(\d{3})(?: |$)/i;
/** A header name, lower case: a token of RFC 9110 §5.6.2. */
export const HEADER_NAME: RegExp = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;

/** Status line and header fields of a recorded response. */
export interface HttpHead extends ResponseHead {
  /** Bytes before the body. */
  readonly headLength: number;
}

/**
 * Parses the head of a response block; returns `undefined` without a status line. Lenient as RFC
 * 9112 §2.2 allows: a bare LF ends a line, folded lines are joined, and lines that are not fields
 * are skipped.
 */
export function parseHttpHead(block: Buffer): HttpHead | undefined {
  const headLength = lengthOfHead(block);
  if (headLength === undefined) return undefined;
  const lines = block.toString("latin1", 0, headLength).split(/\r?\n/);
  const status = STATUS_LINE.exec(lines[0] ?? "")?.[1];
  if (status === undefined) return undefined;
  return { status: Number(status), headers: parseFields(lines.slice(1)), headLength };
}

/**
 * Returns the length of the head; all bytes are head when a recording ends before the blank line.
 */
function lengthOfHead(block: Buffer): number | undefined {
  let lineStart = 0;
  while (lineStart <= MAX_HTTP_HEAD_BYTES) {
    const end = block.indexOf(0x0a, lineStart);
    if (end < 0) return block.length <= MAX_HTTP_HEAD_BYTES ? block.length : undefined;
    const isBlank = end === lineStart || (end === lineStart + 1 && block[lineStart] === 0x0d);
    if (isBlank) return end + 1;
    lineStart = end + 1;
  }
  return undefined;
}

function parseFields(lines: readonly string[]): HeaderList {
  const fields: [string, string][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      last[1] = trimBlanks(`${last[1]} ${trimBlanks(line)}`);
      continue;
    }
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    if (HEADER_NAME.test(name)) fields.push([name, trimBlanks(line.slice(colon + 1))]);
  }
  return fields.map(([name, value]) => [name, headerText(value)] as const);
}

/** Trims spaces and tabs only (RFC 9110 §5.5): other white space is part of the value. */
function trimBlanks(value: string): string {
  return value.replace(/^[ \t]+/, "").replace(/(?<![ \t])[ \t]+$/, "");
}
