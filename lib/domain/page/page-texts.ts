import type { Url } from "../web/url/url.ts";
import { splitCompounds, urlWords } from "../web/url/url-words.ts";
import type { PageView } from "./page-view.ts";

/**
 * The texts of a page from three places, one block per line, so that no phrase runs from one into
 * the next.
 */
interface PageTexts {
  /** Main text, without boilerplate. */
  readonly body: string;
  /** The headings `h1`–`h6`. */
  readonly headings: string;
  /** The texts of its links, each followed by a line with the words of its URL. */
  readonly anchors: string;
}

/**
 * Returns the three texts of a page that Xu, Yoon & Tourassi 2014 distinguish. The words of a URL
 * with several links are given once. The host is left out on its own pages. Scheme, public suffix,
 * file endings of servers and the fragment are always left out.
 */
export function pageTexts({ url, mainText, headings, anchors }: PageView): PageTexts {
  const seen = new Set<Url>();
  const lines: string[] = [];
  for (const anchor of anchors) {
    if (anchor.text !== "") lines.push(anchor.text);
    if (seen.has(anchor.url)) continue;
    seen.add(anchor.url);
    lines.push(splitCompounds(urlWords(anchor.url, url)).trim());
  }
  return {
    body: mainText,
    headings: headings.map(({ text }) => text).join("\n"),
    anchors: lines.join("\n"),
  };
}
