/** Terms of texts, and pairs of neighbours, counted. */
import { addPairs, addTerms } from "../../lib/domain/text/term-vector.ts";

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
