/** Words of texts: folded, stemmed, and those that say nothing. */
import { stemmer } from "stemmer";
import * as lists from "stopword";
import { rememberWords } from "./safe-text.ts";
import { WordScanner } from "./word-scanner.ts";

/** ISO 639-1 codes of the `stopword` package's lists, which are named by ISO 639-3. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  bg: lists.bul,
  cs: lists.ces,
  da: lists.dan,
  de: lists.deu,
  el: lists.ell,
  en: lists.eng,
  es: lists.spa,
  fi: lists.fin,
  fr: lists.fra,
  hu: lists.hun,
  it: lists.ita,
  nl: lists.nld,
  no: lists.nob,
  pl: lists.pol,
  pt: lists.por,
  ro: lists.ron,
  ru: lists.rus,
  sv: lists.swe,
  tr: lists.tur,
  uk: lists.ukr,
};

const sets = new Map<string, ReadonlySet<string>>();

/**
 * Returns the stop words of a language tag (`de`, `pt-br`). A language that is unknown or has no
 * list is treated as English.
 */
export function stopWordsOf(language: string | undefined): ReadonlySet<string> {
  const code = language?.slice(0, 2) ?? "en";
  const known = LISTS[code] === undefined ? "en" : code;
  let set = sets.get(known);
  if (set === undefined) {
    set = new Set(LISTS[known]);
    sets.set(known, set);
  }
  return set;
}

/**
 * English function words that the short list leaves out, since they do not harm the similarity of
 * texts. They do harm between phrases: without them one phrase runs into the next.
 */
const ENGLISH = `
  able above according across actually again against ago almost alone along already although always
  among anyone anything anywhere apart around aside away became become becomes below beside besides
  beyond brought called cannot certain certainly clearly consider considered contained containing
  contains currently despite does doing done down due during eg either else enough entire especially etc
  even ever every everyone everything except far few finally find first follow followed following
  follows former found further furthermore gave generally gets getting give given gives giving go goes
  going gone hence hereby hers herself however ie include included includes including indeed inside
  instead itself just keep kept know known later latter least less let likely little longer look looking
  made mainly makes making may maybe merely moreover mostly myself namely near nearly need needed needs
  neither nevertheless next no nobody non none nor not nothing obtain obtained off often once one ones
  onto others otherwise ought ours ourselves own particular particularly per perhaps please possible
  possibly probably provide provided provides put quite rather really recently regarding relatively
  respectively saw see seem seems seen sees several shall she show showed shown shows similar similarly
  simply so sometimes somewhere soon sure taken takes taking tell tends theirs thereby therefore therein
  thing things think thus till together toward towards try trying twice two unless unlike until upon us
  use used uses using usually various versus via viz want wants went whatever when whenever whereas
  wherever whether whichever whole whom whose why will within without yes yet yours yourself yourselves
`;

let english: ReadonlySet<string> | undefined;

/**
 * Returns the words that separate the phrases of a text in the language of a tag (`de`, `pt-br`).
 * They are its stop words, and for English more of its function words. A language that is unknown
 * or has no list is treated as English.
 */
export function phraseStopWordsOf(language: string | undefined): ReadonlySet<string> {
  const stopWords = stopWordsOf(language);
  if (stopWords !== stopWordsOf("en")) return stopWords;
  english ??= new Set([...stopWords, ...ENGLISH.trim().split(/\s+/)]);
  return english;
}

const NOT_ASCII = /\P{ASCII}/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Lead surrogates: half of a character outside the Basic Multilingual Plane. */
const IS_SURROGATE = /[\ud800-\udfff]/;
const NOT_A_WORD = /[^\p{L}\p{N}]+/u;

/** Kind of each UTF-16 unit: 0 not looked up yet, 1 letter or digit, 2 neither. */
const kinds = new Uint8Array(0x1_0000);

/**
 * Longest word that is counted, in UTF-16 units: longer ones are keys, sequences, text without
 * spaces.
 */
export const LONGEST_WORD = 40;

/** Returns the words of a text in order: lower case, NFKC, runs of letters and digits. */
export function wordsOf(text: string): string[] {
  const folded = (NOT_ASCII.test(text) ? text.normalize("NFKC") : text).toLowerCase();
  if (IS_SURROGATE.test(folded)) return folded.split(NOT_A_WORD).filter((word) => word !== "");
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at < folded.length; at += 1) {
    const unit = folded.charCodeAt(at);
    if ((kinds[unit] || kindOf(unit)) === 1) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      words.push(folded.slice(start, at));
      start = -1;
    }
  }
  if (start >= 0) words.push(folded.slice(start));
  return words;
}

function kindOf(unit: number): number {
  const kind = WORD_CHARACTER.test(String.fromCharCode(unit)) ? 1 : 2;
  kinds[unit] = kind;
  return kind;
}

const scanner = new WordScanner();

/**
 * Returns the words of a text in the form in which they are compared: NFKC and full case folding.
 * Latin, Greek and Cyrillic letters lose their diacritics, and possessives lose their s. A Chinese,
 * Japanese, Thai, Lao, Khmer or Burmese character is a word of its own. Plurals stay.
 */
export function foldWords(text: string): string[] {
  const words: string[] = [];
  scanner.start(text);
  while (scanner.next()) words.push(scanner.word());
  return words;
}

/** Most digits of a number that are kept: longer numbers are all equal. */
const MOST_DIGITS = 5;

const NUMBER = /^\d+$/;
const DIGIT = /\d/g;

/**
 * Returns a word with 0 for each digit, of long numbers only the first five: texts of one kind
 * differ in their numbers.
 */
export function foldDigits(word: string): string {
  if (NUMBER.test(word)) return "0".repeat(Math.min(MOST_DIGITS, word.length));
  return word.replace(DIGIT, "0");
}

/**
 * Returns the stem of a lower-case English word (Porter 1980); words with other characters than a–z
 * stay as they are.
 */
export const stem: (word: string) => string = rememberWords(stemmer);
