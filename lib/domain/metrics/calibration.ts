/** Predictions of about one size, and what came of them. */
export interface ReliabilityBin {
  /** Mean prediction. */
  readonly predicted: number;
  /** Mean label. */
  readonly observed: number;
  readonly count: number;
}

const DEFAULT_BINS = 10;

/**
 * The reliability diagram of predictions in [0,1] (DeGroot & Fienberg 1983): bins of equal width by the
 * prediction, lowest first, the last one closed; empty bins are left out. What lies outside [0,1] goes to
 * the bin at its end.
 */
export function reliabilityBins(
  predictions: Float64Array,
  labels: Float64Array,
  bins: number = DEFAULT_BINS,
): readonly ReliabilityBin[] {
  const sums = Array.from({ length: bins }, () => ({ predicted: 0, observed: 0, count: 0 }));
  for (const [index, prediction] of predictions.entries()) {
    const sum = sums[Math.min(bins - 1, Math.max(0, Math.floor(prediction * bins)))];
    if (sum === undefined) continue;
    sum.predicted += prediction;
    sum.observed += labels[index] ?? 0;
    sum.count += 1;
  }
  return sums
    .filter(({ count }) => count > 0)
    .map(({ predicted, observed, count }) => ({
      predicted: predicted / count,
      observed: observed / count,
      count,
    }));
}

/**
 * Expected calibration error, in [0,1]: the mean distance of prediction and label over bins, weighted by
 * their counts (Naeini, Cooper & Hauskrecht 2015); 0 without a prediction.
 */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  const cases = bins.reduce((sum, { count }) => sum + count, 0);
  const distance = bins.reduce(
    (sum, { predicted, observed, count }) => sum + count * Math.abs(predicted - observed),
    0,
  );
  return cases === 0 ? 0 : distance / cases;
}
