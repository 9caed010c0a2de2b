/** What a need says of links that nobody followed. */
import { extensionsOf } from "../../web/http/file-type.ts";
import { canonicalUrl } from "../../web/url/canonical-url.ts";
import {
  fadingWeight,
  labelPairs,
  type TrainingPair,
  topicPairs,
} from "../adaptive/training-pairs.ts";
import { PLURAL_STEMS } from "../page-words.ts";
import type { Need } from "../strategy.ts";

/** Plurals without a rule by the stem of their singular: lists of a class have its plural for a name. */
const PLURALS = Map.groupBy(PLURAL_STEMS.keys(), (word) => PLURAL_STEMS.get(word) ?? word);

/** Returns what the need says of links: its labelled pages, its words, and the endings of its files. */
export function toldBy(need: Need, fetched: number): TrainingPair[] {
  const { good, bad, examplePage } = need;
  const shown = examplePage === undefined ? good : [...good, examplePage];
  return [
    ...labelPairs({ good: shown, bad }, fetched),
    ...topicPairs(need, fetched, (word) => [word, ...(PLURALS.get(word) ?? [])]),
    ...filePairs(need, fetched),
  ];
}

/** A link of which nothing is known but its URL. */
const NAMELESS = { anchor: "", before: "", after: "", title: "" };

/**
 * Returns each ending of the files that are looked for as if a link with it had led to one, so that links to files come
 * before all others from the first page on. Where such links lead to none, the crawl learns that, too.
 */
function filePairs({ files }: Need, fetched: number): TrainingPair[] {
  if (files === undefined) return [];
  return extensionsOf(files.mediaTypes).flatMap((ending): TrainingPair[] => {
    // A host that cannot exist (RFC 2606), and a path that is nothing but the ending.
    const parsed = canonicalUrl(`https://file.invalid/.${ending}`);
    if (!parsed.ok) return [];
    const link = { url: parsed.url, parent: undefined, snippet: NAMELESS };
    return [{ ...link, reward: 1, weight: fadingWeight(fetched) }];
  });
}
