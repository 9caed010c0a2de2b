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
