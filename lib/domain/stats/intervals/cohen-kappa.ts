import { wilsonInterval } from "./wilson-interval.ts";

/** How two readers agree on the same pages, beyond what chance alone gives. */
export interface Kappa {
  /** In [-1,1]; `undefined` without a page, and where both readers say the same of every page. */
  readonly kappa: number | undefined;
  /** Bounds that contain the true value some 95 times in 100. */
  readonly low: number;
  readonly high: number;
  readonly pages: number;
  readonly agreed: number;
}

/**
 * Returns Cohen's κ (1960) of pairs of verdicts, each reader's in order. Its interval is the score
 * interval of the share of agreement (Wilson 1927) at the observed agreement by chance: unlike the
 * asymptotic one (Fleiss, Cohen and Everitt 1969) it has a width where the readers agree on all.
 */
export function cohenKappa(pairs: readonly (readonly [one: boolean, other: boolean])[]): Kappa {
  const pages = pairs.length;
  const agreed = pairs.filter(([one, other]) => one === other).length;
  const one = pairs.filter(([verdict]) => verdict).length / Math.max(1, pages);
  const other = pairs.filter(([, verdict]) => verdict).length / Math.max(1, pages);
  const byChance = one * other + (1 - one) * (1 - other);
  const { share, low, high } = wilsonInterval(agreed, pages);
  if (share === undefined || byChance >= 1) {
    return { kappa: undefined, low: -1, high: 1, pages, agreed };
  }
  const beyondChance = (agreement: number): number =>
    Math.max(-1, (agreement - byChance) / (1 - byChance));
  return {
    kappa: beyondChance(share),
    low: beyondChance(low),
    high: beyondChance(high),
    pages,
    agreed,
  };
}
