import type { PageView } from "../../../page/page-view.ts";
import { chooseLearner } from "../../../stats/learner/choose-learner.ts";
import { crossValidate, stratifiedFolds } from "../../../stats/learner/cross-validation.ts";
import type { Learner, Samples } from "../../../stats/learner/learner.ts";
import {
  type LearnerName,
  type MakeLearner,
  ownLearner,
} from "../../../stats/learner/own-learner.ts";
import { fitPlattScaling } from "../../../stats/learner/platt-scaling.ts";
import { ridgeRegression } from "../../../stats/learner/ridge-regression.ts";
import { type SparseRows, sparseRows } from "../../../stats/vector/sparse-rows.ts";
import type { LabelledPage } from "../../label-need.ts";
import { measureQuality } from "./label-quality.ts";
import { compileSpace, type LearnedPages } from "./page-estimator.ts";
import { learnPhraseSpace } from "./phrase-space.ts";
import { learnTermSpace } from "./term-space.ts";

/** Settings of the training of a page estimator. */
export interface PageEstimatorSettings {
  /** `paper`: few binary phrases, as published; `dowser`: many weighted words and word pairs. */
  readonly variant: "paper" | "dowser";
  /** `auto` chooses by cross-validation. */
  readonly learner: LearnerName | "auto";
  /** Least label of a good page, and least utility of a target page, in [0,1]. */
  readonly threshold: number;
  readonly seed: number;
  /** Makes the learners; ridge regression alone if left out. */
  readonly makeLearner?: MakeLearner;
}

/** Folds of every cross-validation; fewer when good or bad pages are few. */
const FOLDS = 10;
/** Folds when there are many pages: fewer folds are as accurate and take less time. */
const FOLDS_OF_MANY = 5;
const MANY_PAGES = 500;

/**
 * Penalty of weights when every text of a page has length 1. Values from 0.3 to 3 rank pages of
 * unseen sites about equally well.
 */
const LAMBDA = 2;

/** The learners of Xu, Yoon & Tourassi 2014, the best one in the paper first. */
const PUBLISHED = [
  "additive-regression",
  "gaussian-process",
  "isotonic-regression",
  "least-median-of-squares",
  "ridge-regression",
  "rbf-network",
  "bagging",
  "regression-by-discretization",
  "stacking",
] as const satisfies readonly LearnerName[];

/** The learners that train on thousands of columns in seconds. */
const SPARSE = [
  "ridge-regression",
  "elastic-net",
  "additive-regression",
] as const satisfies readonly LearnerName[];

/**
 * Trains Φ(page, Ω) of Xu, Yoon & Tourassi 2014 on labelled pages. Labels are in [0,1], some of
 * them below the threshold and some not. Pages `seen` without a label show which words are rare and
 * what sites repeat; the published variant ignores them. The same pages and settings give the same
 * model.
 */
export function trainPageEstimator(
  labelled: readonly LabelledPage[],
  settings: PageEstimatorSettings,
  seen: readonly PageView[] = [],
): LearnedPages {
  const { variant, threshold, seed } = settings;
  const pages = labelled.map(({ view }) => view);
  const y = Float64Array.from(labelled, ({ label }) => label);
  const folds = foldsOf(y, threshold);
  const screener = learnerOf(
    settings.learner === "auto" ? PUBLISHED[0] : settings.learner,
    settings,
  );
  const space =
    variant === "dowser"
      ? learnTermSpace(pages, seen)
      : learnPhraseSpace(pages, y, { learner: screener, threshold, folds, seed });
  const weights = new Float64Array(y.length).fill(1);
  const samples = { x: pageRows(space, pages), y, weights };
  const learner = settings.learner === "auto" ? chooseName(samples, settings) : settings.learner;
  if (variant === "paper") return fitPageEstimator(space, samples, { ...settings, learner });
  const predictions = outOfFoldPages(samples, learner, settings);
  const isGood = (row: number) => (y[row] ?? 0) >= threshold;
  return {
    ...fitPageEstimator(space, samples, { ...settings, learner }, predictions),
    quality: measureQuality({ pages, isGood, predictions }),
  };
}

/** Returns the rows of pages in a space. */
export function pageRows(space: LearnedPages["space"], pages: readonly PageView[]): SparseRows {
  const { width, vectorOf } = compileSpace(space);
  return sparseRows(pages.map(vectorOf), width);
}

/**
 * Trains on pages as rows of a space; their labels are in [0,1]. `predicted` is the result of
 * {@link outOfFoldPages} for them, when it is known already.
 */
export function fitPageEstimator(
  space: LearnedPages["space"],
  samples: Samples,
  settings: PageEstimatorSettings & { readonly learner: LearnerName },
  predicted?: Float64Array,
): LearnedPages {
  const { variant, threshold } = settings;
  const learner = learnerOf(settings.learner, settings);
  return {
    kind: "learned",
    space,
    learner: settings.learner,
    model: learner.fit(samples),
    calibration:
      variant === "dowser"
        ? calibrate(samples, predicted ?? outOfFold(samples, learner, settings), threshold)
        : null,
    threshold,
  };
}

/**
 * Returns the number of folds: at most the pages of either class, so that each fold has both
 * classes. If a fold holds the only good page, training lacks it. Then everything in the fold is
 * predicted too low, and good pages look bad.
 */
function foldsOf(labels: Float64Array, threshold: number): number {
  const good = labels.reduce((count, label) => count + (label >= threshold ? 1 : 0), 0);
  const most = labels.length < MANY_PAGES ? FOLDS : FOLDS_OF_MANY;
  return Math.max(2, Math.min(most, good, labels.length - good));
}

function learnerOf(
  name: LearnerName,
  { variant, seed, makeLearner = ownLearner }: PageEstimatorSettings,
): Learner {
  return variant === "dowser" && name === "ridge-regression"
    ? ridgeRegression({ lambda: LAMBDA })
    : makeLearner(name, seed);
}

function chooseName(samples: Samples, settings: PageEstimatorSettings): LearnerName {
  const names: readonly LearnerName[] = settings.variant === "paper" ? PUBLISHED : SPARSE;
  const candidates = names.map((name) => learnerOf(name, settings));
  const comparison = { folds: foldsOf(samples.y, settings.threshold), seed: settings.seed };
  const { learner } = chooseLearner(candidates, samples, comparison);
  return names[candidates.indexOf(learner)] ?? names[0] ?? "ridge-regression";
}

/** Predicts each page by a model of the other folds, not calibrated. */
export function outOfFoldPages(
  samples: Samples,
  learner: LearnerName,
  settings: PageEstimatorSettings,
): Float64Array {
  return outOfFold(samples, learnerOf(learner, settings), settings);
}

function outOfFold(
  samples: Samples,
  learner: Learner,
  { threshold, seed }: PageEstimatorSettings,
): Float64Array {
  const folds = stratifiedFolds(samples.y, foldsOf(samples.y, threshold), seed);
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
