import type { OntologySource } from "./ontology-source.ts";
import { ontologyUnreadable, shortQuote } from "./ontology-unreadable.ts";

/** Tells the encoding of a file, as the WHATWG Encoding Standard labels it, by its first bytes. */
export type EncodingOf = (start: Uint8Array) => string;

/** UTF-8, or UTF-16 where a byte order mark tells so. */
export const utf8OrMarked: EncodingOf = (start) => markedEncoding(start) ?? "utf-8";

/** Bytes at the start of a file that its encoding is told by: an XML declaration fits. */
const START_BYTES = 256;

/** As the file's byte order mark or XML declaration tells (XML 1.0, appendix F). */
export const xmlEncoding: EncodingOf = (start) => {
  const marked = markedEncoding(start);
  if (marked !== undefined) return marked;
  if (start[0] === 0x3c && start[1] === 0) return "utf-16le";
  if (start[0] === 0 && start[1] === 0x3c) return "utf-16be";
  const text = Buffer.from(start).toString("latin1", 0, START_BYTES);
  return /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1] ?? "utf-8";
};

/** The text of a file, piece by piece; a character is never divided, and one that is none is an error. */
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

/** The chunks of a file; the first holds all that the encoding is told by. */
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

/** Without a chunk: the end, where half a character must not be left. */
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
