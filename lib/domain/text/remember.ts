/**
 * A pure function of a text that is asked the same again and again: remembers up to `most` answers, and
 * begins anew when they are as many.
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
