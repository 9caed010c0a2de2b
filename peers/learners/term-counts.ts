/** Terms of texts, and pairs of neighbours, counted. */
import { addTerms } from "../../lib/domain/text/term-vector.ts";

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
  for (const line of lines) {
    let before = "";
    for (const term of line) {
      const pair = `${before} ${term}`;
      if (before !== "" && term !== "") counts.set(pair, (counts.get(pair) ?? 0) + 1);
      before = term;
    }
  }
  return counts;
}
