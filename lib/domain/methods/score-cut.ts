import { otsuCut } from "../stats/cluster/clustering.ts";

/** Cut for a bare topic of one word; the parts of longer ones are seldom all on a page. */
const CUT_OF_ONE_WORD = 0.6;

/**
 * Share of the good pages' mean score that a page needs: 0.2 for one page, 0.4 for four. The words
 * are those of the good pages, so few of them score too high.
 */
const SHARE_OF_GOOD = 0.6;
const UNKNOWN_GOOD = 2;

/** Pages from which a distribution shows. */
const LEAST_SEEN = 30;
/**
 * How far what is seen may raise the cut, as a factor. It never lowers it: where relevant pages are
 * rare, the widest gap lies among the others.
 */
const MOST_RAISED = 1.5;

/**
 * Chooses the score that separates relevant pages from others. The need gives it alone at first;
 * later the scores of the pages seen may raise it to where they fall apart best (Otsu 1979).
 */
export function chooseCut(
  seen: readonly number[],
  good: readonly number[],
  topicWords: number,
): number {
  const usual =
    good.length === 0
      ? CUT_OF_ONE_WORD / Math.sqrt(Math.max(1, topicWords))
      : (SHARE_OF_GOOD * sum(good)) / (good.length + UNKNOWN_GOOD);
  if (seen.length < LEAST_SEEN) return usual;
  return Math.min(usual * MOST_RAISED, Math.max(usual, otsuCut(seen) ?? 0));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
