/** ε: what is below it is worth next to nothing. */
const LEAST_WORTH = 0.01;

/**
 * A prediction in the same order on (0,∞), so that links below 0 and above 1 have one, too: below ε it is
 * ε · e^((x − ε) / ε).
 */
export function positiveWorth(prediction: number): number {
  return prediction >= LEAST_WORTH
    ? prediction
    : LEAST_WORTH * Math.exp((prediction - LEAST_WORTH) / LEAST_WORTH);
}
