/** Numbers of pages, relevant and not. */
interface PageCounts {
  readonly good: number;
  readonly bad: number;
}

/** Added to each of the four counts, so that none is zero (Haldane 1956, Anscombe 1956). */
const CORRECTION = 0.5;

/**
 * Computes the odds of a feature on good pages over those on bad ones, in (0,∞); 1 is neutral. The
 * formula is p₁₁·p₀₀ ÷ (p₀₁·p₁₀) of Xu, Yoon & Tourassi 2014, with each count half a page higher.
 */
export function oddsRatio(having: PageCounts, all: PageCounts): number {
  const [p11, p10] = [having.good + CORRECTION, having.bad + CORRECTION];
  const p01 = all.good - having.good + CORRECTION;
  const p00 = all.bad - having.bad + CORRECTION;
  return (p11 * p00) / (p01 * p10);
}
