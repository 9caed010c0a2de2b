/**
 * Returns the area under the ROC curve, in [0,1] (Hanley & McNeil 1982); `undefined` unless there
 * are both kinds of cases. It is the probability that a positive case scores higher than a negative
 * one, both drawn by weight. Equal scores count half. Takes the time of a sort.
 */
export function rocAuc(
  scores: Float64Array,
  isPositive: (index: number) => boolean,
  weights?: Float64Array,
): number | undefined {
  const order = Int32Array.from(scores.keys()).sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
  let [positive, negative, wins] = [0, 0, 0];
  for (let start = 0, end = 0; start < order.length; start = end) {
    const score = scores[order[start] ?? 0];
    let [good, bad] = [0, 0];
    for (end = start; end < order.length; end += 1) {
      const index = order[end] ?? 0;
      if (end > start && scores[index] !== score) break;
      const weight = weights === undefined ? 1 : (weights[index] ?? 0);
      if (isPositive(index)) good += weight;
      else bad += weight;
    }
    wins += good * (negative + bad / 2);
    positive += good;
    negative += bad;
  }
  return positive > 0 && negative > 0 ? wins / (positive * negative) : undefined;
}
