/** Path patterns as robots.txt has them, and the form of paths in which they are compared. */

/**
 * A rule's path pattern, compiled (RFC 9309 §2.2.3): `*` is any characters, a final `$` the end.
 */
export interface PathPattern {
  /** Number of octets of the normal form: the longer pattern is the more specific one. */
  readonly specificity: number;
  /** Returns whether it matches the normal form of a path and query, see {@link normalPath}. */
  matches(path: string): boolean;
}

/**
 * Compiles `pattern`; returns `undefined` if it can match nothing because it starts with neither
 * `/` nor `*`.
 */
export function compilePathPattern(pattern: string): PathPattern | undefined {
  if (!pattern.startsWith("/") && !pattern.startsWith("*")) return undefined;
  const isAnchored = pattern.endsWith("$");
  const normal = normalPattern(isAnchored ? pattern.slice(0, -1) : pattern);
  const [head = "", ...rest] = normal.split("*");
  const specificity = normal.length + (isAnchored ? 1 : 0);
  return { specificity, matches: (path) => matches(path, head, rest, isAnchored) };
}

/** Takes the leftmost place for each part. This is linear, and it matches if any placing does. */
function matches(path: string, head: string, rest: readonly string[], anchored: boolean): boolean {
  if (!path.startsWith(head)) return false;
  const tail = anchored ? rest.at(-1) : undefined;
  if (anchored && tail === undefined) return path.length === head.length;
  const middle = tail === undefined ? rest : rest.slice(0, -1);
  let position = head.length;
  for (const part of middle) {
    const found = path.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return tail === undefined || (path.endsWith(tail) && path.length - tail.length >= position);
}

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
function normalPattern(pattern: string): string {
  return PLAIN.test(pattern) ? pattern : normalised(pattern, TO_ENCODE_IN_PATTERN);
}

function normalised(text: string, toEncode: RegExp): string {
  const encoded = text.toWellFormed().replace(toEncode, normalCharacter);
  return encoded.replace(/\?.*/, (query) => query.replaceAll("%2F", "/").replaceAll("%3F", "?"));
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
