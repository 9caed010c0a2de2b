import { remember } from "../../text/remember.ts";
import { stem } from "../../text/stem.ts";
import { stopWordsOf } from "../../text/stop-words.ts";
import { wordsOf } from "../../text/words.ts";
import { splitCompounds, urlWords } from "../../url/url-words.ts";
import type { LinkFacts } from "../strategy.ts";

/** Where a word of a link occurs. */
export type WordPlace = "url" | "anchor" | "around";

/** A word with its place; the same word in two places is two features. */
export type LinkWord = `${WordPlace} ${string}`;

/**
 * The words of a link that count: those of its URL alone, or also its anchor and the text around
 * it.
 */
type LinkTexts = "url" | "url+anchor+around";

/** Returns the words of a text that count, in order. */
export type ReadWords = (text: string) => readonly string[];

/**
 * Returns the words of a link by place, each once, stemmed and without stop words. Links have no
 * language of their own.
 */
export function linkWords(link: LinkFacts, texts: LinkTexts): ReadonlySet<LinkWord> {
  const words = new Set<LinkWord>();
  eachLinkWord(link, texts, textWords, (place, word) => words.add(`${place} ${word}`));
  return words;
}

/** Names each word of a link with its place, as often as it occurs there. */
export function eachLinkWord(
  { url, parent, snippet }: LinkFacts,
  texts: LinkTexts,
  wordsIn: ReadWords,
  add: (place: WordPlace, word: string) => void,
): void {
  for (const word of wordsIn(splitCompounds(urlWords(url, parent ?? url)))) add("url", word);
  if (texts === "url" || snippet === undefined) return;
  for (const word of wordsIn(snippet.anchor)) add("anchor", word);
  for (const word of wordsIn(`${snippet.before} ${snippet.after}`)) add("around", word);
}

const STOP_WORDS = stopWordsOf("en");

/**
 * Number of cached texts, of a few words each. They cover some ten thousand links, which every
 * training reads again.
 */
const MOST_REMEMBERED = 50_000;

/** Returns the stemmed words of a text in order, without stop words. */
export const textWords: ReadWords = remember(
  (text) =>
    wordsOf(text)
      .filter((word) => !STOP_WORDS.has(word))
      .map(stem),
  MOST_REMEMBERED,
);
