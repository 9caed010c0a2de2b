/** The terms of pages by their numbers: no string is made of a word that was read before, and none of a pair. */
import type { TextView } from "../../../page/page-view.ts";
import { EMPTY_HASH, extendHash, hashToUnit } from "../../../stats/random/random.ts";
import { longer } from "../../../stats/vector/sparse-rows.ts";
import { compareTerms } from "../../../text/term-vector.ts";
import {
  foldDigits,
  LONGEST_WORD,
  STOP_WORD,
  stem,
  stopWordsOf,
  type WordCounter,
} from "../../../text/words.ts";
import { hostOf } from "../../../web/url/canonical-url.ts";
import { countersOf } from "../../page-words.ts";

/**
 * The counted parts of a page: words of four texts, and pairs of neighbours in all displayed text.
 */
export const PAGE_TEXTS = ["title", "headings", "body", "links", "pairs"] as const;

/** Number of the pairs among {@link PAGE_TEXTS}. */
const PAIRS = PAGE_TEXTS.length - 1;

const ENGLISH = /^en\b/;

const englishCounter = countersOf((word) => termOf(word, stem));
const otherCounter = countersOf((word) => termOf(word, (folded) => folded));

function termOf(word: string, formOf: (folded: string) => string): string {
  return word.length > LONGEST_WORD ? STOP_WORD : formOf(foldDigits(word));
}

function counterFor(language: string | undefined): WordCounter {
  const isEnglish = language === undefined || ENGLISH.test(language);
  return (isEnglish ? englishCounter : otherCounter)(stopWordsOf(language));
}

/** What an occurrence counts in a line that its host repeats: such lines are seldom on one page. */
const REPEATED_WEIGHT = 0.5;

/** Returns a number in (0,1) for a host, with a space after it, and a line of it. */
export function lineHash(host: string, line: string): number {
  return hashToUnit(0, host, line);
}

/**
 * Takes the terms of one of {@link PAGE_TEXTS}: the first `size` numbers, each once in order of first occurrence, and how
 * often each occurs. They are valid until it returns.
 */
type TakeTerms = (text: number, numbers: Int32Array, counts: Float64Array, size: number) => void;

/** Numbers of the terms of a counter's forms; 0 for one that was not asked for yet. */
interface FormTerms {
  readonly begun: number;
  readonly terms: number[];
}

/**
 * Counts the terms of pages. Terms are words without stop words, English ones stemmed. Digits become 0, since numbers
 * differ between pages of a kind. Pairs are two words that follow each other in a block, neither of them a stop word. An
 * occurrence in a line that the host repeats counts half. Linear in the text. Words have numbers from 1, and so do pairs.
 */
export class TermReader {
  readonly #repeated: ReadonlySet<number>;
  readonly #words = new NumberedWords();
  readonly #pairs = new NumberedPairs();
  readonly #formTerms = new WeakMap<WordCounter, FormTerms>();
  /** Lines of the page that is read; by their numbers, where their terms begin, and whether the host repeats them. */
  readonly #lines = new Map<string, number>();
  readonly #starts = [0];
  readonly #weights: number[] = [];
  /** Terms of the lines in order, 0 for words that are none. */
  readonly #terms: number[] = [];
  /** By number of term, how often it was found in the text that is read. */
  #counts = new Float64Array(1_024);
  #found = new Int32Array(1_024);
  #occurrences = new Float64Array(1_024);
  #size = 0;

  /** @param repeated hashes of the lines that hosts repeat, by {@link lineHash} */
  constructor(repeated: ReadonlySet<number>) {
    this.#repeated = repeated;
  }

  /** Returns the number of a term of a text, a new one if it has none. */
  number(text: number, term: string): number {
    if (text !== PAIRS) return this.#words.number(term);
    const [first = "", second = ""] = term.split(" ");
    return this.#pairs.number(this.#words.number(first), this.#words.number(second));
  }

  /** Returns the term of a number in a text. */
  term(text: number, number: number): string {
    if (text !== PAIRS) return this.#words.word(number);
    const [first, second] = this.#pairs.pair(number);
    return `${this.#words.word(first)} ${this.#words.word(second)}`;
  }

  /** Returns the numbers of terms of a text in code-unit order of the terms. */
  inOrder(text: number, numbers: readonly number[]): number[] {
    const { ranks, ofRanks } = this.#words.ranked();
    const words = ranks.length;
    const rankOf = (word: number) => ranks[word] ?? 0;
    // The space between the words of a pair is before all letters, so the order is that of the words.
    const keyOf = (number: number) => {
      if (text !== PAIRS) return rankOf(number);
      const [first, second] = this.#pairs.pair(number);
      return rankOf(first) * words + rankOf(second);
    };
    const numberOf = (key: number) => {
      if (text !== PAIRS) return ofRanks[key] ?? 0;
      const first = Math.floor(key / words);
      return this.#pairs.number(ofRanks[first] ?? 0, ofRanks[key - first * words] ?? 0);
    };
    const keys = new Float64Array(numbers.length);
    for (let at = 0; at < keys.length; at += 1) keys[at] = keyOf(numbers[at] ?? 0);
    keys.sort();
    return numbers.map((_, at) => numberOf(keys[at] ?? 0));
  }

  /** How many numbers were given, of words and of pairs. */
  get given(): number {
    return this.#words.size + this.#pairs.size;
  }

  /** Reads the texts of a page, in the order of {@link PAGE_TEXTS}. */
  read({ url, title, headings, mainText, text, anchors, language }: TextView, take: TakeTerms) {
    const counter = counterFor(language);
    const host = `${hostOf(url)} `;
    this.#lines.clear();
    this.#countWords(this.#lineOf(title, host, counter));
    this.#hand(0, take);
    for (const heading of headings) this.#countWords(this.#lineOf(heading.text, host, counter));
    this.#hand(1, take);
    eachLine(mainText, (line) => this.#countWords(this.#lineOf(line, host, counter)));
    this.#hand(2, take);
    for (const anchor of anchors) this.#countWords(this.#lineOf(anchor.text, host, counter));
    this.#hand(3, take);
    // The lines of the main text are part of all text, so each line is read only once.
    eachLine(text, (line) => this.#countPairs(this.#lineOf(line, host, counter)));
    this.#hand(PAIRS, take);
  }

  /** Returns the number of a line on the page, whose words are read when it is new. */
  #lineOf(text: string, host: string, counter: WordCounter): number {
    const known = this.#lines.get(text);
    if (known !== undefined) return known;
    const line = this.#lines.size;
    this.#lines.set(text, line);
    const isRepeated = this.#repeated.size > 0 && this.#repeated.has(lineHash(host, text));
    this.#weights[line] = isRepeated ? REPEATED_WEIGHT : 1;
    const size = counter.find(text);
    const terms = this.#termsOf(counter);
    let end = this.#starts[line] ?? 0;
    for (let at = 0; at < size; at += 1) {
      const form = counter.found[at] ?? 0;
      this.#terms[end++] = form === 0 ? 0 : terms[form] || this.#numberOf(counter, form, terms);
    }
    this.#starts[line + 1] = end;
    return line;
  }

  #termsOf(counter: WordCounter): number[] {
    let known = this.#formTerms.get(counter);
    if (known?.begun !== counter.begun) {
      known = { begun: counter.begun, terms: [] };
      this.#formTerms.set(counter, known);
    }
    return known.terms;
  }

  #numberOf(counter: WordCounter, form: number, terms: number[]): number {
    const number = this.#words.number(counter.form(form));
    while (terms.length < form) terms.push(0);
    terms[form] = number;
    return number;
  }

  #countWords(line: number): void {
    const [end, weight] = [this.#starts[line + 1] ?? 0, this.#weights[line] ?? 1];
    for (let at = this.#starts[line] ?? 0; at < end; at += 1) {
      const term = this.#terms[at] ?? 0;
      if (term !== 0) this.#add(term, weight);
    }
  }

  #countPairs(line: number): void {
    const [end, weight] = [this.#starts[line + 1] ?? 0, this.#weights[line] ?? 1];
    let before = 0;
    for (let at = this.#starts[line] ?? 0; at < end; at += 1) {
      const term = this.#terms[at] ?? 0;
      if (before !== 0 && term !== 0) this.#add(this.#pairs.number(before, term), weight);
      before = term;
    }
  }

  #add(number: number, weight: number): void {
    if (number >= this.#counts.length)
      this.#counts = longer(this.#counts, new Float64Array(2 * number));
    const count = this.#counts[number] ?? 0;
    this.#counts[number] = count + weight;
    if (count > 0) return;
    if (this.#size === this.#found.length) {
      this.#found = longer(this.#found, new Int32Array(2 * this.#size));
      this.#occurrences = new Float64Array(this.#found.length);
    }
    this.#found[this.#size] = number;
    this.#size += 1;
  }

  #hand(text: number, take: TakeTerms): void {
    const [found, counts] = [this.#found, this.#counts];
    for (let at = 0; at < this.#size; at += 1) {
      const number = found[at] ?? 0;
      this.#occurrences[at] = counts[number] ?? 0;
      counts[number] = 0;
    }
    take(text, found, this.#occurrences, this.#size);
    this.#size = 0;
  }
}

interface Ranked {
  readonly ranks: Int32Array;
  readonly ofRanks: Int32Array;
}

/** Words numbered from 1. */
class NumberedWords {
  readonly #numbers = new Map<string, number>();
  readonly #words = [""];
  #ranked: Ranked | undefined;

  get size(): number {
    return this.#numbers.size;
  }

  number(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.#words.push(word) - 1;
      this.#numbers.set(word, number);
    }
    return number;
  }

  word(number: number): string {
    return this.#words[number] ?? "";
  }

  /** Returns the place of each word in code-unit order, and the word at each place. */
  ranked(): Ranked {
    if (this.#ranked?.ranks.length === this.#words.length) return this.#ranked;
    const ofRanks = new Int32Array(this.#words.length);
    for (let number = 0; number < ofRanks.length; number += 1) ofRanks[number] = number;
    ofRanks.sort((a, b) => compareTerms(this.word(a), this.word(b)));
    const ranks = new Int32Array(ofRanks.length);
    for (let rank = 0; rank < ofRanks.length; rank += 1) ranks[ofRanks[rank] ?? 0] = rank;
    this.#ranked = { ranks, ofRanks };
    return this.#ranked;
  }
}

/** Pairs of numbers from 1, numbered from 1. */
class NumberedPairs {
  #firsts = new Int32Array(1_024);
  #seconds = new Int32Array(1_024);
  /** Hash table of the numbers of pairs, 0 where it is free; at most half of it is taken. */
  #slots = new Int32Array(4_096);
  size = 0;

  number(first: number, second: number): number {
    const slot = this.#slotOf(first, second);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return known;
    this.size += 1;
    if (this.size >= this.#firsts.length) {
      this.#firsts = longer(this.#firsts, new Int32Array(2 * this.size));
      this.#seconds = longer(this.#seconds, new Int32Array(2 * this.size));
    }
    this.#firsts[this.size] = first;
    this.#seconds[this.size] = second;
    this.#slots[slot] = this.size;
    if (2 * this.size > this.#slots.length) this.#makeRoom();
    return this.size;
  }

  pair(number: number): readonly [first: number, second: number] {
    return [this.#firsts[number] ?? 0, this.#seconds[number] ?? 0];
  }

  /** Returns the place of a pair in the hash table, or the free one for it. */
  #slotOf(first: number, second: number): number {
    const hash = extendHash(extendHash(EMPTY_HASH, first), second);
    const mask = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot] ?? 0;
      if (known === 0) return slot;
      if (this.#firsts[known] === first && this.#seconds[known] === second) return slot;
    }
  }

  #makeRoom(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let number = 1; number <= this.size; number += 1)
      this.#slots[this.#slotOf(this.#firsts[number] ?? 0, this.#seconds[number] ?? 0)] = number;
  }
}

/** Visits the lines of a text, without a list of them. */
function eachLine(text: string, visit: (line: string) => void): void {
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
    visit(text.slice(start, end));
    start = end + 1;
  }
  visit(text.slice(start));
}
