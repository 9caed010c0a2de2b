/** ε: anything below it is worth almost nothing. */
const LEAST_WORTH = 0.01;

/**
 * Maps predictions to (0,∞) in the same order, so that values below 0 and above 1 keep their order.
 * Below ε the result is ε · e^((x − ε) / ε).
 */
export function positiveWorth(prediction: number): number {
  return prediction >= LEAST_WORTH
    ? prediction
    : LEAST_WORTH * Math.exp((prediction - LEAST_WORTH) / LEAST_WORTH);
}
