/** Share of verdicts that are wrong in a careful judgement by people: assumed, as nobody has measured it here. */
export const ONE_IN_TWENTY = 0.05;

/** What wrong verdicts can make of a share; all in [0,1]. */
export interface DoubtedShare {
  /** The share of verdicts that are wrong. */
  readonly wrong: number;
  /** The true share, if verdicts err as often on relevant pages as on others. */
  readonly share: number;
  /** The true share, if all wrong verdicts err one way: as relevant, or as not relevant. */
  readonly low: number;
  readonly high: number;
  /** The part of the verdicts "relevant" that is wrong, if verdicts err as often on all pages. */
  readonly ofHits: number;
}

/**
 * Returns the true share behind a judged one, `undefined` without a case. Of a true share p the verdicts show
 * p' = p(1 − e) + (1 − p)e where a share e of them is wrong; solved for p by Rogan & Gladen 1978, with
 * e for both of their error rates.
 */
export function withWrongVerdicts(
  { share: shown }: { readonly share?: number | undefined },
  wrong = ONE_IN_TWENTY,
): DoubtedShare | undefined {
  if (shown === undefined) return undefined;
  const share = inUnit((shown - wrong) / (1 - 2 * wrong));
  return {
    wrong,
    share,
    low: inUnit(shown - wrong),
    high: inUnit(shown + wrong),
    ofHits: shown === 0 ? 0 : inUnit((wrong * (1 - share)) / shown),
  };
}

function inUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
