/**
 * Returns the F-measure: the harmonic mean of precision and recall, in [0,1] (van Rijsbergen 1979,
 * equal weights). For a crawl, harvest rate takes the place of precision. It is 0 if both are 0.
 */
export function fMeasure(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}
