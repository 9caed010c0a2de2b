/** Longest file name extension recognised, in characters. */
const MAX_EXTENSION = 10;

/**
 * Returns the lower-case extension of the last path segment, `undefined` when there is no
 * extension.
 *
 * Path parameters (`;…`) are not part of it. A segment with a colon is a wiki's title:
 * `File:Oak.jpg` is the HTML page about that file.
 */
export function pathExtension(url: string, pathStart: number): string | undefined {
  let end = url.indexOf("?", pathStart);
  if (end < 0) end = url.length;
  const slash = url.lastIndexOf("/", end - 1);
  const semicolon = url.indexOf(";", slash);
  if (semicolon >= 0 && semicolon < end) end = semicolon;
  const dot = url.lastIndexOf(".", end - 1);
  if (dot <= slash + 1 || end - dot - 1 > MAX_EXTENSION || end - dot === 1) return undefined;
  const colon = url.indexOf(":", slash);
  if (colon >= 0 && colon < end) return undefined;
  return url.slice(dot + 1, end).toLowerCase();
}
