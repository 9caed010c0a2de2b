/** A fetched page as judged by its crawl, and its actual relevance. */
export interface JudgedPage {
  /** Judgement of the crawl's own page estimator, in [0,1]. */
  readonly utility: number;
  /** Ground truth; `undefined` when unknown. */
  readonly isRelevant: boolean | undefined;
}

/** The volume of a crawl so far, in pages (Xu, Yoon & Tourassi 2014). */
export interface Volume {
  /** Pages fetched. */
  readonly raw: number;
  /** Pages that the crawl itself predicts to be relevant. */
  readonly gross: number;
  /**
   * Pages that are actually relevant, whatever the crawl predicts; pages without ground truth do
   * not count.
   */
  readonly net: number;
}

/**
 * Returns the volume after each page, in order of fetching; `threshold` is the least utility that
 * counts as relevant.
 */
export function volumeCurve(pages: Iterable<JudgedPage>, threshold: number): readonly Volume[] {
  const curve: Volume[] = [];
  let [gross, net] = [0, 0];
  for (const { utility, isRelevant } of pages) {
    if (utility >= threshold) gross += 1;
    if (isRelevant === true) net += 1;
    curve.push({ raw: curve.length + 1, gross, net });
  }
  return curve;
}
