/**
 * Caches a pure function of a text that is called again and again with the same text. It stores up
 * to `most` results, and then starts again with an empty cache.
 */
export function remember<Value, Text extends string = string>(
  valueOf: (text: Text) => Value,
  most: number,
): (text: Text) => Value {
  const known = new Map<Text, Value>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    if (known.size >= most) known.clear();
    const value = valueOf(text);
    known.set(text, value);
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
