/** Marked text, Markdown or reStructuredText, as plain HTML: paragraphs, headings and links are all that a crawl needs. */

/** Escapes text for HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Returns the text of what {@link escaped} has made. */
export function unescaped(html: string): string {
  return html
    .replaceAll("&quot;", '"')
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}

/** Writes a page; `body` is HTML. */
export function pageOf(title: string, body: string): string {
  const heading = escaped(title);
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${heading}</title></head>\n<body><h1>${heading}</h1>\n${body}\n</body></html>\n`;
}

/** Writes a list of links. */
export function linksTo(pages: readonly { readonly url: string; readonly name: string }[]): string {
  const items = pages.map(
    ({ url, name }) => `<li><a href="${escaped(url)}">${escaped(name)}</a></li>`,
  );
  return `<ul>\n${items.join("\n")}\n</ul>`;
}

/** A line of `key: value`, as front matter and headers of mail have them. */
const FIELD = /^(?<key>[A-Za-z][\w-]*): *(?<value>.*)$/u;

/** Reads the lines of `key: value` at the beginning of a text, up to `end`, and what comes behind. */
export function readFields(
  lines: readonly string[],
  isEnd: (line: string) => boolean,
): { readonly fields: ReadonlyMap<string, string>; readonly rest: readonly string[] } {
  const end = lines.findIndex(isEnd);
  const fields = lines.slice(0, Math.max(0, end)).flatMap((line): [string, string][] => {
    const { key, value } = FIELD.exec(line)?.groups ?? {};
    return key === undefined || value === undefined ? [] : [[key.toLowerCase(), unquoted(value)]];
  });
  return { fields: new Map(fields), rest: lines.slice(end + 1) };
}

/** Turns blocks of text into paragraphs; `inline` turns a block, which is escaped, into HTML. */
export function paragraphs(lines: readonly string[], inline: (block: string) => string): string {
  return lines
    .join("\n")
    .split(/\n\s*\n/u)
    .filter((block) => block.trim() !== "")
    .map((block) => `<p>${inline(escaped(block.trim()))}</p>`)
    .join("\n");
}

function unquoted(value: string): string {
  return value.trim().replace(/^(?<mark>["'])(?<text>.*)\k<mark>$/u, "$<text>");
}
