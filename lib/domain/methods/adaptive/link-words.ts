import { remember } from "../../text/remember.ts";
import { stem } from "../../text/stem.ts";
import { stopWordsOf } from "../../text/stop-words.ts";
import { wordsOf } from "../../text/words.ts";
import { splitCompounds, urlWords } from "../../web/url/url-words.ts";
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
 * Number of cached texts, of a few words each: those that the links of one page share, and the menus
 * of some sites. In a larger cache a look-up takes as long as reading the text.
 */
const TEXTS_REMEMBERED = 4_000;
/** Number of cached words: more than a language has in daily use. */
const WORDS_REMEMBERED = 50_000;

/** Returns the stem of a word, `""` for a stop word. */
const stemOrNone = remember((word) => (STOP_WORDS.has(word) ? "" : stem(word)), WORDS_REMEMBERED);

/** Returns the stemmed words of a text in order, without stop words. */
export const textWords: ReadWords = remember((text) => {
  const stems: string[] = [];
  for (const word of wordsOf(text)) {
    const stemmed = stemOrNone(word);
    if (stemmed !== "") stems.push(stemmed);
  }
  return stems;
}, TEXTS_REMEMBERED);
