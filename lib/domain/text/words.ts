/** Words of texts: folded, stemmed, and those that say nothing. */

import { stemmer } from "stemmer";
import * as lists from "stopword";
import { EMPTY_HASH, extendHash } from "../stats/random/random.ts";
import functionWords from "./function-words.json" with { type: "json" };
import irregularPlurals from "./irregular-plurals.json" with { type: "json" };
import { rememberWords } from "./safe-text.ts";
import { IS_PAIRED, IS_SYLLABLE, piecesOf, SPACELESS } from "./spaceless-words.ts";
import { WordTable } from "./word-scanner.ts";

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

/** Codes of the languages that have a list. */
export const STOP_WORD_LANGUAGES: readonly string[] = Object.keys(LISTS);

/** Returns the code of a language tag; `""` for an unknown language. */
export function languageCode(language: string | undefined): string {
  return language?.split("-")[0] ?? "";
}

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
const ENGLISH: readonly string[] = functionWords.en.join(" ").split(" ");

let english: ReadonlySet<string> | undefined;

/**
 * Returns the words that separate the phrases of a text in the language of a tag (`de`, `pt-br`).
 * They are its stop words, and for English more of its function words. A language that is unknown
 * or has no list is treated as English.
 */
export function phraseStopWordsOf(language: string | undefined): ReadonlySet<string> {
  const stopWords = stopWordsOf(language);
  if (stopWords !== stopWordsOf("en")) return stopWords;
  english ??= new Set([...stopWords, ...ENGLISH]);
  return english;
}

const NOT_ASCII = /\P{ASCII}/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** Accents, vowels and other marks of the letter before them, without selectors of variants. */
const MARK = /(?![\ufe00-\ufe0f])\p{M}/u;

/** A character outside the Basic Multilingual Plane that is part of no word. */
const PICTURE = /[^\p{L}\p{N}\p{M}\0-\uffff]/gu;

/** Half of a character outside the Basic Multilingual Plane. */
const IS_SURROGATE = /[\ud800-\udfff]/;
const RUN = new RegExp(
  `${WORD_CHARACTER.source}(?:${WORD_CHARACTER.source}|${MARK.source})*`,
  "gu",
);

/** Kinds of UTF-16 units in folded texts. */
const LETTER = 1;
const BETWEEN = 2;
/** It is part of a character or of a word without spaces, or in another form at the end of words. */
const IN_CONTEXT = 3;
/** In texts as they are written: a letter that {@link piecesOf} pairs with its neighbours, and one that is a word, too. */
const PAIRED = 4;
const SYLLABLE = 5;

/** Kind of each unit; 0 not looked up yet. */
const kinds = new Uint8Array(0x1_0000);

/**
 * Longest word that is counted, in UTF-16 units: longer ones are keys, sequences, text without
 * spaces.
 */
export const LONGEST_WORD = 40;

/**
 * Returns the words of a text in order: lower case, NFKC, runs of letters and digits with their marks, without soft hyphens.
 * Those of scripts without spaces are overlapping {@link piecesOf pieces}.
 */
export function wordsOf(text: string): string[] {
  const folded = (NOT_ASCII.test(text) ? compatible(text) : text).toLowerCase();
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at < folded.length; at += 1) {
    const unit = folded.charCodeAt(at);
    const kind = kinds[unit] || kindOf(unit);
    if (kind === LETTER) {
      if (start < 0) start = at;
    } else if (kind === BETWEEN) {
      if (start >= 0) words.push(folded.slice(start, at));
      start = -1;
    } else return runsOf(folded);
  }
  if (start >= 0) words.push(folded.slice(start));
  return words;
}

/** Returns a text as NFKC, without soft hyphens and what joins words. */
function compatible(text: string): string {
  return text.replace(/[\u00ad\u2060\ufeff]/g, "").normalize("NFKC");
}

/** What the lower case of a Turkish `İ` is: its dot is no mark. */
const DOTTED = "i\u0307";

/** Returns the words of a folded text with marks, letters of scripts without spaces, or characters of two units. */
function runsOf(folded: string): string[] {
  return Array.from(folded.replaceAll(DOTTED, "i").matchAll(RUN), ([run]) => piecesOf(run)).flat();
}

function kindOf(unit: number): number {
  const character = String.fromCharCode(unit);
  const isPart = IS_SURROGATE.test(character) || MARK.test(character);
  const isWord = WORD_CHARACTER.test(character);
  const kind = isPart || SPACELESS.test(character) ? IN_CONTEXT : isWord ? LETTER : BETWEEN;
  kinds[unit] = kind;
  return kind;
}

/** The form of words that are not counted. */
export const STOP_WORD = "";

/** The words of some texts. */
export interface WordCounts {
  /** Forms that are asked for, in order of first occurrence. */
  readonly forms: readonly string[];
  /** How often each of them occurs. */
  readonly counts: readonly number[];
  /** Number of words but stop words. */
  readonly length: number;
}

/** Longest word whose form is remembered, in UTF-16 units, and number of them: at most some 3 MB. */
const LONGEST_REMEMBERED = 64;
const MOST_REMEMBERED = 50_000;

/** Forms that have a number at a time: some 10 MB. */
const MOST_FORMS = 100_000;

/** Kind of each unit of a text as it is written, 0 not looked up yet, and its lower case. */
const writtenKinds = new Uint8Array(0x1_0000);
const lowerUnits = new Uint16Array(0x1_0000);

/** Numbers and counts the forms of the words of texts, as {@link wordsOf} returns them, without making strings of them. */
export class WordCounter {
  readonly #formOf: (word: string) => string;
  /** Words that were seen; by their numbers, the numbers of their forms. */
  #words = new WordTable();
  readonly #formsOfWords: number[] = [];
  readonly #forms = [STOP_WORD];
  readonly #numbers = new Map([[STOP_WORD, 0]]);
  readonly #counts: number[] = [0];
  readonly #letters = new Int32Array(LONGEST_REMEMBERED);
  /** Numbers of the forms in the text that was read last, in order; they are valid while `begun` is the same. */
  readonly found: number[] = [];
  #size = 0;
  /** Those of the texts that are counted, each once. */
  readonly #distinct: number[] = [];
  #begun = 0;

  constructor(formOf: (word: string) => string) {
    this.#formOf = formOf;
  }

  /** How often numbers were given again from 0, as there were too many forms. */
  get begun(): number {
    return this.#begun;
  }

  /** Finds the numbers of the forms in a text in order, 0 for stop words; returns how many of {@link found} are its. */
  find(text: string): number {
    this.#beginAgain();
    if (!this.#read(text)) this.#readWords(text);
    return this.#size;
  }

  /** Returns the form of a number. */
  form(number: number): string {
    return this.#forms[number] ?? "";
  }

  /** Counts the forms in some texts, of those that are `asked` for; of all without it. */
  count(texts: readonly string[], asked?: Pick<ReadonlyMap<string, unknown>, "has">): WordCounts {
    this.#beginAgain();
    let [length, distinct, kept] = [0, 0, 0];
    for (let index = 0; index < texts.length; index += 1) {
      const text = texts[index] ?? "";
      if (!this.#read(text)) this.#readWords(text);
      for (let at = 0; at < this.#size; at += 1) {
        const form = this.found[at] ?? 0;
        if (form === 0) continue;
        length += 1;
        const count = this.#counts[form] ?? 0;
        if (count === 0) this.#distinct[distinct++] = form;
        this.#counts[form] = count + 1;
      }
    }
    for (let at = 0; at < distinct; at += 1) {
      const form = this.#distinct[at] ?? 0;
      if (asked?.has(this.form(form)) !== false) this.#distinct[kept++] = form;
      else this.#counts[form] = 0;
    }
    // Numbers of forms, and then their counts.
    const counts = this.#distinct.slice(0, kept);
    const forms = counts.map((form) => this.form(form));
    for (let at = 0; at < kept; at += 1) {
      const form = counts[at] ?? 0;
      counts[at] = this.#counts[form] ?? 0;
      this.#counts[form] = 0;
    }
    return { forms, counts, length };
  }

  /** Forgets all numbers when there are too many: a large web has more words than memory. */
  #beginAgain(): void {
    if (this.#forms.length < MOST_FORMS) return;
    this.#begun += 1;
    this.#words = new WordTable();
    this.#numbers.clear();
    this.#numbers.set(STOP_WORD, 0);
    for (const list of [this.#forms, this.#counts]) list.length = 1;
  }

  /** Finds the forms in a text; returns false where a unit must be read in its context. */
  #read(text: string): boolean {
    this.#size = 0;
    const letters = this.#letters;
    let at = 0;
    while (at < text.length) {
      let unit = text.charCodeAt(at);
      let kind = writtenKinds[unit] || writtenKindOf(unit);
      if (kind === IN_CONTEXT) return false;
      if (kind >= PAIRED) this.#addPieces(text, at, kind);
      const start = at;
      let hash = EMPTY_HASH;
      while (kind === LETTER) {
        const letter = lowerUnits[unit] ?? 0;
        hash = extendHash(hash, letter);
        if (at - start < LONGEST_REMEMBERED) letters[at - start] = letter;
        at += 1;
        unit = text.charCodeAt(at);
        kind = at < text.length ? writtenKinds[unit] || writtenKindOf(unit) : BETWEEN;
      }
      if (at === start) at += 1;
      else this.found[this.#size++] = this.#numberOf(text, start, at, hash);
    }
    return true;
  }

  /** Adds a letter, and its pair with the next one, where {@link piecesOf} has them. */
  #addPieces(text: string, at: number, kind: number): void {
    const unit = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1) || 0;
    const isFirst = (writtenKinds[next] || writtenKindOf(next)) >= PAIRED;
    const isSecond = (writtenKinds[text.charCodeAt(at - 1)] ?? BETWEEN) >= PAIRED;
    const hash = extendHash(EMPTY_HASH, unit);
    this.#letters[0] = unit;
    if (kind === SYLLABLE || !(isFirst || isSecond))
      this.found[this.#size++] = this.#numberOf(text, at, at + 1, hash);
    if (!isFirst) return;
    this.#letters[1] = next;
    this.found[this.#size++] = this.#numberOf(text, at, at + 2, extendHash(hash, next));
  }

  #readWords(text: string): void {
    // Most texts that are here have an emoji.
    const simple = compatible(text).replaceAll(PICTURE, " ");
    if (this.#read(simple)) return;
    this.#size = 0;
    for (const word of wordsOf(text)) this.found[this.#size++] = this.#number(this.#formOf(word));
  }

  /** Returns the number of the form of a word, which is in the letters unless it is long. */
  #numberOf(text: string, start: number, end: number, hash: number): number {
    const length = end - start;
    const isLong = length > LONGEST_REMEMBERED;
    const known = isLong ? -1 : this.#words.find(this.#letters, length, hash);
    if (known >= 0) return this.#formsOfWords[known] ?? 0;
    const word = text.slice(start, end).toLowerCase();
    const form = this.#number(this.#formOf(word));
    if (isLong) return form;
    if (this.#words.size >= MOST_REMEMBERED) this.#words = new WordTable();
    this.#formsOfWords[this.#words.addNew(this.#letters, length, hash)] = form;
    return form;
  }

  #number(form: string): number {
    let number = this.#numbers.get(form);
    if (number === undefined) {
      number = this.#forms.push(form) - 1;
      this.#numbers.set(form, number);
    }
    return number;
  }
}

/** Letters of Korean syllables, which NFKC puts together. */
const FIRST_JAMO = 0x1100;
const LAST_JAMO = 0x11ff;
/** Its lower case is another letter at the end of a word. */
const CAPITAL_SIGMA = 0x3a3;

/** Finds out the kind of a unit: one in its context is part of another character, or becomes others. */
function writtenKindOf(unit: number): number {
  const text = String.fromCharCode(unit);
  const lower = text.toLowerCase();
  lowerUnits[unit] = lower.charCodeAt(0);
  const isWord = WORD_CHARACTER.test(text);
  const letter = !IS_PAIRED.test(text) ? LETTER : IS_SYLLABLE.test(text) ? SYLLABLE : PAIRED;
  const isPiece = isWord && letter !== LETTER;
  const isPart = !isPiece && (kinds[unit] || kindOf(unit)) === IN_CONTEXT;
  const isJamo = unit >= FIRST_JAMO && unit <= LAST_JAMO;
  const written = compatible(text);
  const isOther = isWord
    ? written !== text || lower.length !== 1 || !WORD_CHARACTER.test(lower)
    : written === "" || WORD_CHARACTER.test(written) || MARK.test(written);
  const inContext = isPart || isJamo || unit === CAPITAL_SIGMA || isOther;
  const kind = inContext ? IN_CONTEXT : isWord ? letter : BETWEEN;
  writtenKinds[unit] = kind;
  return kind;
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

/** English plurals without a rule and their singulars, from medicine and common use. */
export const IRREGULAR_PLURALS = new Map<string, string>(Object.entries(irregularPlurals));

/**
 * Returns the stem of a lower-case English word (Porter 1980); words with other characters than a–z
 * stay as they are.
 */
export const stem: (word: string) => string = rememberWords(stemmer);

/** Letters of a word that tell it from others, in UTF-16 units. */
const TELLING = 6;
/** Scripts whose accents people leave out when they type, and sites in addresses. */
const ACCENTED = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u;
const ACCENTS = /\p{M}+/gu;

/**
 * Returns the first six letters of a word without accents, its form in languages that no stemmer here knows: most endings
 * come later, and of a compound they are the beginning (McNamee, Nicholas and Mayfield, "Addressing morphological variation
 * in alphabetic languages", SIGIR 2009, who cut after five). One of five or six letters loses the s of a plural.
 */
export function cutWord(word: string): string {
  const plain = ACCENTED.test(word) ? word.normalize("NFD").replace(ACCENTS, "") : word;
  const cut = plain.replace(/^(.{4,5})s$/u, "$1").slice(0, TELLING);
  return cut.isWellFormed() ? cut : plain.slice(0, TELLING + 1);
}
