import { repeatedLines } from "../../../page/host-repeats.ts";
import type { TextView } from "../../../page/page-view.ts";
import { hashToUnit } from "../../../stats/random/random.ts";
import { joinVectors, type SparseVector } from "../../../stats/vector/sparse-rows.ts";
import {
  addPairs,
  addTerms,
  compareTerms,
  compileTfIdf,
  compileWeights,
  countSupports,
  NO_COLUMN,
  type TermCounts,
} from "../../../text/term-vector.ts";
import { foldDigits, LONGEST_WORD, stem, stopWordsOf, wordsOf } from "../../../text/words.ts";
import { hostOf } from "../../../web/url/canonical-url.ts";

/**
 * The terms of labelled pages that are columns: those of the first text, then those of the second …
 */
export type TermSpace = {
  readonly kind: "terms";
  /** How many pages were read, labelled or not. */
  readonly pages: number;
  /** How many of them are labelled. */
  readonly labelled: number;
  /** One entry for each of `PAGE_TEXTS`. */
  readonly texts: readonly {
    /** In code-unit order. */
    readonly terms: readonly string[];
    /** How many of the pages read have each. */
    readonly supports: readonly number[];
  }[];
  /** Hashes of the lines that hosts repeat on most of their pages, in ascending order. */
  readonly repeated: readonly number[];
};

/** Maps pages to rows of features, and columns back to words for a person. */
export interface FeatureSpace {
  readonly width: number;
  readonly vectorOf: (page: TextView) => SparseVector;
  readonly nameOf: (column: number) => string;
}

/** Most columns of terms: with a weight each, about half a megabyte of JSON. */
const MOST_TERMS = 20_000;

/**
 * Labelled pages up to which unknown terms count in full. Beyond it they count less, in proportion:
 * where thousands of pages are labelled, an unknown word is mostly a name.
 */
const FEW_LABELLED = 500;

/**
 * Length of the vector of each of `PAGE_TEXTS`; the main text is the most informative. With 1 for
 * it, pages of an encyclopedia are ranked slightly worse; with 2, pages of universities.
 */
const LENGTHS = [1, 1, 1.5, 1, 1];

interface Candidate {
  readonly text: number;
  readonly term: string;
  /** How many labelled pages have it. */
  readonly support: number;
}

/**
 * Returns the terms that most labelled pages have. Ties are broken by the order of texts, then by
 * code-unit order. How rare a term is and what hosts repeat follows from the pages that a crawl has
 * `seen`, too.
 */
export function learnTermSpace(
  labelled: readonly TextView[],
  seen: readonly TextView[] = [],
): TermSpace {
  const pages = [...labelled, ...seen];
  const repeated = repeatedIn(pages);
  const supports = supportsIn(labelled, repeated);
  return spaceOf(pages.length, labelled.length, repeated, [supports, supportsIn(seen, repeated)]);
}

/** Returns the hashes of the lines that hosts repeat on most of some pages, in ascending order. */
function repeatedIn(pages: readonly TextView[]): Set<number> {
  return new Set([...repeatedLines(pages, linesOf)].map(lineHash).toSorted((a, b) => a - b));
}

/** How many pages have each term, for each of {@link PAGE_TEXTS}. */
type Supports = readonly Map<string, number>[];

/** Chooses the terms of a space by how many labelled pages, and pages seen, have each. */
function spaceOf(
  pages: number,
  labelled: number,
  repeated: ReadonlySet<number>,
  [supports, ofSeen]: readonly [Supports, Supports],
): TermSpace {
  const candidates: Candidate[] = [];
  for (const [text, known] of supports.entries())
    for (const [term, support] of known) candidates.push({ text, term, support });
  const kept = candidates.toSorted(bySupport).slice(0, MOST_TERMS);
  const texts = PAGE_TEXTS.map((_, text) => {
    const own = kept
      .filter((candidate) => candidate.text === text)
      .toSorted((a, b) => compareTerms(a.term, b.term));
    return {
      terms: own.map(({ term }) => term),
      supports: own.map(({ term, support }) => support + (ofSeen[text]?.get(term) ?? 0)),
    };
  });
  return { kind: "terms", pages, labelled, texts, repeated: [...repeated] };
}

/** The terms of one of a page's texts by their numbers, and how often each occurs. */
type NumberedTerms = readonly [numbers: Int32Array, counts: Float64Array];

/**
 * Learns a space of pages that are both all the labelled ones and all that were seen, with the row of each: as
 * {@link learnTermSpace} and {@link compileTermSpace} do, but each page is read once.
 */
export function readTermSpace(
  views: readonly TextView[],
): FeatureSpace & { readonly rows: readonly SparseVector[] } {
  const repeated = repeatedIn([...views, ...views]);
  const supports = PAGE_TEXTS.map(() => new Map<string, number>());
  const numbersOf = PAGE_TEXTS.map(() => new Map<string, number>());
  const read = views.map((page) =>
    pageTerms(page, repeated).map((counts, text): NumberedTerms => {
      countSupports(supports[text] ?? new Map(), counts);
      return [numbered(counts, numbersOf[text] ?? new Map()), Float64Array.from(counts.values())];
    }),
  );
  const space = spaceOf(2 * views.length, views.length, repeated, [supports, supports]);
  const weigh = space.texts.map(({ terms }, text) => {
    const columnOf = new Int32Array(numbersOf[text]?.size ?? 0).fill(NO_COLUMN);
    for (const [column, term] of terms.entries())
      columnOf[numbersOf[text]?.get(term) ?? 0] = column;
    const vectorOf = compileWeights(...scaledPart(space, text));
    return ([numbers, counts]: NumberedTerms) =>
      vectorOf(
        numbers.map((number) => columnOf[number] ?? NO_COLUMN),
        counts,
      );
  });
  const join = joinVectors(space.texts.map(({ terms }) => terms.length));
  const rows = read.map((page) => join(page.flatMap((own, text) => weigh[text]?.(own) ?? [])));
  return { ...compileTermSpace(space), rows };
}

/** Returns the number that each term of a text has on all pages, a new one if it has none. */
function numbered(counts: TermCounts, known: Map<string, number>): Int32Array {
  const numbers = new Int32Array(counts.size);
  let at = 0;
  for (const term of counts.keys()) {
    const number = known.get(term) ?? known.size;
    if (number === known.size) known.set(term, number);
    numbers[at] = number;
    at += 1;
  }
  return numbers;
}

function supportsIn(pages: readonly TextView[], repeated: ReadonlySet<number>): Supports {
  const supports = PAGE_TEXTS.map(() => new Map<string, number>());
  for (const page of pages)
    for (const [text, counts] of pageTerms(page, repeated).entries())
      countSupports(supports[text] ?? new Map(), counts);
  return supports;
}

/**
 * Compiles a space: tf-idf of the terms of each text. Terms that no labelled page has count in the
 * lengths, so a page with few known words is little like the labelled ones.
 */
export function compileTermSpace(space: TermSpace): FeatureSpace {
  const { texts, repeated } = space;
  const names = texts.flatMap(({ terms }, text) =>
    terms.map((term) => `${PAGE_TEXTS[text] ?? ""}: ${term}`),
  );
  const vectorizers = texts.map((_, text) => compileTfIdf(...scaledPart(space, text)));
  const join = joinVectors(texts.map(({ terms }) => terms.length));
  const known = new Set(repeated);
  return {
    width: names.length,
    vectorOf: (page) => {
      const counts = pageTerms(page, known);
      return join(vectorizers.map((vectorOf, text) => vectorOf(counts[text] ?? new Map())));
    },
    nameOf: (column) => names[column] ?? "",
  };
}

/** Returns one of {@link PAGE_TEXTS} as a space of its own, and how its vectors are scaled. */
export function scaledPart({ pages, labelled, texts }: TermSpace, text: number) {
  const { terms, supports } = texts[text] ?? { terms: [], supports: [] };
  const unknownShare = Math.min(1, FEW_LABELLED / Math.max(1, labelled));
  const space = { documents: pages, terms, supports };
  return [space, { length: LENGTHS[text] ?? 1, unknownShare }] as const;
}

function bySupport(a: Candidate, b: Candidate): number {
  return b.support - a.support || a.text - b.text || compareTerms(a.term, b.term);
}

/**
 * The counted parts of a page: words of four texts, and pairs of neighbours in all displayed text.
 */
export const PAGE_TEXTS = ["title", "headings", "body", "links", "pairs"] as const;

const ENGLISH = /^en\b/;

/** What an occurrence counts in a line that its host repeats: such lines are seldom on one page. */
const REPEATED_WEIGHT = 0.5;

/** Texts without lines that repeat. */
const NO_LINES: ReadonlySet<number> = new Set();

/**
 * Counts the terms of a page, one map for each of {@link PAGE_TEXTS}. Terms are words without stop
 * words, English ones stemmed. Digits become 0, since numbers differ between pages of a kind. Pairs
 * are two words that follow each other in a block, neither of them a stop word. An occurrence in a
 * line that the host repeats counts half. Linear in the text.
 */
export function pageTerms(
  page: TextView,
  repeated: ReadonlySet<number> = NO_LINES,
): readonly TermCounts[] {
  const termsIn = termReader(page.language);
  const host = hostOf(page.url);
  const read = new Map<string, Line>();
  const lineOf = (text: string): Line => {
    const known = read.get(text);
    if (known !== undefined) return known;
    const isRepeated = repeated.size > 0 && repeated.has(lineHash(`${host} ${text}`));
    const line = { terms: termsIn(text), weight: isRepeated ? REPEATED_WEIGHT : 1 };
    read.set(text, line);
    return line;
  };
  const count = (texts: readonly string[], add: typeof addTerms): TermCounts => {
    const counts = new Map<string, number>();
    for (const text of texts) {
      const { terms, weight } = lineOf(text);
      add(counts, [terms], weight);
    }
    return counts;
  };
  return [
    count([page.title], addTerms),
    count(page.headings.map(textOf), addTerms),
    // The lines of the main text are part of all text, so each line is read only once.
    count(page.mainText.split("\n"), addTerms),
    count(page.anchors.map(textOf), addTerms),
    count(page.text.split("\n"), addPairs),
  ];
}

/** A line with its terms in order, `""` for words that are not terms. */
interface Line {
  readonly terms: readonly string[];
  /** What an occurrence in it counts. */
  readonly weight: number;
}

/** Returns all that a host may repeat: blocks, headings and names of links. */
function linesOf({ text, mainText, headings, anchors }: TextView): string[] {
  const lines = [...text.split("\n"), ...mainText.split("\n")];
  return [...lines, ...headings.map(textOf), ...anchors.map(textOf)];
}

function textOf({ text }: { readonly text: string }): string {
  return text;
}

/** Returns a number in (0,1) for a host with a line of it. */
function lineHash(line: string): number {
  return hashToUnit(0, line);
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
