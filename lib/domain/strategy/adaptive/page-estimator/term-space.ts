import type { PageView } from "../../../page/page-view.ts";
import { countSupports } from "../../../text/term-counts.ts";
import { compareTerms, compileTfIdf } from "../../../text/tf-idf.ts";
import { joinVectors } from "../../../vector/join-vectors.ts";
import type { SparseVector } from "../../../vector/sparse-rows.ts";
import { PAGE_TEXTS, pageTerms } from "./page-terms.ts";

/** The terms of labelled pages that are columns: those of the first text, then those of the second … */
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

/** From pages to rows of features, and back from columns to words for a person. */
export interface FeatureSpace {
  readonly width: number;
  readonly vectorOf: (page: PageView) => SparseVector;
  readonly nameOf: (column: number) => string;
}

/** A term of one page says nothing about others. */
const LEAST_SUPPORT = 2;
/** Most columns: with a weight each, about half a megabyte of JSON. */
const MOST_TERMS = 20_000;

/**
 * Length of the vector of each of `PAGE_TEXTS`: the main text says most. With 1 for it pages are ranked a
 * little worse on an encyclopedia, with 2 on pages of universities.
 */
const LENGTHS = [1, 1, 1.5, 1, 1];

interface Candidate {
  readonly text: number;
  readonly term: string;
  readonly support: number;
}

/** The terms that most pages have; of equal support those of the first text, then in code-unit order. */
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

/** Compiles a space: tf-idf of the terms of each text, brought to its length or, without a known term, to 0. */
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
