/** Tells by its bytes what a body is, where its media type is wrong or says nothing. */

import { VAGUE_TYPES } from "./file-type.ts";

/** Bytes looked at; as many as the formats' marks and a judgement of text need. */
const LOOKED_AT = 512;

/** Bytes by which a body of a vague type is told: so far into a PDF its mark may be (ISO 32000-1, annex H.3.4.1). */
export const SNIFFED_BYTES = 1_024;

/** Bytes that no text holds (WHATWG MIME Sniffing §3, "binary data byte"). */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const BINARY = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/** Those but NUL, which text in UTF-16 is full of. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const NOISE = /[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f]/g;

/** Share of them in bytes that are no text: in compressed ones it is a tenth, in text some per thousand. */
const LEAST_NOISE = 0.04;

/** Fewest of them. */
const FEWEST_NOISE = 4;

/** How files begin that are sent as pages (WHATWG MIME Sniffing §6, with archives): a mark, and where it is. */
const MARKS: readonly (readonly [mark: string, at: number, mediaType: string])[] = [
  ["%PDF-", 0, "application/pdf"],
  ["\x89PNG\r\n\x1a\n", 0, "image/png"],
  ["GIF87a", 0, "image/gif"],
  ["GIF89a", 0, "image/gif"],
  ["\xff\xd8\xff", 0, "image/jpeg"],
  ["WEBPVP", 8, "image/webp"],
  ["AVI LIST", 8, "video/avi"],
  ["WAVEfmt ", 8, "audio/wave"],
  ["ftyp", 4, "video/mp4"],
  ["\x1a\x45\xdf\xa3", 0, "video/webm"],
  ["OggS\0", 0, "application/ogg"],
  ["ID3\x03\0", 0, "audio/mpeg"],
  ["ID3\x04\0", 0, "audio/mpeg"],
  ["PK\x03\x04", 0, "application/zip"],
  ["Rar!\x1a\x07", 0, "application/x-rar-compressed"],
  ["7z\xbc\xaf\x27\x1c", 0, "application/x-7z-compressed"],
  ["\x1f\x8b\x08", 0, "application/gzip"],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0, "application/x-ole-storage"],
  ["wOFF", 0, "font/woff"],
  ["wOF2", 0, "font/woff2"],
];

/** Types of pages, and `""` where none was sent: a body of these may be anything. */
const OF_PAGES: ReadonlySet<string> = new Set(["", "text/html", "application/xhtml+xml"]);

/** Types that say nothing of a body; servers send `text/plain` for what they do not know. */
const VAGUE: ReadonlySet<string> = new Set([...VAGUE_TYPES, "text/plain"]);

/** How feeds begin that are sent as something else. */
const XML = /^\s*(?:<\?xml|<rss|<feed|<rdf:RDF)[\s>]/i;
const JSON_FEED = /^\s*\{[^]*jsonfeed\.org\\?\/version/;

/** Checks whether a type is that of pages. */
export function isPageType(mediaType: string): boolean {
  return OF_PAGES.has(mediaType);
}

/** Checks whether the first bytes tell more of a body than the type that it was sent as, where that says nothing. */
export function isVague(mediaType: string): boolean {
  return VAGUE.has(mediaType);
}

/**
 * Returns the media type of a body that was sent as `mediaType` (lower case, `""` for none). What was sent
 * as a page is looked at, as a picture, an archive or noise is none, whatever its server says; and what was
 * sent as a type that says nothing, or as text that is a feed.
 */
export function sniffType(mediaType: string, body: Uint8Array): string {
  if (VAGUE.has(mediaType)) return vagueType(mediaType, startOf(body, SNIFFED_BYTES));
  if (!OF_PAGES.has(mediaType)) return mediaType;
  const start = startOf(body, LOOKED_AT);
  const marked = markedType(start);
  if (marked !== undefined) return marked;
  const noise = start.match(NOISE)?.length ?? 0;
  const isNoise = noise >= FEWEST_NOISE && noise >= LEAST_NOISE * start.length;
  return isNoise && wideEncoding(body) === undefined ? "application/octet-stream" : mediaType;
}

function vagueType(sent: string, start: string): string {
  const text = start.replace("\xef\xbb\xbf", "");
  if (XML.test(text)) return "text/xml";
  if (JSON_FEED.test(text)) return "application/feed+json";
  if (sent === "text/plain") return sent;
  return markedType(start) ?? (start.includes("%PDF-") ? "application/pdf" : sent);
}

function markedType(start: string): string | undefined {
  const text = start.trimStart();
  const found = MARKS.find(([mark, at]) => (at === 0 ? text : start).startsWith(mark, at))?.[2];
  return (found === ARCHIVE ? containedType(start) : undefined) ?? found;
}

const ARCHIVE = "application/zip";

/** Where the first entry of an archive has its name (APPNOTE.TXT §4.3.7), and its name where it is a media type. */
const NAME_AT = 30;
const TYPE_ENTRY = "mimetype";
const DOCUMENT = /^application\/[a-z0-9.+-]{1,100}/;

/** Returns the type of a document in an archive: OpenDocument and EPUB state it in their first entry. */
function containedType(archive: string): string | undefined {
  if (!archive.startsWith(TYPE_ENTRY, NAME_AT)) return undefined;
  return DOCUMENT.exec(archive.slice(NAME_AT + TYPE_ENTRY.length))?.[0];
}

/** Checks whether bytes may be text. */
export function looksLikeText(body: Uint8Array): boolean {
  return !BINARY.test(startOf(body, LOOKED_AT)) || wideEncoding(body) !== undefined;
}

/** Least share of bytes that are zero in UTF-16 that begins with ASCII, and in other; and of one half of the characters to the other. */
const LEAST_ZERO = 1 / 32;
const LEAST_ZERO_ELSE = 1 / 4;
const LEAST_RATIO = 4;

/** Returns the encoding of UTF-16 by its mark, or by its ASCII in two bytes each; `undefined` for other text. */
export function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, LOOKED_AT);
  if (!sample.includes(0)) return undefined;
  const zeros: [even: number, odd: number] = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  const least = (first === 0) === (second === 0) ? LEAST_ZERO_ELSE : LEAST_ZERO;
  if (Math.max(even, odd) < least * sample.length) return undefined;
  if (odd >= LEAST_RATIO * even) return "utf-16le";
  return even >= LEAST_RATIO * odd ? "utf-16be" : undefined;
}

function startOf(body: Uint8Array, bytes: number): string {
  return Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, bytes)).toString("latin1");
}
