import { NONE, TermTrie } from "./term-trie.ts";
import { type Reading, TermVocabulary } from "./term-vocabulary.ts";
import { WordScanner } from "./word-scanner.ts";

/** A term to search for, of one or several words. */
export interface MatchTerm {
  readonly term: string;
  /** True if its words are compared as spelled, never by their singulars. */
  readonly isAcronym: boolean;
}

/** The counts of a text. */
export interface TermCounts {
  /** Index of a term → its occurrences; only terms that occur. */
  readonly counts: ReadonlyMap<number, number>;
  /** Number of words of the text. */
  readonly words: number;
}

/** Terms compiled for counting in many texts. */
interface TermMatcher {
  count(text: string): TermCounts;
}

/**
 * Compiles terms to a counter of occurrences that do not overlap. From left to right it takes the
 * longest term at each place; the first given term breaks ties. No term crosses a line feed.
 *
 * Words are compared by their singulars, those of an acronym as spelled. A word of 2 to 5 capitals
 * is an acronym, in a text and in any term. Each word starts a walk of at most as many steps as the
 * longest term has words.
 */
export function compileTermMatcher(terms: readonly MatchTerm[]): TermMatcher {
  const vocabulary = new TermVocabulary();
  const paths = terms.map(({ term, isAcronym }) => vocabulary.add(term, isAcronym));
  const trie = new TermTrie(vocabulary.symbols);
  for (const [term, path] of paths.entries()) trie.add(path, term);
  const scanner = new WordScanner();
  const tally = new Tally(terms.length);
  const run = new TermRun(trie, tally);
  const reading: Reading = { spelled: NONE, singular: NONE };
  const count = (text: string): TermCounts => {
    let words = 0;
    scanner.start(text);
    while (scanner.next()) {
      words += 1;
      vocabulary.read(scanner, reading);
      if (scanner.startsLine) run.finish();
      if (reading.spelled === NONE && reading.singular === NONE) run.finish();
      else run.push(reading);
    }
    run.finish();
    return { counts: tally.take(), words };
  };
  return { count };
}

/** Counts of many terms of which few occur. */
class Tally {
  readonly #counts: Int32Array;
  readonly #counted: number[] = [];

  constructor(terms: number) {
    this.#counts = new Int32Array(terms);
  }

  add(term: number): void {
    const count = this.#counts[term] ?? 0;
    if (count === 0) this.#counted.push(term);
    this.#counts[term] = count + 1;
  }

  /** Returns term → count, in order of first occurrence, and resets all counts to 0. */
  take(): Map<number, number> {
    const counts = new Map(this.#counted.map((term) => [term, this.#counts[term] ?? 0]));
    for (const term of this.#counted) this.#counts[term] = 0;
    this.#counted.length = 0;
    return counts;
  }
}

/**
 * Successive words that occur in terms, from one that begins a term: no term crosses the ends of
 * the run.
 */
class TermRun {
  readonly #trie: TermTrie;
  readonly #tally: Tally;
  readonly #spelled: number[] = [];
  readonly #singular: number[] = [];
  #length = 0;
  /** The best term found from one place, and its end. */
  #term = NONE;
  #end = 0;

  constructor(trie: TermTrie, tally: Tally) {
    this.#trie = trie;
    this.#tally = tally;
  }

  push({ spelled, singular }: Reading): void {
    const at = this.#length;
    const trie = this.#trie;
    if (at === 0 && trie.child(0, spelled) === NONE && trie.child(0, singular) === NONE) return;
    this.#spelled[at] = spelled;
    this.#singular[at] = singular;
    this.#length = at + 1;
  }

  /** Counts the run's terms; the next word begins another run. */
  finish(): void {
    for (let at = 0; at < this.#length; at = this.#end) {
      this.#term = NONE;
      this.#end = at + 1;
      this.#step(0, at);
      if (this.#term !== NONE) this.#tally.add(this.#term);
    }
    this.#length = 0;
  }

  /** Follows both readings of the word at a place. */
  #step(node: number, at: number): void {
    if (at === this.#length) return;
    const spelled = this.#trie.child(node, this.#spelled[at] ?? NONE);
    if (spelled !== NONE) this.#arrive(spelled, at + 1);
    const singular = this.#trie.child(node, this.#singular[at] ?? NONE);
    if (singular !== NONE) this.#arrive(singular, at + 1);
  }

  #arrive(node: number, end: number): void {
    const term = this.#trie.termAt(node);
    const isBetter =
      this.#term === NONE || end > this.#end || (end === this.#end && term < this.#term);
    if (term !== NONE && isBetter) {
      this.#term = term;
      this.#end = end;
    }
    this.#step(node, end);
  }
}
