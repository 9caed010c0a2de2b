import { chooseLearner } from "../../../learner/choose-learner.ts";
import { crossValidate } from "../../../learner/cross-validation.ts";
import { stratifiedFolds } from "../../../learner/folds.ts";
import type { Learner, Samples } from "../../../learner/learner.ts";
import { type LearnerName, type MakeLearner, ownLearner } from "../../../learner/own-learner.ts";
import { fitPlattScaling } from "../../../learner/platt-scaling.ts";
import { ridgeRegression } from "../../../learner/ridge-regression.ts";
import type { PageView } from "../../../page/page-view.ts";
import { type SparseRows, sparseRows } from "../../../vector/sparse-rows.ts";
import type { LabelledPage } from "../../label-need.ts";
import { compileSpace, type LearnedPages } from "./page-estimator.ts";
import { learnPhraseSpace } from "./phrase-space.ts";
import { learnTermSpace } from "./term-space.ts";

/** How a page estimator is learned. */
export interface PageEstimatorSettings {
  /** Few phrases that are there or not, as published, or many weighted words and pairs of words. */
  readonly variant: "paper" | "dowser";
  /** `auto` chooses by cross-validation. */
  readonly learner: LearnerName | "auto";
  /** Least label of a good page, and least utility of a target page, in [0,1]. */
  readonly threshold: number;
  readonly seed: number;
  /** Makes the learners; ridge regression alone if left out. */
  readonly makeLearner?: MakeLearner;
}

/** Folds of every cross-validation, fewer where pages are good or bad. */
const FOLDS = 10;
/** Of many pages fewer folds tell as much, in less time. */
const FOLDS_OF_MANY = 5;
const MANY_PAGES = 500;

/**
 * Penalty of weights where every text of a page has length 1. Anything from 0.3 to 3 ranks pages of unseen
 * sites about as well.
 */
const LAMBDA = 2;

/** The learners of Xu, Yoon & Tourassi 2014, the one they found best first. */
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

/** Those that learn from thousands of columns in seconds. */
const SPARSE = [
  "ridge-regression",
  "elastic-net",
  "additive-regression",
] as const satisfies readonly LearnerName[];

/**
 * Learns Φ(page, Ω) of Xu, Yoon & Tourassi 2014 from labelled pages, labels in [0,1], some of them below the
 * threshold and some not. Same pages, same settings: same model.
 */
export function trainPageEstimator(
  labelled: readonly LabelledPage[],
  settings: PageEstimatorSettings,
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
      ? learnTermSpace(pages)
      : learnPhraseSpace(pages, y, { learner: screener, threshold, folds, seed });
  const weights = new Float64Array(y.length).fill(1);
  return fitPageEstimator(space, { x: pageRows(space, pages), y, weights }, settings);
}

/** The rows of pages in a space. */
export function pageRows(space: LearnedPages["space"], pages: readonly PageView[]): SparseRows {
  const { width, vectorOf } = compileSpace(space);
  return sparseRows(pages.map(vectorOf), width);
}

/**
 * Learns from pages as rows of a space; their labels are in [0,1]. `predicted` is what {@link outOfFoldPages}
 * gives of them, where that is known already.
 */
export function fitPageEstimator(
  space: LearnedPages["space"],
  samples: Samples,
  settings: PageEstimatorSettings,
  predicted?: Float64Array,
): LearnedPages {
  const { variant, threshold } = settings;
  const name = settings.learner === "auto" ? chooseName(samples, settings) : settings.learner;
  const learner = learnerOf(name, settings);
  return {
    kind: "learned",
    space,
    learner: name,
    model: learner.fit(samples),
    calibration:
      variant === "dowser"
        ? calibrate(samples, predicted ?? outOfFold(samples, learner, settings), threshold)
        : null,
    threshold,
  };
}

/**
 * No more than there are pages of either kind, so that each fold has its share of both: where the only good
 * page of a fold is missing, everything in the fold is predicted lower for lack of it, and good looks bad.
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

/** What is predicted of each page by what the pages of the other folds teach, not calibrated. */
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
 * From predictions to probabilities, by pages that were predicted without having been learned from; `null`
 * where these do not show that good pages are predicted higher.
 */
function calibrate({ y }: Samples, predictions: Float64Array, threshold: number) {
  const platt = fitPlattScaling(predictions, (row) => (y[row] ?? 0) >= threshold);
  return platt.slope < 0 ? platt : null;
}
