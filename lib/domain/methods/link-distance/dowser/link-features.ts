import { foldDigits } from "../../../text/fold-digits.ts";
import type { Url } from "../../../web/url/url.ts";
import { splitCompounds } from "../../../web/url/url-words.ts";
import { linkFeatures, maskOf } from "../../adaptive/link-features.ts";
import { textWords } from "../../adaptive/link-words.ts";
import type { LinkFacts } from "../../strategy.ts";

const SUFFIX = /\.\w+$/;

/** Returns the words of a text, with compounds split: `CS314` matches `cs 101` of another site. */
const wordsIn = (text: string): readonly string[] =>
  textWords(splitCompounds(text)).map(foldDigits);

const shared = linkFeatures("all", wordsIn);

/**
 * Returns the features of a link that are valid for other sites, too. They are all features of
 * `adaptive`, with words and numbers as they recur elsewhere, and the form of the path's ends.
 */
export function travellingFeatures(link: LinkFacts): ReadonlySet<string> {
  return new Set([...shared(link), ...endFeatures(link.url)]);
}

/**
 * Returns the features of a link in a crawl. They include its page, since the links of a list are
 * similar.
 */
export function crawledFeatures(link: LinkFacts): ReadonlySet<string> {
  const list = link.parent === undefined ? [] : [`list ${link.parent}`];
  return new Set([...shared(link), ...endFeatures(link.url), ...list]);
}

function* endFeatures(url: Url): Generator<string> {
  const segments = new URL(url).pathname.split("/").filter((segment) => segment !== "");
  const [last = "", before = ""] = segments.toReversed();
  yield `segment ${maskOf(last)}`;
  yield `directory ${maskOf(before)}`;
  for (const word of wordsIn(last.replace(SUFFIX, ""))) yield `last ${word}`;
}
