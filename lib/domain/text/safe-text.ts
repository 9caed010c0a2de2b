/** Strings made safe: to print, to keep when their page is gone, and to read once. */

const UNSAFE = /[\p{Cc}\p{Cf}]/gu;

/** The same without line feed and tab, which a message of several lines is laid out with. */
const UNSAFE_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/**
 * Makes a line of text safe for a terminal: text from strangers may not control it, nor hide in it.
 */
export function safeText(line: string): string {
  return line.replace(UNSAFE, "\ufffd");
}

/** Makes a message of several lines safe for a terminal; line feeds and tabs stay. */
export function safeLines(message: string): string {
  return message.replace(UNSAFE_IN_LINES, "\ufffd");
}

/** Shortest slice that V8 keeps as a reference into its source (`SlicedString::kMinLength`). */
const SHORTEST_SLICE = 13;

/**
 * Returns the same text in memory of its own.
 *
 * V8 makes `page.slice(a, b)` a pointer into `page`: one kept anchor text would keep a page of
 * megabytes in memory. A character in front makes it a concatenation, whose slice must first be
 * copied out. The result points into that copy, one character larger. Shorter slices are copied
 * anyway.
 */
export function detach(text: string): string {
  return text.length < SHORTEST_SLICE ? text : ` ${text}`.slice(1);
}

/** Returns the code points of a text, including lone surrogates. */
export function codePointsOf(text: string): Int32Array {
  const codePoints = new Int32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; length += 1) {
    const codePoint = text.codePointAt(at) ?? 0;
    codePoints[length] = codePoint;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return codePoints.subarray(0, length);
}

/**
 * Caches a pure function that is called again and again with the same text or object. It stores up
 * to `most` results, and then starts again with an empty cache.
 */
export function remember<Value, Key = string>(
  valueOf: (key: Key) => Value,
  most: number,
): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    if (known.size >= most) known.clear();
    const value = valueOf(key);
    known.set(key, value);
    return value;
  };
}

/**
 * Caches a pure function of parts of larger texts, as {@link remember} does: what is stored is in memory of its own. Parts
 * of more than `longest` UTF-16 units are not stored.
 */
export function rememberParts<Value>(
  valueOf: (part: string) => Value,
  { most, longest }: { readonly most: number; readonly longest: number },
): (part: string) => Value {
  const known = new Map<string, Value>();
  return (part) => {
    const remembered = known.get(part);
    if (remembered !== undefined) return remembered;
    const own = detach(part);
    const value = valueOf(own);
    if (own.length > longest) return value;
    if (known.size >= most) known.clear();
    known.set(own, value);
    return value;
  };
}

/** The words to which rules for English endings apply. */
const ENGLISH_WORD = /^[a-z]+$/;

/** Number of words cached: more than a language has in daily use, some 10 MB. */
const MOST_REMEMBERED = 100_000;

/**
 * Caches a function of lower-case English words; words with other characters than a–z stay as they
 * are.
 */
export function rememberWords(formOf: (word: string) => string): (word: string) => string {
  return remember((word) => (ENGLISH_WORD.test(word) ? formOf(word) : word), MOST_REMEMBERED);
}

/** Quotes a word for a shell where it needs to be. */
export function quotedWord(word: string): string {
  return /^[\w./:%+@=,~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
