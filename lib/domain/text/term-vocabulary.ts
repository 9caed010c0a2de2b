import { extendHash } from "../stats/random/random.ts";
import { codePointsOf } from "./safe-text.ts";
import { NONE } from "./term-trie.ts";
import { WordScanner, WordTable } from "./word-scanner.ts";
import { IRREGULAR_PLURALS } from "./words.ts";

/** Fewest and most capitals of an acronym: a longer word in capitals is only emphasised. */
const LEAST_CAPITALS = 2;
const MOST_CAPITALS = 5;

const SMALL_S = 0x73;

/**
 * The possible readings of a word in a text: two symbols, each `NONE` when no term has such a word.
 */
export interface Reading {
  /** As spelled, without the small s of an acronym's plural: `STDs`. */
  spelled: number;
  /** By its singular. */
  singular: number;
}

/**
 * The words of all terms as symbols: an even number where its singular counts, an odd one as
 * spelled.
 */
export class TermVocabulary {
  readonly #words = new WordTable();
  readonly #scanner = new WordScanner();
  /**
   * Number of a word that no rule fits → number of its singular; these words have the first
   * numbers.
   */
  readonly #exceptions: readonly number[];

  constructor() {
    const words = [...IRREGULAR_PLURALS.keys(), ...INVARIANT];
    for (const word of words) this.#words.add(word);
    this.#exceptions = words.map((word) => this.#words.add(singular(word)));
  }

  /** Upper bound of the symbols: all are below this. */
  get symbols(): number {
    return this.#words.size * 2;
  }

  /** Adds a term; returns the symbols of its words in order. */
  add(term: string, isTermAcronym: boolean): number[] {
    const symbols: number[] = [];
    const scanner = this.#scanner;
    scanner.start(term);
    while (scanner.next()) {
      const word = scanner.word();
      if (isAcronymPlural(scanner)) {
        symbols.push(spelledSymbol(this.#words.add(word.slice(0, -1))));
      } else if (isTermAcronym || isAcronym(scanner)) {
        symbols.push(spelledSymbol(this.#words.add(word)));
      } else {
        symbols.push(singularSymbol(this.#words.add(singular(word))));
      }
    }
    return symbols;
  }

  /** Reads the scanner's word; it may overwrite the word's letters. */
  read(scanner: WordScanner, reading: Reading): void {
    const { letters, hashes, length } = scanner;
    const spelled = this.#words.find(letters, length, hashes[length] ?? 0);
    const acronym = isAcronymPlural(scanner)
      ? this.#words.find(letters, length - 1, hashes[length - 1] ?? 0)
      : spelled;
    reading.spelled = spelledSymbol(acronym);
    reading.singular = singularSymbol(this.#singularOf(scanner, spelled));
  }

  #singularOf(scanner: WordScanner, spelled: number): number {
    const { letters, hashes, length } = scanner;
    // An acronym is no plural: `AIDS` is not the plural of `aid`.
    if (letters[length - 1] === SMALL_S && isAcronym(scanner)) return spelled;
    const isException = spelled !== NONE && spelled < this.#exceptions.length;
    if (isException) return this.#exceptions[spelled] ?? NONE;
    const end = singularise(letters, length);
    if (end === length) return spelled;
    // The rules change no letter but the last one.
    const hash = extendHash(hashes[end - 1] ?? 0, letters[end - 1] ?? 0);
    return this.#words.find(letters, end, hash);
  }
}

function spelledSymbol(word: number): number {
  return word === NONE ? NONE : word * 2 + 1;
}

function singularSymbol(word: number): number {
  return word === NONE ? NONE : word * 2;
}

/** `AIDS`, `HER2` */
function isAcronym({ capitals, smalls }: WordScanner): boolean {
  return smalls === 0 && capitals >= LEAST_CAPITALS && capitals <= MOST_CAPITALS;
}

/** `STDs` */
function isAcronymPlural({ capitals, smalls, endsInSmallS }: WordScanner): boolean {
  return smalls === 1 && endsInSmallS && capitals >= LEAST_CAPITALS;
}

/** Fewest letters of a word with a plural by rule: `gas`, `his`, `bus` are shorter. */
const LEAST_LETTERS = 4;

const C = 0x63;
const E = 0x65;
const H = 0x68;
const I = 0x69;
const O = 0x6f;
const S = 0x73;
const U = 0x75;
const X = 0x78;
const Y = 0x79;
const Z = 0x7a;

/** Words that their rule would turn into another word. */
const INVARIANT = new Set("goods hers lens means news ours theirs these yours".split(" "));

/**
 * Returns the form shared by an English noun and its plural. It is not always a word: `diagnosis`
 * and `diagnoses` are both `diagnos`, `headache` and `headaches` `headach`, `calorie` and
 * `calories` `calory`. A rule that gives both numbers one form need not decide between two possible
 * singulars of a plural (`doses`, `neuroses`). In other languages it only removes a final s or e.
 */
export function singular(word: string): string {
  const known = IRREGULAR_PLURALS.get(word) ?? word;
  if (INVARIANT.has(known)) return known;
  const letters = codePointsOf(known);
  const end = singularise(letters, letters.length);
  const rest = known.slice(0, known.length - (letters.length - end));
  return letters[end - 1] === Y ? `${rest.slice(0, -1)}y` : rest;
}

/** Applies `singular` by rule alone, in place; returns the new length. */
function singularise(letters: Int32Array, length: number): number {
  if (length < LEAST_LETTERS) return length;
  const end = withoutS(letters, length);
  if (letters[end - 1] !== E || end < LEAST_LETTERS) return end;
  const before = letters[end - 2];
  if (before === I) letters[end - 2] = Y;
  return before === I || isLetGo(letters, end) ? end - 1 : end;
}

function withoutS(letters: Int32Array, length: number): number {
  if (letters[length - 1] !== S) return length;
  const before = letters[length - 2];
  if (before === S || before === U) return length;
  if (before !== I) return length - 1;
  // The exceptions with five letters are `basis` and `oasis`, whose plurals follow `base`.
  return letters[length - 3] === S && length > 5 ? length - 2 : length;
}

/**
 * Returns whether a final e is removed, because a plural may have added it: `boxes`, `rashes`,
 * `viruses`, `heroes`.
 */
function isLetGo(letters: Int32Array, end: number): boolean {
  const before = letters[end - 2];
  if (before === X) return true;
  if (before === H) return letters[end - 3] === S || (letters[end - 3] === C && end > 4);
  // Words of four letters keep it: `nose`, `size`, `shoe`.
  return end > 4 && (before === S || before === Z || before === O);
}
