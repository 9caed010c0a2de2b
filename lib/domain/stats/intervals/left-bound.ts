/**
 * What draws by chance say of the relevant links that still wait. Each link has a rank, uniform in
 * (0,1) and known to nothing that decides. Draws by chance take waiting links in ascending rank; the
 * level is how far they have come. So each link that waits was exposed to the same chance, the level,
 * whenever it was discovered.
 */
export interface ChanceEvidence {
  /** Ranks of the relevant pages that were drawn by chance. */
  readonly hits: readonly number[];
  /** All waiting links below this rank have been drawn, but those that are pending; in [0,1). */
  readonly level: number;
  /** Links below the level that are not processed yet: each may be relevant. */
  readonly pending: number;
  /** Links that wait, those pending included. */
  readonly waiting: number;
}

/**
 * Bets against the hypothesis that many relevant links are left, with their shares of the stake. A
 * bet λ loses e^−λ at each hit. The first pay when hits are many, the last when there is none.
 */
const BETS: readonly (readonly [lambda: number, share: number])[] = [
  [0.1, 0.05],
  [0.2, 0.05],
  [0.4, 0.1],
  [0.8, 0.15],
  [1.6, 0.2],
  [3.2, 0.2],
  [8, 0.25],
];

/** Halvings of an interval of counts, down to a millionth of its length. */
const HALVINGS = 40;

/**
 * Returns the most relevant links that may be left among those that wait, at this confidence. It is
 * a confidence sequence: it holds at all moments together with at least the confidence, also for one
 * who looks after each draw and stops when it pleases, and whatever the crawl learns from the draws.
 *
 * A relevant link that has been exposed to the level u multiplies the wealth of the bet λ by 1 ÷ (1 −
 * (1 − e^−λ)·u), and by e^−λ if it was hit: 1 in the mean. The wealth is a test martingale, and by
 * Ville's inequality reaches 1 ÷ (1 − confidence) with at most the chance 1 − confidence (betting as in
 * Waudby-Smith & Ramdas, J. R. Stat. Soc. B 86, 2024). So more links than that many are refuted. Without a
 * hit it is little more than the exact bound ln(1 − confidence) ÷ ln(1 − level).
 */
export function mostLeft(evidence: ChanceEvidence, confidence: number): number {
  const { level, pending, waiting } = evidence;
  if (waiting <= 0) return 0;
  if (level <= 0) return waiting;
  const bets = BETS.map(([lambda, share]) => betOf(evidence, lambda, share));
  const most = Math.log(1 / (1 - confidence));
  const exposed = Math.max(0, waiting - pending);
  let [low, high] = [0, exposed];
  if (wealth(bets, high) > most) {
    for (let halving = 0; halving < HALVINGS; halving += 1) {
      const middle = (low + high) / 2;
      if (wealth(bets, middle) > most) high = middle;
      else low = middle;
    }
  }
  return Math.min(waiting, Math.floor(high) + pending);
}

/** The logarithm of a bet's wealth: at no link left, and what each link that is left adds. */
interface Bet {
  readonly atNone: number;
  readonly perLink: number;
}

function betOf({ hits, level, pending }: ChanceEvidence, lambda: number, share: number): Bet {
  const kept = 1 - Math.exp(-lambda);
  // Exposure in many small steps pays more than in one; the one step is what all links have had.
  const paid = (exposure: number): number => -Math.log1p(-kept * exposure);
  const ofHits = hits.reduce((sum, rank) => sum + paid(rank) - lambda, 0);
  return { atNone: Math.log(share) + ofHits - lambda * pending, perLink: paid(level) };
}

/** Returns the logarithm of the wealth of all bets if so many relevant links are left. */
function wealth(bets: readonly Bet[], left: number): number {
  const logs = bets.map(({ atNone, perLink }) => atNone + perLink * left);
  const greatest = Math.max(...logs);
  return greatest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - greatest), 0));
}

/**
 * Returns the share of the relevant pages that is surely found if so many are found, in [0,1]: 1 − the
 * share that may be left.
 */
export function leastRecall(found: number, left: number): number {
  return found + left === 0 ? 0 : found / (found + left);
}
