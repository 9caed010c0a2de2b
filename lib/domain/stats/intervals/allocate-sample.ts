/** Fewest cases of each stratum that has as many: a single case says nothing about the variance. */
const LEAST_OF_STRATUM = 2;

/**
 * Returns how many cases of each stratum make up a sample of `wanted` cases. They are in proportion
 * to the strata's sizes (whole numbers), rounded by largest remainders. Each stratum gets at least
 * {@link LEAST_OF_STRATUM} or all it has. The sum exceeds `wanted` if that requires more, and is
 * less if there are fewer cases. With `weights`, from 0, they are in proportion to these instead.
 */
export function allocateSample(
  sizes: readonly number[],
  wanted: number,
  weights: readonly number[] = sizes,
): number[] {
  const all = sum(sizes);
  const weight = sum(weights);
  const least = sizes.map((size) => Math.min(LEAST_OF_STRATUM, size));
  const shares = weights.map((each) => (weight === 0 ? 0 : (wanted * each) / weight));
  const taken = shares.map((share, stratum) => {
    const proportional = Math.max(least[stratum] ?? 0, Math.floor(share));
    return Math.min(sizes[stratum] ?? 0, proportional);
  });
  const goal = Math.min(all, Math.max(wanted, sum(least)));
  for (let missing = goal - sum(taken); missing !== 0; missing -= Math.sign(missing)) {
    const step = Math.sign(missing);
    const bound = step > 0 ? sizes : least;
    const stratum = furthestBehind(taken, shares, bound, step);
    taken[stratum] = (taken[stratum] ?? 0) + step;
  }
  return taken;
}

/**
 * Returns the stratum whose share calls most for a change by `step`, among those that may change;
 * the first of equals.
 */
function furthestBehind(
  taken: readonly number[],
  shares: readonly number[],
  bound: readonly number[],
  step: number,
): number {
  let [best, behind] = [0, Number.NEGATIVE_INFINITY];
  for (const [stratum, count] of taken.entries()) {
    const lag = step * ((shares[stratum] ?? 0) - count);
    if (count !== bound[stratum] && lag > behind) [best, behind] = [stratum, lag];
  }
  return best;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
