/** A phrase with its worth. */
export interface WorthyPhrase {
  readonly phrase: string;
  /** In (0, 1]. */
  readonly worth: number;
}

/**
 * Weight of the worth in the choice, against diversity: the upper end of what Carbonell & Goldstein
 * use.
 */
const LAMBDA = 0.7;

/**
 * Chooses at most `limit` phrases by maximal marginal relevance (Carbonell & Goldstein, SIGIR
 * 1998). Each choice maximises λ · worth − (1 − λ) · similarity. The similarity is the greatest
 * share of common words (Jaccard) with a phrase chosen before. In a tie the first phrase given is
 * chosen. The cost is `limit` × phrases.
 */
export function diversify<Phrase extends WorthyPhrase>(
  phrases: readonly Phrase[],
  limit: number,
): readonly Phrase[] {
  const waiting = phrases.map((item) => ({
    item,
    words: new Set(item.phrase.split(" ")),
    similarity: 0,
    isTaken: false,
  }));
  const taken: Phrase[] = [];
  while (taken.length < Math.min(limit, phrases.length)) {
    let best: (typeof waiting)[number] | undefined;
    for (const each of waiting) {
      if (!each.isTaken && (best === undefined || gain(each) > gain(best))) best = each;
    }
    if (best === undefined) break;
    best.isTaken = true;
    taken.push(best.item);
    const { words } = best;
    for (const each of waiting)
      each.similarity = Math.max(each.similarity, jaccard(each.words, words));
  }
  return taken;
}

function gain({
  item,
  similarity,
}: {
  readonly item: WorthyPhrase;
  readonly similarity: number;
}): number {
  return LAMBDA * item.worth - (1 - LAMBDA) * similarity;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = a.intersection(b).size;
  return common / (a.size + b.size - common);
}
