import { NONE, TermTrie } from "./term-trie.ts";
import { type Reading, TermVocabulary } from "./term-vocabulary.ts";
import { WordScanner } from "./word-scanner.ts";

/** A term to look for, of one word or several. */
export interface MatchTerm {
  readonly term: string;
  /** Its words are compared as they are spelled, never by their singulars. */
  readonly isAcronym: boolean;
}

/** What a text holds. */
export interface TermCounts {
  /** Index of a term → its occurrences; only terms that occur. */
  readonly counts: ReadonlyMap<number, number>;
  /** Words of the text. */
  readonly words: number;
}

/** Terms made ready to be counted in many texts. */
export interface TermMatcher {
  count(text: string): TermCounts;
}

/**
 * Counts occurrences that do not overlap: from left to right the longest at each place, of two as long
 * the term given first; none goes over a line feed. Words are compared by their singulars, those of an
 * acronym as they are spelled; a word of 2 to 5 capitals is an acronym, in a text and in any term. Each
 * word begins a walk of at most as many steps as the longest term has words.
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

/** Counts of few of many terms. */
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

  /** Term → count, in order of first occurrence; all are 0 again. */
  take(): Map<number, number> {
    const counts = new Map(this.#counted.map((term) => [term, this.#counts[term] ?? 0]));
    for (const term of this.#counted) this.#counts[term] = 0;
    this.#counted.length = 0;
    return counts;
  }
}

/** Words in a row that terms know, from one on that begins a term: no term reaches over its ends. */
class TermRun {
  readonly #trie: TermTrie;
  readonly #tally: Tally;
  readonly #spelled: number[] = [];
  readonly #singular: number[] = [];
  #length = 0;
  /** The best term found from one place, and where it ends. */
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

  /** Counts the run's terms; the next word begins another. */
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
