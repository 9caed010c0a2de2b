/** The text of an ontology file: its encoding, and its lines. */
import type { OntologySource } from "./ontology-source.ts";
import { ontologyUnreadable, shortQuote } from "./ontology-unreadable.ts";

/**
 * Detects the encoding of a file from its first bytes, as a label of the WHATWG Encoding Standard.
 */
export type EncodingOf = (start: Uint8Array) => string;

/** Returns UTF-8, or UTF-16 when the file has its byte order mark. */
export const utf8OrMarked: EncodingOf = (start) => markedEncoding(start) ?? "utf-8";

/** Bytes at the start of a file that determine its encoding: an XML declaration fits. */
const START_BYTES = 256;

/** Returns the encoding in the file's byte order mark or XML declaration (XML 1.0, appendix F). */
export const xmlEncoding: EncodingOf = (start) => {
  const marked = markedEncoding(start);
  if (marked !== undefined) return marked;
  if (start[0] === 0x3c && start[1] === 0) return "utf-16le";
  if (start[0] === 0 && start[1] === 0x3c) return "utf-16be";
  const text = Buffer.from(start).toString("latin1", 0, START_BYTES);
  return /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1] ?? "utf-8";
};

/**
 * Yields the text of a file in pieces. Characters are never split, and an invalid one is an error.
 */
export async function* decodeText(
  source: OntologySource,
  encodingOf: EncodingOf,
): AsyncIterable<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let bytesRead = 0;
  for await (const chunk of withWholeStart(source)) {
    decoder ??= openDecoder(source, encodingOf(chunk));
    const text = decode(source, decoder, chunk, bytesRead);
    bytesRead += chunk.length;
    if (text !== "") yield text;
  }
  if (decoder !== undefined) decode(source, decoder, undefined, bytesRead);
}

/** Yields the chunks of a file; the first one holds everything that determines the encoding. */
async function* withWholeStart(source: OntologySource): AsyncIterable<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array(0);
  for await (const chunk of source.bytes()) {
    if (start === undefined) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < START_BYTES) continue;
    yield start;
    start = undefined;
  }
  if (start !== undefined && start.length > 0) yield start;
}

function markedEncoding(start: Uint8Array): string | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  return start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? "utf-8" : undefined;
}

function openDecoder(source: OntologySource, encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (cause) {
    throw ontologyUnreadable(source.name, undefined, {
      fault: `is written in an unknown encoding, ${shortQuote(encoding)}`,
      hint: "save it as UTF-8",
      cause,
    });
  }
}

/** Decodes a chunk. No chunk means the end, where an incomplete character is an error. */
function decode(
  source: OntologySource,
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Uint8Array | undefined,
  byte: number,
): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (cause) {
    const fault = chunk === undefined ? "ends within a character" : "or after: no character";
    throw ontologyUnreadable(
      source.name,
      { byte },
      {
        fault: `${fault} of the encoding ${decoder.encoding}`,
        hint: "save it as UTF-8, or fetch it again: the copy is damaged or broke off",
        cause,
      },
    );
  }
}

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
