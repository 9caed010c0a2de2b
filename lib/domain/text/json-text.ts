/** Reads a text that others sent as JSON; `undefined` for one that is none, which no form that is looked for is. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
