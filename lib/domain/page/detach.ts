/** Shortest slice that V8 keeps as a reference into its source (`SlicedString::kMinLength`). */
const SHORTEST_SLICE = 13;

/**
 * The same text in memory of its own.
 *
 * V8 makes `page.slice(a, b)` a pointer into `page`: one kept anchor text would hold a page of
 * megabytes. A character in front makes it a concatenation, whose slice must be copied out first;
 * what remains points into that copy, one character larger. Shorter slices are copied anyway.
 */
export function detach(text: string): string {
  return text.length < SHORTEST_SLICE ? text : ` ${text}`.slice(1);
}
