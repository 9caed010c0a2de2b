/** A fetched page as its crawl judged it, and as it is. */
export interface JudgedPage {
  /** By the crawl's own page estimator, in [0,1]. */
  readonly utility: number;
  /** By ground truth; `undefined` where nobody knows. */
  readonly isRelevant: boolean | undefined;
}

/** What a crawl has brought in so far, in pages (Xu, Yoon & Tourassi 2014). */
export interface Volume {
  /** Pages fetched. */
  readonly raw: number;
  /** Pages that the crawl itself takes for relevant. */
  readonly gross: number;
  /** Pages that are, whatever the crawl thinks: those that nobody knows of are not counted. */
  readonly net: number;
}

/** The volume after each page, in order of fetching; `threshold` is the least utility that counts as relevant. */
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
