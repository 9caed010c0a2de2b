/** The estimator of pages: as it is trained, stored and compiled. */
import type { Json } from "../../../json.ts";
import type { TextView } from "../../../page/page-view.ts";
import { crossValidate, stratifiedFolds } from "../../../stats/learner/cross-validation.ts";
import type { Learner, Predictor, Samples } from "../../../stats/learner/learner.ts";
import {
  fitPlattScaling,
  type PlattModel,
  plattProbability,
} from "../../../stats/learner/platt-scaling.ts";
import { ridgeRegression } from "../../../stats/learner/ridge-regression.ts";
import { keepGreatest } from "../../../stats/sorted.ts";
import {
  type SparseRows,
  type SparseVector,
  sparseRows,
} from "../../../stats/vector/sparse-rows.ts";
import type { LabelledPage } from "../../label-need.ts";
import { type LabelQuality, measureQuality } from "./label-quality.ts";
import {
  compileTermSpace,
  type FeatureSpace,
  learnTermSpace,
  type TermSpace,
} from "./term-space.ts";

/** A model trained on labelled pages, which are rows of a space. */
export type LearnedPages<Space extends Json = TermSpace> = {
  readonly kind: "learned";
  readonly space: Space;
  /** Name of the learner of `model`. */
  readonly learner: string;
  readonly model: Json;
  /** Turns predictions into probabilities; when `null`, predictions are used unchanged. */
  readonly calibration: PlattModel | null;
  /** Least utility of a target page, in [0,1]. */
  readonly threshold: number;
  /** How well the labels tell pages apart, where it was measured. */
  readonly quality?: LabelQuality;
};

/** A feature of a page that a model weighs. */
export interface PageSign {
  readonly feature: string;
  /** Its own contribution to the prediction. */
  readonly weight: number;
}

/** The predicted worth of a page. */
interface PageEstimate {
  /** In [0,1]. */
  readonly utility: number;
  readonly isTarget: boolean;
  /** The strongest features for or against the page, strongest first. */
  readonly signs: readonly PageSign[];
}

/** Judges a page by a model. */
export type EstimatePage = (page: TextView) => PageEstimate;

/** Number of features in an explanation. */
const SIGNS = 4;
const NOTHING: SparseVector = { columns: new Int32Array(), values: new Float64Array() };

/**
 * Penalty of weights when every text of a page has length 1. Values from 0.3 to 3 rank pages of
 * unseen sites about equally well.
 */
export const LAMBDA = 2;

/**
 * The learner of pages: with thousands of weighted words it ranks pages of unseen sites best, and
 * it trains fastest.
 */
export const PAGE_LEARNER: Learner = ridgeRegression({ lambda: LAMBDA });

/** Compiles Φ, which judges a page in time linear in its text. */
export function compilePageEstimator(learned: LearnedPages): EstimatePage {
  return pageEstimator(
    learned,
    compileTermSpace(learned.space),
    PAGE_LEARNER.compile(learned.model),
  );
}

/** Compiles the predictions of a model in its space to a judge of pages. */
export function pageEstimator(
  learned: Pick<LearnedPages, "threshold" | "calibration">,
  space: FeatureSpace,
  predict: Predictor,
): EstimatePage {
  const { threshold } = learned;
  const utilityOf = compileUtility(learned);
  const signsOf = compileSigns(predict, space);
  return (page) => {
    const row = space.vectorOf(page);
    const prediction = predict(row);
    const utility = utilityOf(prediction);
    return { utility, isTarget: utility >= threshold, signs: signsOf(row) };
  };
}

/** Compiles the utility that follows from a model's predictions, in [0,1]. */
export function compileUtility({
  calibration,
}: Pick<LearnedPages, "calibration">): (prediction: number) => number {
  return (prediction) =>
    calibration === null
      ? Math.min(1, Math.max(0, prediction))
      : plattProbability(calibration, prediction);
}

/** Weighs each feature of a row by the change it causes alone; exact when effects are additive. */
function compileSigns(
  predict: Predictor,
  { width, nameOf }: FeatureSpace,
): (row: SparseVector) => PageSign[] {
  const empty = predict(NOTHING);
  const effects = new Float64Array(width).fill(Number.NaN);
  const effectOf = (column: number, value: number): number => {
    const alone = { columns: Int32Array.of(column), values: Float64Array.of(value) };
    return predict(alone) - empty;
  };
  return ({ columns, values }) => {
    const strongest: { column: number; weight: number }[] = [];
    for (const [at, column] of columns.entries()) {
      const value = values[at] ?? 0;
      if (Number.isNaN(effects[column])) effects[column] = effectOf(column, 1);
      const weight = value * (effects[column] ?? 0);
      if (weight !== 0)
        keepGreatest(strongest, { column, weight }, SIGNS, (sign) => Math.abs(sign.weight));
    }
    return strongest.map(({ column, weight }) => ({ feature: nameOf(column), weight }));
  };
}

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
  seen: readonly TextView[] = [],
): LearnedPages {
  const pages = labelled.map(({ view }) => view);
  const space = learnTermSpace(pages, seen);
  return fitMeasured(space, pages, samplesOf(compileTermSpace(space), labelled), settings);
}

/** Returns labelled pages as samples in a space. */
export function samplesOf(space: FeatureSpace, labelled: readonly LabelledPage[]): Samples {
  const pages = labelled.map(({ view }) => view);
  return {
    x: pageRows(space, pages),
    y: Float64Array.from(labelled, ({ label }) => label),
    weights: Float64Array.from(labelled, ({ weight = 1 }) => weight),
  };
}

/** Returns the rows of pages in a space. */
export function pageRows(
  { width, vectorOf }: FeatureSpace,
  pages: readonly TextView[],
): SparseRows {
  return sparseRows(pages.map(vectorOf), width);
}

/** Trains on pages, and measures how well their labels tell them apart. */
export function fitMeasured(
  space: TermSpace,
  pages: readonly TextView[],
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
