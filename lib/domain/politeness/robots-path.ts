/** The characters that both normal forms keep: unreserved ones, and those that structure a URL. */
const PLAIN = /^[\w.~/?&=-]*$/;

const UNRESERVED = /[\w.~-]/;
const TO_ENCODE_IN_PATH = /%[\da-f]{2}|[^\w.~/?&=-]/giu;
const TO_ENCODE_IN_PATTERN = /%[\da-f]{2}|[^\w.~/?&=*-]/giu;

/**
 * Returns the form of a URL's path and query in which robots rules are compared (RFC 9309 §2.2.2).
 *
 * Octets outside ASCII and reserved characters are percent-encoded. Encoded unreserved characters
 * are decoded. Hex digits are upper case. `/ ? & =` keep their meaning: the encoded and the plain
 * character differ. The exceptions are `/` and `?` after the first `?`, which are data either way
 * (RFC 3986 §3.4).
 */
export function normalPath(pathAndQuery: string): string {
  return PLAIN.test(pathAndQuery) ? pathAndQuery : normalised(pathAndQuery, TO_ENCODE_IN_PATH);
}

/** Returns the same form of a rule's pattern, in which `*` stays a wildcard. */
export function normalPattern(pattern: string): string {
  return PLAIN.test(pattern) ? pattern : normalised(pattern, TO_ENCODE_IN_PATTERN);
}

function normalised(text: string, toEncode: RegExp): string {
  const encoded = text.toWellFormed().replace(toEncode, normalCharacter);
  const query = encoded.indexOf("?");
  if (query < 0) return encoded;
  return (
    encoded.slice(0, query) + encoded.slice(query).replaceAll("%2F", "/").replaceAll("%3F", "?")
  );
}

function normalCharacter(found: string): string {
  if (found.length === 3) {
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return UNRESERVED.test(character) ? character : found.toUpperCase();
  }
  const code = found.charCodeAt(0);
  // encodeURIComponent leaves some reserved characters unencoded.
  return code < 0x80 ? percentEncoded(code) : encodeURIComponent(found);
}

function percentEncoded(code: number): string {
  return `%${code.toString(16).toUpperCase().padStart(2, "0")}`;
}
