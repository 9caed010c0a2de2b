/** Longest name that a key can hold: six letters of five bits fill a small integer of V8. */
const MAX_LETTERS = 6;

/**
 * Returns a number for the name in `html` from `start` to before `end`, without cutting the name
 * out. Upper and lower case give the same number. It is -1 unless the name has one to six letters
 * and nothing else.
 */
export function nameKey(html: string, start: number, end: number): number {
  if (end - start > MAX_LETTERS || end <= start) return -1;
  let key = 0;
  for (let index = start; index < end; index++) {
    const letter = (html.charCodeAt(index) | 0x20) - 0x60;
    if (letter < 1 || letter > 26) return -1;
    key = (key << 5) | letter;
  }
  return key;
}

/** Returns the entries whose names have a key, under that key. */
export function byNameKey<Value>(entries: Iterable<readonly [string, Value]>): Map<number, Value> {
  const keyed = new Map<number, Value>();
  for (const [name, value] of entries) {
    const key = nameKey(name, 0, name.length);
    if (key >= 0) keyed.set(key, value);
  }
  return keyed;
}
