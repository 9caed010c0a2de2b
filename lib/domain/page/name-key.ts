/** Longest name that a key can hold: six letters of five bits fill a small integer of V8. */
const MAX_LETTERS = 6;

/**
 * A number for the name that stands in `html` from `start` to before `end`, the same for upper and
 * lower case, made without cutting the name out; -1 for names of other than one to six letters.
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

/** The entries whose names have a key, under it. */
export function byNameKey<Value>(entries: Iterable<readonly [string, Value]>): Map<number, Value> {
  const keyed = new Map<number, Value>();
  for (const [name, value] of entries) {
    const key = nameKey(name, 0, name.length);
    if (key >= 0) keyed.set(key, value);
  }
  return keyed;
}
