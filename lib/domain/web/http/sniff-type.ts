/** Tells by its bytes what a body is, where its media type is wrong or says nothing. */

/** Bytes looked at; as many as the formats' marks and a judgement of text need. */
const LOOKED_AT = 512;

/** Bytes that no text holds (WHATWG MIME Sniffing §3, "binary data byte"). */
const BINARY = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/** Those but NUL, which text in UTF-16 is full of. */
const NOISE = /[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f]/g;

/** Share of them in bytes that are no text: in compressed ones it is a tenth, in text some per thousand. */
const LEAST_NOISE = 0.04;

/** Fewest of them. */
const FEWEST_NOISE = 4;

/** How files begin that are sent as pages (WHATWG MIME Sniffing §6, with the archives of offices). */
const MARKS: readonly (readonly [mark: RegExp, mediaType: string])[] = [
  [/^\s*%PDF-/, "application/pdf"],
  [/^\x89PNG\r\n\x1a\n/, "image/png"],
  [/^GIF8[79]a/, "image/gif"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^RIFF[^]{4}WEBPVP/, "image/webp"],
  [/^RIFF[^]{4}AVI /, "video/avi"],
  [/^RIFF[^]{4}WAVE/, "audio/wave"],
  [/^\0\0\0[^]ftyp/, "video/mp4"],
  [/^\x1a\x45\xdf\xa3/, "video/webm"],
  [/^OggS\0/, "application/ogg"],
  [/^ID3[\x02-\x04]/, "audio/mpeg"],
  [/^PK\x03\x04/, "application/zip"],
  [/^Rar!\x1a\x07/, "application/x-rar-compressed"],
  [/^7z\xbc\xaf\x27\x1c/, "application/x-7z-compressed"],
  [/^\x1f\x8b\x08/, "application/gzip"],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, "application/x-ole-storage"],
  [/^wOF[F2]/, "font/woff"],
];

/** Types of pages, and `""` where none was sent: a body of these may be anything. */
const OF_PAGES: ReadonlySet<string> = new Set(["", "text/html", "application/xhtml+xml"]);

/**
 * Returns the media type of a body that was sent as `mediaType` (lower case, `""` for none). Only what
 * was sent as a page is looked at: a picture, an archive or noise is none, whatever its server says.
 */
export function sniffType(mediaType: string, body: Uint8Array): string {
  if (!OF_PAGES.has(mediaType)) return mediaType;
  const start = startOf(body);
  const mark = MARKS.find(([expression]) => expression.test(start));
  if (mark !== undefined) return mark[1];
  const noise = start.match(NOISE)?.length ?? 0;
  const isNoise = noise >= FEWEST_NOISE && noise >= LEAST_NOISE * start.length;
  return isNoise ? "application/octet-stream" : mediaType;
}

/** Checks whether bytes may be text of an encoding of one or more bytes a character. */
export function looksLikeText(body: Uint8Array): boolean {
  return !BINARY.test(startOf(body));
}

function startOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, LOOKED_AT)).toString(
    "latin1",
  );
}
