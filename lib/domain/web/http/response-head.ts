import { MIMEType } from "whatwg-mimetype";
import type { FetchOutcome, HeaderList } from "./fetch-outcome.ts";

/** The status and the headers of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: HeaderList;
}

const NOT_ASCII = /[\x80-\xff]/;
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns the first value of a header, by its lower-case name. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  return headers.find((header) => header[0] === name)?.[1];
}

/** Returns the lower-case tokens that a header lists over all its lines (RFC 9110 §5.6.1). */
export function headerTokens(headers: HeaderList, name: string): readonly string[] {
  return headers
    .filter((header) => header[0] === name)
    .flatMap(([, value]) => value.toLowerCase().split(","))
    .map((token) => token.trim())
    .filter((token) => token !== "");
}

/**
 * Returns a header's text, given its octets as one character each (Latin-1). They are read as UTF-8
 * when they are valid UTF-8, since servers use both.
 */
export function headerText(octets: string): string {
  if (!NOT_ASCII.test(octets)) return octets;
  try {
    return UTF_8.decode(Uint8Array.from(octets, (octet) => octet.charCodeAt(0)));
  } catch {
    return octets;
  }
}

/** The media type and charset in a Content-Type header. */
interface MediaType {
  /** Lower case, without parameters; `""` when none was sent or none could be parsed. */
  readonly mediaType: string;
  /** Charset label as sent. */
  readonly charset: string | undefined;
}

const UNKNOWN: MediaType = { mediaType: "", charset: undefined };

/**
 * Returns media type and charset of a response, parsed as in WHATWG MIME Sniffing §4.4. The last of
 * repeated headers that parses is used (Fetch §2.2.2, "extract a MIME type").
 */
export function mediaTypeOf(headers: HeaderList): MediaType {
  let found = UNKNOWN;
  for (const [name, value] of headers) {
    if (name === "content-type") found = parseMediaType(value) ?? found;
  }
  return found;
}

function parseMediaType(value: string): MediaType | undefined {
  const parsed = MIMEType.parse(value);
  if (parsed === null) return undefined;
  return { mediaType: parsed.essence, charset: parsed.parameters.get("charset") || undefined };
}

/**
 * Returns the head that decided an outcome. A body that could not be decoded decides for itself: its
 * head alone would be an empty page.
 */
export function headOf(outcome: FetchOutcome): ResponseHead | undefined {
  if (outcome.kind === "not-recorded") return undefined;
  const { status, headers } = outcome;
  return status === undefined || headers === undefined ? undefined : { status, headers };
}
