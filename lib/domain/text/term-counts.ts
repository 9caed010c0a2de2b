/** Term → how often it occurs, from 1 on. */
export type TermCounts = ReadonlyMap<string, number>;

/** Counts the terms of lines, in order of their first occurrence; `""` does not count. */
export function countTerms(lines: Iterable<readonly string[]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) for (const term of line) if (term !== "") countOne(counts, term);
  return counts;
}

/**
 * Counts the pairs of neighbouring terms in a line, such as `black tea`. There is no pair across
 * `""`, and none with a term that `knows` rejects.
 */
export function countPairs(
  lines: Iterable<readonly string[]>,
  knows: (term: string) => boolean,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    let before = "";
    for (const term of line) {
      const known = term !== "" && knows(term) ? term : "";
      if (before !== "" && known !== "") countOne(counts, `${before} ${known}`);
      before = known;
    }
  }
  return counts;
}

/** Adds one text to the number of texts that have each term. */
export function countSupports(supports: Map<string, number>, counts: TermCounts): void {
  for (const term of counts.keys()) countOne(supports, term);
}

function countOne(counts: Map<string, number>, term: string): void {
  counts.set(term, (counts.get(term) ?? 0) + 1);
}
