import type { DemoPage, PageTruth, PageType } from "./demo-web.ts";
import { NEED_TOPIC, type Topic } from "./words.ts";

const HTML_HEADERS = [["content-type", "text/html; charset=utf-8"]] as const;

/** Writes an anchor element; escapes `&` in the URL. */
export function anchor(href: string, text: string, attributes = ""): string {
  const space = attributes === "" ? "" : " ";
  return `<a${space}${attributes} href="${escaped(href)}">${text}</a>`;
}

/** Writes a list element with one item for each piece of markup. */
export function list(items: readonly string[], attributes = ""): string {
  const space = attributes === "" ? "" : " ";
  return `<ul${space}${attributes}>\n${items.map((item) => `<li>${item}</li>`).join("\n")}\n</ul>`;
}

/** Escapes text for a double-quoted attribute (or content). */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Writes head and body of a well-formed English page. */
export function html(title: string, body: string, head = ""): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body>
${body}
</body>
</html>
`;
}

/** Page types that can be targets; lists and profiles only lead to them. */
const CONTENT: ReadonlySet<PageType> = new Set(["thread", "post", "article", "course", "broken"]);

/** Makes the truth of an allowed page: content on the need's topic is a target. */
export function truth(type: PageType, topic?: Topic, comments = false): PageTruth {
  const target = topic === NEED_TOPIC && CONTENT.has(type);
  return { type, topic, comments, target, forbidden: false };
}

/** Makes a page with status 200 in UTF-8. */
export function okPage(body: string, pageTruth: PageTruth): DemoPage {
  return { status: 200, headers: HTML_HEADERS, body, truth: pageTruth };
}

/**
 * Makes a page that robots.txt forbids. Its type is not a content type, since no polite crawler can
 * fetch it.
 */
export function forbiddenPage(body: string, topic: Topic): DemoPage {
  return okPage(body, { ...truth("about", topic), forbidden: true });
}

/** Makes a short page with an error status. */
export function errorPage(status: number, headers: DemoPage["headers"] = []): DemoPage {
  return {
    status,
    headers: [...HTML_HEADERS, ...headers],
    body: html(`Error ${status}`, `<h1>Error ${status}</h1>`),
    truth: truth("error"),
  };
}

/** Makes a plain-text or XML file for machines. */
export function filePage(body: string, mediaType: string): DemoPage {
  return { status: 200, headers: [["content-type", mediaType]], body, truth: truth("file") };
}
