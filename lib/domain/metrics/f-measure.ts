/**
 * F-measure: harmonic mean of precision and recall, in [0,1] (van Rijsbergen 1979, both weighted alike);
 * of a crawl, harvest rate stands for precision. 0 where both are.
 */
export function fMeasure(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}
