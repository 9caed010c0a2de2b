import type { Snippet } from "../../frontier/link.ts";
import { wordsOf } from "../../text/words.ts";
import { hostOf } from "../../url/canonical-url.ts";
import type { Url } from "../../url/url.ts";
import { pathForm, urlShape } from "../../url/url-shape.ts";

/** Words of a link's text that count, from its beginning: a longer text is a title. */
const MOST_WORDS = 12;

/** The feature of links that stand on a wanted page: the hard focus of Neunerdt et al. 2013. */
export const ON_WANTED_PAGE = "on a wanted page";

/**
 * What is known of a link before its page is fetched: the form of its path, which sites have in common;
 * the shape of its URL on its own site; and what the link says. Each kind has its own first word, so
 * that no text from the web can take the name of another kind.
 */
export function linkFeatures(url: Url, snippet: Snippet | undefined): readonly string[] {
  const host = hostOf(url);
  const { anchor = "", inherited = 0 } = snippet ?? {};
  const words = wordsOf(anchor);
  const features = [
    "any",
    `form ${pathForm(url)}`,
    `shape ${host}${urlShape(url)}`,
    `length ${Math.min(words.length, MOST_WORDS)}`,
    ...words.slice(0, MOST_WORDS).map((word) => `word ${word.replaceAll(/\d+/g, "0")}`),
  ];
  if (inherited > 0) features.push(ON_WANTED_PAGE);
  return [...new Set(features)];
}
