/**
 * Compiles a pattern in which `*` matches any run of characters, and all else is literal.
 *
 * A pattern that begins with `/` is matched with path and query, any other with the whole URL; both
 * from end to end. Matching only ever searches forward, so that no pattern and no URL makes it
 * slow.
 */
export function compilePattern(pattern: string): (url: string, pathStart: number) => boolean {
  const fromPath = pattern.startsWith("/");
  const [head = "", ...rest] = asWrittenInUrls(pattern).split("*");
  const tail = rest.pop();
  return (url, pathStart) => {
    const start = fromPath ? pathStart : 0;
    if (!url.startsWith(head, start)) return false;
    if (tail === undefined) return url.length === start + head.length;
    if (!url.endsWith(tail)) return false;
    const end = url.length - tail.length;
    let position = start + head.length;
    for (const part of rest) {
      const found = url.indexOf(part, position);
      if (found < 0) return false;
      position = found + part.length;
    }
    return position <= end;
  };
}

/**
 * Converts a pattern to the form of canonical URLs, which hold printable ASCII only. A pattern may
 * be written as a reader sees the URL.
 */
function asWrittenInUrls(pattern: string): string {
  return pattern.toWellFormed().replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
}
