import { IRREGULAR, singular, singularise, UNCHANGED } from "./singular.ts";
import { NONE } from "./term-trie.ts";
import { WordScanner } from "./word-scanner.ts";
import { extendHash, WordTable } from "./word-table.ts";

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
    const words = [...IRREGULAR.keys(), ...UNCHANGED];
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
