/** The model of pages on click paths, learned from their marks and the pages around them. */
import type { PageView } from "../../../page/page-view.ts";
import type { Samples } from "../../../stats/learner/learner.ts";
import { rowOf, type SparseVector, sparseRows } from "../../../stats/vector/sparse-rows.ts";
import {
  loadFloatRows,
  type StoredFloatRows,
  storeFloatRows,
} from "../../../stats/vector/stored-vectors.ts";
import type { Url } from "../../../web/url/url.ts";
import {
  compileUtility,
  fitPageEstimator,
  type LearnedPages,
  outOfFoldPages,
  type PageEstimatorSettings,
  pageRows,
} from "../../adaptive/page-estimator/page-estimator.ts";
import { compileTermSpace, learnTermSpace } from "../../adaptive/page-estimator/term-space.ts";
import { GOOD_FROM } from "../../label-need.ts";
import type { MarkedPaths, Need } from "../../strategy.ts";

/** The model of the pages of a training set, with the data for further training. */
export type PageModel = {
  readonly learned: LearnedPages;
  /** URLs of the pages, in the order of their rows. */
  readonly urls: readonly Url[];
  readonly labels: readonly number[];
  /** Rows in the space of `learned`. */
  readonly rows: StoredFloatRows;
};

/** A trained page model, with the worth of its training pages. */
interface TaughtPages {
  readonly model: PageModel;
  /** The known worth of each page of the training set, in [0,1]. */
  readonly worths: ReadonlyMap<Url, number>;
}

/**
 * Learns which pages are relevant from marked targets, the pages around them, and their siblings.
 */
export function trainPages(
  { pages }: MarkedPaths,
  marks: Marks,
  { selfTraining, seed }: { readonly selfTraining: boolean; readonly seed: number },
): TaughtPages {
  const settings = settingsOf(seed);
  const space = learnTermSpace(pages);
  const x = pageRows(compileTermSpace(space), pages);
  const y = labelPages(pages, marks, { x, selfTraining }, settings);
  const samples = { x, y, weights: new Float64Array(pages.length).fill(1) };
  const scores = outOfFoldPages(samples, settings);
  const learned = fitPageEstimator(space, samples, settings, scores);
  const model = {
    learned,
    urls: pages.map(({ url }) => url),
    labels: Array.from(y),
    rows: storeFloatRows(x),
  };
  return { model, worths: worthsOf(pages, marks, learned, { y, scores }) };
}

/**
 * Returns the page estimator, trained again with the pages that the user labelled during the crawl.
 */
export function learnLabels(
  model: PageModel,
  { good, bad }: Pick<Need, "good" | "bad">,
  seed: number,
): LearnedPages {
  const labelled = [...good, ...bad];
  if (labelled.length === 0) return model.learned;
  const { space } = model.learned;
  const { width, vectorOf } = compileTermSpace(space);
  const standing = new Set(labelled.map(({ url }) => url));
  const rows = [...trainingRows(model)].filter(({ url }) => !standing.has(url));
  const vectors = [...rows.map(({ row }) => row), ...labelled.map(vectorOf)];
  const y = [...rows.map(({ label }) => label), ...good.map(() => 1), ...bad.map(() => 0)];
  const samples: Samples = {
    x: sparseRows(vectors, width),
    y: Float64Array.from(y),
    weights: new Float64Array(y.length).fill(1),
  };
  return fitPageEstimator(space, samples, settingsOf(seed));
}

interface TrainingRow {
  readonly url: Url;
  readonly label: number;
  readonly row: SparseVector;
}

function* trainingRows(model: PageModel): Generator<TrainingRow> {
  const rows = loadFloatRows(model.rows);
  for (const [at, url] of model.urls.entries())
    yield { url, label: model.labels[at] ?? 0, row: rowOf(rows, at) };
}

/**
 * Returns the worth of each page: 1 for targets, 0 for other pages on paths. All others get their
 * utility by a model of the other pages. A model scores its own training pages higher than any page
 * of another site.
 */
function worthsOf(
  pages: readonly PageView[],
  { onPath }: Marks,
  learned: LearnedPages,
  { y, scores }: { readonly y: Float64Array; readonly scores: Float64Array },
): ReadonlyMap<Url, number> {
  const utilityOf = compileUtility(learned);
  const worthOf = (url: Url, page: number): number => {
    if (y[page] === 1) return 1;
    return onPath.has(url) ? 0 : utilityOf(scores[page] ?? 0);
  };
  return new Map(pages.map(({ url }, page) => [url, worthOf(url, page)]));
}

/** Labels are 0 or 1; what utility makes a target is asked where pages are judged. */
function settingsOf(seed: number) {
  return { threshold: GOOD_FROM, seed };
}

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
