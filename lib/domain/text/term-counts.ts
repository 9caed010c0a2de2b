/** Term → how often it occurs, above 0; an occurrence may count in part. */
export type TermCounts = ReadonlyMap<string, number>;

/** Counts the terms of lines, in order of their first occurrence; `""` does not count. */
export function countTerms(lines: Iterable<readonly string[]>): Map<string, number> {
  const counts = new Map<string, number>();
  addTerms(counts, lines, 1);
  return counts;
}

/** Adds the terms of lines to counts, each occurrence as `weight`. */
export function addTerms(
  counts: Map<string, number>,
  lines: Iterable<readonly string[]>,
  weight: number,
): void {
  for (const line of lines) for (const term of line) if (term !== "") add(counts, term, weight);
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

/** Adds the pairs of lines to counts, each occurrence as `weight`. */
export function addPairs(
  counts: Map<string, number>,
  lines: Iterable<readonly string[]>,
  weight: number,
): void {
  for (const line of lines) {
    let before = "";
    for (const term of line) {
      if (before !== "" && term !== "") add(counts, `${before} ${term}`, weight);
      before = term;
    }
  }
}

/** Adds one text to the number of texts that have each term. */
export function countSupports(supports: Map<string, number>, counts: TermCounts): void {
  for (const term of counts.keys()) add(supports, term, 1);
}

function add(counts: Map<string, number>, term: string, weight: number): void {
  counts.set(term, (counts.get(term) ?? 0) + weight);
}
