import type { Samples } from "../../../learner/learner.ts";
import type { PageView } from "../../../page/page-view.ts";
import type { Url } from "../../../url/url.ts";
import {
  outOfFoldPages,
  type PageEstimatorSettings,
} from "../../adaptive/page-estimator/train-page-estimator.ts";
import type { MarkedPaths } from "../../marked-paths.ts";

/** Of thousands of weighted words it ranks pages of unseen sites best. */
export const PAGE_LEARNER = "ridge-regression";

/** Targets that may look less like targets than a page that is taken for one: a quarter of them. */
const LOWER_QUARTILE = 0.25;

/** Pages of marked paths by what the user said of them. */
export interface Marks {
  readonly targets: ReadonlySet<Url>;
  /** Targets among them. */
  readonly onPath: ReadonlySet<Url>;
  /** Linked from the page before a target, and on no path: some of them are targets that nobody marked. */
  readonly siblings: ReadonlySet<Url>;
}

/** Reads marks off paths. */
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
 * Labels of the pages: 1 of marked targets and, with self-training, of siblings that look as much like
 * targets as all but a quarter of these do, by what the other pages teach; 0 of all others. A page of
 * another place on the site stays 0, however it looks: the user saw a list of targets, and no more.
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
  const scores = outOfFoldPages(samples, PAGE_LEARNER, settings);
  const from = lowerQuartile(scores.filter((_, page) => marked[page] === 1));
  return Float64Array.from(pages, ({ url }, page) => {
    const looksSo = siblings.has(url) && (scores[page] ?? 0) >= from;
    return looksSo ? 1 : (marked[page] ?? 0);
  });
}

/** The score that three of four reach; nothing does where there are none. */
function lowerQuartile(scores: Float64Array): number {
  return scores.toSorted()[Math.floor(LOWER_QUARTILE * scores.length)] ?? Number.POSITIVE_INFINITY;
}
