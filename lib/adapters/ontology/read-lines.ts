import type { OntologySource } from "./ontology-source.ts";
import { ontologyUnreadable } from "./ontology-unreadable.ts";

/** Consecutive lines, without their line ends. */
interface LineBlock {
  /** Number of the first line, counted from 1. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** Longest line read, in bytes: a thousand times a long definition, so a longer one is not text. */
export const MAX_LINE_BYTES = 1 << 20;

const LINE_FEED = 0x0a;

/**
 * Yields the lines of a file in blocks of some thousands. A line ends with a line feed, or a
 * carriage return and a line feed. Text is UTF-8. A line that is not UTF-8 is read as windows-1252,
 * which accepts every byte.
 */
export async function* readLines(source: OntologySource): AsyncIterable<LineBlock> {
  let rest = Buffer.alloc(0);
  let first = 1;
  for await (const chunk of source.bytes()) {
    const end = chunk.lastIndexOf(LINE_FEED);
    const begun = Buffer.concat([rest, end < 0 ? chunk : chunk.subarray(0, end)]);
    rest = end < 0 ? begun : Buffer.from(chunk.subarray(end + 1));
    if (rest.length > MAX_LINE_BYTES) throw tooLong(source, first);
    if (end < 0) continue;
    const lines = decodeLines(begun);
    yield { first, lines };
    first += lines.length;
  }
  if (rest.length > 0) yield { first, lines: decodeLines(rest) };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const windows1252 = new TextDecoder("windows-1252");

function decodeLines(bytes: Buffer): string[] {
  try {
    return splitLines(utf8.decode(bytes));
  } catch {
    // One line of a block has another encoding; the others are still UTF-8. Latin-1 keeps bytes and
    // positions.
    return splitLines(bytes.toString("latin1")).map((line) =>
      decodeLine(Buffer.from(line, "latin1")),
    );
  }
}

function decodeLine(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

function splitLines(text: string): string[] {
  return text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

function tooLong(source: OntologySource, line: number): Error {
  return ontologyUnreadable(
    source.name,
    { line },
    {
      fault: `is a line of more than ${MAX_LINE_BYTES} bytes`,
      hint: "give a text file with lines",
    },
  );
}
