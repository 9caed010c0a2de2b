/** How good a called set is: the pages that a crawl calls relevant, against the truth. */

/** Figures of a called set among the fetched pages that have a verdict; a share of nothing is 0. */
export interface CalledFigures {
  readonly called: number;
  /** Relevant pages fetched, called or not. */
  readonly relevant: number;
  /** Called pages that are relevant ÷ called, in [0,1]. */
  readonly precision: number;
  /** Called pages that are relevant ÷ relevant pages fetched, in [0,1]. */
  readonly recall: number;
  /** Harmonic mean of the two, in [0,1]. */
  readonly f1: number;
  /** Called ÷ relevant; `null` where nothing relevant was fetched. */
  readonly ofTrue: number | null;
}

/** Counts a called set; a page without a verdict counts neither way. */
export function calledFigures(
  pages: Iterable<{ readonly isCalled: boolean; readonly verdict: boolean | undefined }>,
): CalledFigures {
  let [called, relevant, right] = [0, 0, 0];
  for (const { isCalled, verdict } of pages) {
    if (verdict === undefined) continue;
    called += Number(isCalled);
    relevant += Number(verdict);
    right += Number(isCalled && verdict);
  }
  const [precision, recall] = [share(right, called), share(right, relevant)];
  return {
    called,
    relevant,
    precision,
    recall,
    f1: share(2 * right, called + relevant),
    ofTrue: relevant === 0 ? null : called / relevant,
  };
}

function share(part: number, all: number): number {
  return all === 0 ? 0 : part / all;
}
