import type { PageView } from "../../../page/page-view.ts";
import { foldDigits } from "../../../text/fold-digits.ts";
import { stem } from "../../../text/stem.ts";
import { stopWordsOf } from "../../../text/stop-words.ts";
import {
  countPairs,
  countSupports,
  countTerms,
  type TermCounts,
} from "../../../text/term-counts.ts";
import { compareTerms, compileTfIdf } from "../../../text/tf-idf.ts";
import { LONGEST_WORD, wordsOf } from "../../../text/words.ts";
import { joinVectors, type SparseVector } from "../../../vector/sparse-rows.ts";

/**
 * The terms of labelled pages that are columns: those of the first text, then those of the second …
 */
export type TermSpace = {
  readonly kind: "terms";
  /** How many pages were read. */
  readonly pages: number;
  /** One entry for each of `PAGE_TEXTS`. */
  readonly texts: readonly {
    /** In code-unit order. */
    readonly terms: readonly string[];
    /** How many of the pages have each. */
    readonly supports: readonly number[];
  }[];
};

/** Maps pages to rows of features, and columns back to words for a person. */
export interface FeatureSpace {
  readonly width: number;
  readonly vectorOf: (page: PageView) => SparseVector;
  readonly nameOf: (column: number) => string;
}

/** Least support: a term of one page says nothing about others. */
const LEAST_SUPPORT = 2;
/** Most columns: with a weight each, about half a megabyte of JSON. */
const MOST_TERMS = 20_000;

/**
 * Length of the vector of each of `PAGE_TEXTS`; the main text is the most informative. With 1 for
 * it, pages of an encyclopedia are ranked slightly worse; with 2, pages of universities.
 */
const LENGTHS = [1, 1, 1.5, 1, 1];

interface Candidate {
  readonly text: number;
  readonly term: string;
  readonly support: number;
}

/**
 * Returns the terms that most pages have. Ties are broken by the order of texts, then by code-unit
 * order.
 */
export function learnTermSpace(pages: readonly PageView[]): TermSpace {
  const supports = PAGE_TEXTS.map(() => new Map<string, number>());
  for (const page of pages) {
    for (const [text, counts] of pageTerms(page, () => true).entries())
      countSupports(supports[text] ?? new Map(), counts);
  }
  const candidates: Candidate[] = [];
  for (const [text, known] of supports.entries())
    for (const [term, support] of known)
      if (support >= LEAST_SUPPORT) candidates.push({ text, term, support });
  const kept = candidates.toSorted(bySupport).slice(0, MOST_TERMS);
  const texts = PAGE_TEXTS.map((_, text) => {
    const own = kept
      .filter((candidate) => candidate.text === text)
      .toSorted((a, b) => compareTerms(a.term, b.term));
    return { terms: own.map(({ term }) => term), supports: own.map(({ support }) => support) };
  });
  return { kind: "terms", pages: pages.length, texts };
}

/**
 * Compiles a space: tf-idf of the terms of each text, scaled to its length; 0 without a known term.
 */
export function compileTermSpace({ pages, texts }: TermSpace): FeatureSpace {
  const names = texts.flatMap(({ terms }, text) =>
    terms.map((term) => `${PAGE_TEXTS[text] ?? ""}: ${term}`),
  );
  const vectorizers = texts.map(({ terms, supports }, text) =>
    compileTfIdf({ documents: pages, terms, supports }, LENGTHS[text]),
  );
  const join = joinVectors(texts.map(({ terms }) => terms.length));
  const paired = new Set(texts.at(-1)?.terms.flatMap((pair) => pair.split(" ")));
  return {
    width: names.length,
    vectorOf: (page) => {
      const counts = pageTerms(page, (word) => paired.has(word));
      return join(vectorizers.map((vectorOf, text) => vectorOf(counts[text] ?? new Map())));
    },
    nameOf: (column) => names[column] ?? "",
  };
}

function bySupport(a: Candidate, b: Candidate): number {
  return b.support - a.support || a.text - b.text || compareTerms(a.term, b.term);
}

/**
 * The counted parts of a page: words of four texts, and pairs of neighbours in all displayed text.
 */
export const PAGE_TEXTS = ["title", "headings", "body", "links", "pairs"] as const;

const ENGLISH = /^en\b/;

/**
 * Counts the terms of a page, one map for each of {@link PAGE_TEXTS}. Terms are words without stop
 * words, English ones stemmed. Digits become 0, since numbers differ between pages of a kind. Pairs
 * are two words that follow each other in a block, neither of them a stop word. `knows` reports
 * which words occur in pairs of interest. Linear in the text.
 */
export function pageTerms(page: PageView, knows: (word: string) => boolean): readonly TermCounts[] {
  const termsIn = termReader(page.language);
  const lines = new Map<string, readonly string[]>();
  const termsOf = (line: string): readonly string[] => {
    const known = lines.get(line);
    if (known !== undefined) return known;
    const terms = termsIn(line);
    lines.set(line, terms);
    return terms;
  };
  return [
    countTerms([termsIn(page.title)]),
    countTerms(page.headings.map(({ text }) => termsOf(text))),
    // The lines of the main text are part of all text, so each line is read only once.
    countTerms(page.mainText.split("\n").map(termsOf)),
    countTerms(page.anchors.map(({ text }) => termsOf(text))),
    countPairs(page.text.split("\n").map(termsOf), knows),
  ];
}

/** Creates a function from a text to its terms in order; `""` replaces words that are not terms. */
function termReader(language: string | undefined): (text: string) => readonly string[] {
  const fold = foldOf(language);
  return (text) => wordsOf(text).map(fold);
}

/** Creates a function from a word to its term; `""` when the word is not a term. */
function foldOf(language: string | undefined): (word: string) => string {
  const stopWords = stopWordsOf(language);
  const isEnglish = language === undefined || ENGLISH.test(language);
  return (word) => {
    if (word.length > LONGEST_WORD || stopWords.has(word)) return "";
    const folded = foldDigits(word);
    return isEnglish ? stem(folded) : folded;
  };
}
