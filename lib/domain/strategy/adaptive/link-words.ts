import { remember } from "../../text/remember.ts";
import { stem } from "../../text/stem.ts";
import { stopWordsOf } from "../../text/stop-words.ts";
import { wordsOf } from "../../text/words.ts";
import { splitCompounds, urlWords } from "../../url/url-words.ts";
import type { LinkFacts } from "../strategy.ts";

/** Where a word of a link stands. */
export type WordPlace = "url" | "anchor" | "around";

/** A word with its place; the same word in two places is two features. */
export type LinkWord = `${WordPlace} ${string}`;

/** What of a link's words counts: those of its URL alone, or also what it says and what stands around it. */
type LinkTexts = "url" | "url+anchor+around";

/** The words of a text that count, in order. */
export type ReadWords = (text: string) => readonly string[];

/** Words of a link by place, each once: stemmed, stop words left out, since links have no language of their own. */
export function linkWords(
  { url, parent, snippet }: LinkFacts,
  texts: LinkTexts,
  wordsIn: ReadWords = textWords,
): ReadonlySet<LinkWord> {
  const words = new Set<LinkWord>();
  const add = (place: WordPlace, text: string) => {
    for (const word of wordsIn(text)) words.add(`${place} ${word}`);
  };
  add("url", splitCompounds(urlWords(url, parent ?? url)));
  if (texts === "url" || snippet === undefined) return words;
  add("anchor", snippet.anchor);
  add("around", `${snippet.before} ${snippet.after}`);
  return words;
}

const STOP_WORDS = stopWordsOf("en");

/** Texts remembered, of a few words each: those of some ten thousand links, which every training reads again. */
const MOST_REMEMBERED = 50_000;

/** Stemmed words of a text in order, stop words left out. */
export const textWords: ReadWords = remember(
  (text) =>
    wordsOf(text)
      .filter((word) => !STOP_WORDS.has(word))
      .map(stem),
  MOST_REMEMBERED,
);
