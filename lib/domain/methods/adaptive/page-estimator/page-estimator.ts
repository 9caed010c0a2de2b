import type { Json } from "../../../json.ts";
import type { PageView } from "../../../page/page-view.ts";
import { keepGreatest } from "../../../stats/keep-greatest.ts";
import type { Learner, Predictor } from "../../../stats/learner/learner.ts";
import { type PlattModel, plattProbability } from "../../../stats/learner/platt-scaling.ts";
import { ridgeRegression } from "../../../stats/learner/ridge-regression.ts";
import type { SparseVector } from "../../../stats/vector/sparse-rows.ts";
import type { LabelQuality } from "./label-quality.ts";
import { compileTermSpace, type FeatureSpace, type TermSpace } from "./term-space.ts";

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
export type EstimatePage = (page: PageView) => PageEstimate;

/** Number of features in an explanation. */
const SIGNS = 4;
const NOTHING: SparseVector = { columns: new Int32Array(), values: new Float64Array() };

/**
 * Penalty of weights when every text of a page has length 1. Values from 0.3 to 3 rank pages of
 * unseen sites about equally well.
 */
const LAMBDA = 2;

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
      if (weight !== 0) keepGreatest(strongest, { column, weight }, SIGNS, strengthOf);
    }
    return strongest.map(({ column, weight }) => ({ feature: nameOf(column), weight }));
  };
}

function strengthOf({ weight }: { readonly weight: number }): number {
  return Math.abs(weight);
}
