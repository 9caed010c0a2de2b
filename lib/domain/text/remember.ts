/**
 * Caches a pure function of a text that is called again and again with the same text. It stores up
 * to `most` results, and then starts again with an empty cache.
 */
export function remember<Value>(
  valueOf: (text: string) => Value,
  most: number,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    if (known.size >= most) known.clear();
    const value = valueOf(text);
    known.set(text, value);
    return value;
  };
}
