import { linkFeatures } from "../../lib/domain/methods/adaptive/link-features.ts";
import type { LinkFacts } from "../../lib/domain/methods/strategy.ts";

/** A word with its place, `anchor bee`; the same word in two places is two features. */
export type LinkWord = string;

const WORDS = { url: linkFeatures("url"), "url+anchor+around": linkFeatures("snippet") };

/**
 * Returns the words of a link by place, each once, stemmed and without stop words. Links have no
 * language of their own.
 */
export function linkWords(link: LinkFacts, texts: keyof typeof WORDS): ReadonlySet<LinkWord> {
  return WORDS[texts](link);
}
