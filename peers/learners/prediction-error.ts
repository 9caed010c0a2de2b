/**
 * Returns the square root of the weighted mean squared error, in the unit of the labels;
 * `undefined` without weight.
 */
export function rootMeanSquaredError(
  predictions: Float64Array,
  labels: Float64Array,
  weights?: Float64Array,
): number | undefined {
  const mean = meanLoss(predictions, labels, weights, (error) => error * error);
  return mean === undefined ? undefined : Math.sqrt(mean);
}

/**
 * Returns the weighted mean of |prediction − label|, in the unit of the labels; `undefined` without
 * weight.
 */
export function meanAbsoluteError(
  predictions: Float64Array,
  labels: Float64Array,
  weights?: Float64Array,
): number | undefined {
  return meanLoss(predictions, labels, weights, Math.abs);
}

function meanLoss(
  predictions: Float64Array,
  labels: Float64Array,
  weights: Float64Array | undefined,
  loss: (error: number) => number,
): number | undefined {
  let [sum, total] = [0, 0];
  for (const [index, label] of labels.entries()) {
    const weight = weights === undefined ? 1 : (weights[index] ?? 0);
    sum += weight * loss((predictions[index] ?? 0) - label);
    total += weight;
  }
  return total === 0 ? undefined : sum / total;
}
