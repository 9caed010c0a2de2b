import type { PageView } from "../../../page/page-view.ts";
import type { Samples } from "../../../stats/learner/learner.ts";
import type { Url } from "../../../web/url/url.ts";
import {
  outOfFoldPages,
  type PageEstimatorSettings,
} from "../../adaptive/page-estimator/train-page-estimator.ts";
import type { MarkedPaths } from "../../marked-paths.ts";

/**
 * Share of targets that may score lower than a sibling that self-training labels as a target: a
 * quarter.
 */
const LOWER_QUARTILE = 0.25;

/** Pages of marked paths by the user's marks. */
export interface Marks {
  readonly targets: ReadonlySet<Url>;
  /** Targets among them. */
  readonly onPath: ReadonlySet<Url>;
  /** Linked from the page before a target, and on no path; some of them are unmarked targets. */
  readonly siblings: ReadonlySet<Url>;
}

/** Returns the marks that paths contain. */
export function marksOf({ paths, pages }: MarkedPaths): Marks {
  const onPath = new Set(paths.flat());
  const lists = new Set(paths.flatMap((path) => path.at(-2) ?? []));
  const listed = pages.filter(({ url }) => lists.has(url)).flatMap(({ anchors }) => anchors);
  return {
    targets: new Set(paths.flatMap((path) => path.at(-1) ?? [])),
    onPath,
    siblings: new Set(listed.map(({ url }) => url)).difference(onPath),
  };
}

/**
 * Labels the pages: 1 for marked targets, 0 for all others. With self-training, siblings also get 1
 * if they look like targets to a model of the other pages. They must score as high as all but a
 * quarter of the targets. A page elsewhere on the site stays 0 whatever it looks like: the user saw
 * only a list of targets.
 */
export function labelPages(
  pages: readonly PageView[],
  { targets, siblings }: Marks,
  { x, selfTraining }: { readonly x: Samples["x"]; readonly selfTraining: boolean },
  settings: PageEstimatorSettings,
): Float64Array {
  const marked = Float64Array.from(pages, ({ url }) => Number(targets.has(url)));
  if (!selfTraining) return marked;
  const samples = { x, y: marked, weights: new Float64Array(pages.length).fill(1) };
  const scores = outOfFoldPages(samples, settings);
  const from = lowerQuartile(scores.filter((_, page) => marked[page] === 1));
  return Float64Array.from(pages, ({ url }, page) => {
    const looksSo = siblings.has(url) && (scores[page] ?? 0) >= from;
    return looksSo ? 1 : (marked[page] ?? 0);
  });
}

/**
 * Returns the score that three of four reach; when there are no scores, one that nothing reaches.
 */
function lowerQuartile(scores: Float64Array): number {
  return scores.toSorted()[Math.floor(LOWER_QUARTILE * scores.length)] ?? Number.POSITIVE_INFINITY;
}
