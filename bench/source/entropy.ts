/**
 * Returns the entropy −Σ p log₂ p of a distribution given by counts, in bits (Shannon 1948; Xu, Gao
 * & Callan 2018, formula 13). It ranges from 0 for one kind to log₂ of the number of kinds. It is 0
 * without counts.
 */
export function entropyBits(counts: Iterable<number>): number {
  let [total, weighted] = [0, 0];
  for (const count of counts) {
    if (count <= 0) continue;
    total += count;
    weighted += count * Math.log2(count);
  }
  // −Σ n/N log₂(n/N) = log₂ N − (Σ n log₂ n)/N; rounding may leave it just below 0.
  return total === 0 ? 0 : Math.max(0, Math.log2(total) - weighted / total);
}

/**
 * Returns the F-measure: the harmonic mean of precision and recall, in [0,1] (van Rijsbergen 1979,
 * equal weights). For a crawl, harvest rate takes the place of precision. It is 0 if both are 0.
 */
export function fMeasure(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}
