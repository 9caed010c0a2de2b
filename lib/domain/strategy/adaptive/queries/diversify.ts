/** A phrase with its worth. */
export interface WorthyPhrase {
  readonly phrase: string;
  /** In (0, 1]. */
  readonly worth: number;
}

/** Share of the worth in the choice, the rest is unlikeness: the upper end of what Carbonell & Goldstein use. */
const LAMBDA = 0.7;

/**
 * At most `limit` phrases, each the one that is best and least like those before it: maximal marginal
 * relevance λ · worth − (1 − λ) · likeness (Carbonell & Goldstein, SIGIR 1998), likeness being the
 * greatest share of words in common (Jaccard) with a phrase taken before. Of equals the first given goes
 * first. Work is `limit` × phrases.
 */
export function diversify<Phrase extends WorthyPhrase>(
  phrases: readonly Phrase[],
  limit: number,
): readonly Phrase[] {
  const waiting = phrases.map((item) => ({
    item,
    words: new Set(item.phrase.split(" ")),
    likeness: 0,
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
    for (const each of waiting) each.likeness = Math.max(each.likeness, jaccard(each.words, words));
  }
  return taken;
}

function gain({
  item,
  likeness,
}: {
  readonly item: WorthyPhrase;
  readonly likeness: number;
}): number {
  return LAMBDA * item.worth - (1 - LAMBDA) * likeness;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = a.intersection(b).size;
  return common / (a.size + b.size - common);
}
