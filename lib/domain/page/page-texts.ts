import { splitCompounds } from "../url/split-compounds.ts";
import type { Url } from "../url/url.ts";
import { urlWords } from "../url/url-words.ts";
import type { PageView } from "./page-view.ts";

/** What a page says in three places; one block a line, so that no phrase runs from one into the next. */
export interface PageTexts {
  /** Main text, without boilerplate. */
  readonly body: string;
  /** The headings `h1`–`h6`. */
  readonly headings: string;
  /** The texts of its links, each with a line for the words of its URL. */
  readonly anchors: string;
}

/**
 * The three texts of a page that are told apart by Xu, Yoon & Tourassi 2014. The words of a URL that
 * several links lead to are given once; the host is left out on its own pages, as are scheme, public
 * suffix, the endings of servers, and the fragment.
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
