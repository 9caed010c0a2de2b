import type { HeaderList } from "./fetch-outcome.ts";

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
