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
