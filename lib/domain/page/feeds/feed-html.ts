import { escapeAttribute, escapeText } from "entities";
import type { Feed, FeedItem } from "./feed.ts";

/** Longest anchor text made of a summary, in UTF-16 units, for an item without a title. */
const MOST_ANCHOR = 100;

/**
 * Returns a feed as a page of links, so that strategies predict from it as from any page: the title of an item
 * is the anchor text, its categories are before the link, and its summary is behind.
 */
export function feedHtml({ title, language, items }: Feed): string {
  const lang = language === undefined ? "" : ` lang="${escapeAttribute(language)}"`;
  const head = `<!doctype html><html${lang}><title>${escapeText(title)}</title>`;
  return `${head}<h1>${escapeText(title)}</h1>${items.map(itemHtml).join("")}`;
}

function itemHtml({ href, title, summary, categories }: FeedItem): string {
  const anchor = title === "" ? summary.slice(0, MOST_ANCHOR) : title;
  const before = categories.length === 0 ? "" : `<p>${escapeText(categories.join(", "))}</p>`;
  const link = `<h2><a href="${escapeAttribute(href)}">${escapeText(anchor)}</a></h2>`;
  return `<article>${before}${link}<p>${escapeText(summary)}</p></article>`;
}
