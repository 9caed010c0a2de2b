/** Terms of texts counted and weighted by their frequency (TF-IDF). */
import {
  addPairs,
  addTerms,
  compareTerms,
  countSupports,
  type TermCounts,
  type TfIdfSpace,
} from "../../lib/domain/text/term-vector.ts";

/** The rule that selects columns. */
export interface TfIdfRule {
  /** Fewest texts that must have a term, ≥ 1. */
  readonly leastSupport: number;
  /** Most columns. */
  readonly mostTerms: number;
}

/** Learns the terms that most texts have; code-unit order breaks ties. Reads one text at a time. */
export function learnTfIdf(
  texts: Iterable<TermCounts>,
  { leastSupport, mostTerms }: TfIdfRule,
): TfIdfSpace {
  const supportOf = new Map<string, number>();
  let documents = 0;
  for (const counts of texts) {
    documents += 1;
    countSupports(supportOf, counts);
  }
  const kept = [...supportOf]
    .filter(([, support]) => support >= leastSupport)
    .toSorted(([a, inA], [b, inB]) => inB - inA || compareTerms(a, b))
    .slice(0, mostTerms)
    .toSorted(([a], [b]) => compareTerms(a, b));
  return {
    documents,
    terms: kept.map(([term]) => term),
    supports: kept.map(([, support]) => support),
  };
}

/** Counts the terms of lines, in order of their first occurrence; `""` does not count. */
export function countTerms(lines: Iterable<readonly string[]>): Map<string, number> {
  const counts = new Map<string, number>();
  addTerms(counts, lines, 1);
  return counts;
}

/**
 * Counts the pairs of neighbouring terms in a line, such as `black tea`. There is no pair across
 * `""`.
 */
export function countPairs(lines: Iterable<readonly string[]>): Map<string, number> {
  const counts = new Map<string, number>();
  addPairs(counts, lines, 1);
  return counts;
}
