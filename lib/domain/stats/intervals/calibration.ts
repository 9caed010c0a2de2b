/** Predictions of about the same value, with their actual labels. */
export interface ReliabilityBin {
  /** Mean prediction. */
  readonly predicted: number;
  /** Mean label. */
  readonly observed: number;
  readonly count: number;
}

const DEFAULT_BINS = 10;

/**
 * Returns the reliability diagram of predictions in [0,1] (DeGroot & Fienberg 1983). Bins have
 * equal width by the prediction, lowest first, and the last one is closed. Empty bins are left out.
 * A prediction outside [0,1] goes to the nearest bin.
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
 * Returns the expected calibration error in [0,1] (Naeini, Cooper & Hauskrecht 2015). It is the
 * mean distance of prediction and label over bins, weighted by their counts; 0 without predictions.
 */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  const cases = bins.reduce((sum, { count }) => sum + count, 0);
  const distance = bins.reduce(
    (sum, { predicted, observed, count }) => sum + count * Math.abs(predicted - observed),
    0,
  );
  return cases === 0 ? 0 : distance / cases;
}
