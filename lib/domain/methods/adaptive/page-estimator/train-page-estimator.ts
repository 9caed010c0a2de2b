import type { PageView } from "../../../page/page-view.ts";
import { crossValidate, stratifiedFolds } from "../../../stats/learner/cross-validation.ts";
import type { Learner, Samples } from "../../../stats/learner/learner.ts";
import { fitPlattScaling } from "../../../stats/learner/platt-scaling.ts";
import { type SparseRows, sparseRows } from "../../../stats/vector/sparse-rows.ts";
import type { LabelledPage } from "../../label-need.ts";
import { measureQuality } from "./label-quality.ts";
import { type LearnedPages, PAGE_LEARNER } from "./page-estimator.ts";
import {
  compileTermSpace,
  type FeatureSpace,
  learnTermSpace,
  type TermSpace,
} from "./term-space.ts";

/** Settings of the training of a page estimator. */
export interface PageEstimatorSettings {
  /** Least label of a good page, and least utility of a target page, in [0,1]. */
  readonly threshold: number;
  readonly seed: number;
  /** What learns from the rows of pages; {@link PAGE_LEARNER} if left out. */
  readonly learner?: Learner;
}

/** Folds of every cross-validation; fewer when good or bad pages are few. */
const FOLDS = 10;
/** Folds when there are many pages: fewer folds are as accurate and take less time. */
const FOLDS_OF_MANY = 5;
const MANY_PAGES = 500;

/**
 * Trains Φ(page, Ω) of Xu, Yoon & Tourassi 2014 on labelled pages. Labels are in [0,1], some of
 * them below the threshold and some not. Pages `seen` without a label show which words are rare and
 * what sites repeat. The same pages and settings give the same model.
 */
export function trainPageEstimator(
  labelled: readonly LabelledPage[],
  settings: PageEstimatorSettings,
  seen: readonly PageView[] = [],
): LearnedPages {
  const pages = labelled.map(({ view }) => view);
  const space = learnTermSpace(pages, seen);
  return fitMeasured(space, pages, samplesOf(compileTermSpace(space), labelled), settings);
}

/** Returns labelled pages as samples in a space, each of the same weight. */
export function samplesOf(space: FeatureSpace, labelled: readonly LabelledPage[]): Samples {
  const pages = labelled.map(({ view }) => view);
  return {
    x: pageRows(space, pages),
    y: Float64Array.from(labelled, ({ label }) => label),
    weights: new Float64Array(labelled.length).fill(1),
  };
}

/** Returns the rows of pages in a space. */
export function pageRows(
  { width, vectorOf }: FeatureSpace,
  pages: readonly PageView[],
): SparseRows {
  return sparseRows(pages.map(vectorOf), width);
}

/** Trains on pages, and measures how well their labels tell them apart. */
export function fitMeasured(
  space: TermSpace,
  pages: readonly PageView[],
  samples: Samples,
  settings: PageEstimatorSettings,
): LearnedPages {
  const predictions = outOfFoldPages(samples, settings);
  const isGood = (row: number) => (samples.y[row] ?? 0) >= settings.threshold;
  return {
    ...fitPageEstimator(space, samples, settings, predictions),
    quality: measureQuality({ pages, isGood, predictions }),
  };
}

/**
 * Trains on pages as rows of a space; their labels are in [0,1]. `predicted` is the result of
 * {@link outOfFoldPages} for them, when it is known already.
 */
export function fitPageEstimator(
  space: TermSpace,
  samples: Samples,
  settings: PageEstimatorSettings,
  predicted?: Float64Array,
): LearnedPages {
  const { threshold, learner = PAGE_LEARNER } = settings;
  return {
    kind: "learned",
    space,
    learner: learner.name,
    model: learner.fit(samples),
    calibration: calibrate(samples, predicted ?? outOfFoldPages(samples, settings), threshold),
    threshold,
  };
}

/**
 * Returns the number of folds: at most the pages of either class, so that each fold has both
 * classes. If a fold holds the only good page, training lacks it. Then everything in the fold is
 * predicted too low, and good pages look bad.
 */
export function foldsOfPages(labels: Float64Array, threshold: number): number {
  const good = labels.reduce((count, label) => count + (label >= threshold ? 1 : 0), 0);
  const most = labels.length < MANY_PAGES ? FOLDS : FOLDS_OF_MANY;
  return Math.max(2, Math.min(most, good, labels.length - good));
}

/** Predicts each page by a model of the other folds, not calibrated. */
export function outOfFoldPages(
  samples: Samples,
  { threshold, seed, learner = PAGE_LEARNER }: PageEstimatorSettings,
): Float64Array {
  const folds = stratifiedFolds(samples.y, foldsOfPages(samples.y, threshold), seed);
  return crossValidate(learner, samples, folds);
}

/**
 * Fits the map from predictions to probabilities on out-of-fold predictions. Returns `null` when
 * these do not show that good pages are predicted higher.
 */
function calibrate({ y }: Samples, predictions: Float64Array, threshold: number) {
  const platt = fitPlattScaling(predictions, (row) => (y[row] ?? 0) >= threshold);
  return platt.slope < 0 ? platt : null;
}
