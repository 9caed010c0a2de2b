import type { Json } from "../../json.ts";
import { chooseLearner } from "../../stats/learner/choose-learner.ts";
import {
  type CalibrationCase,
  type ConformalModel,
  compileConformalStrata,
  DEFAULT_CUTS,
  fitConformalStrata,
  GLOBAL_CUTS,
} from "../../stats/learner/conformal-strata.ts";
import { crossValidate, stratifiedFolds } from "../../stats/learner/cross-validation.ts";
import { featureVectorizer, learnFeatures } from "../../stats/learner/feature-space.ts";
import type { Samples } from "../../stats/learner/learner.ts";
import {
  type LearnerName,
  type MakeLearner,
  ownLearner,
  RIDGE,
} from "../../stats/learner/own-learner.ts";
import { ridgeLeaveOneOut } from "../../stats/learner/ridge-leave-one-out.ts";
import {
  rowOf,
  type SparseRows,
  type SparseVector,
  sparseRows,
} from "../../stats/vector/sparse-rows.ts";
import type { LinkFacts, LinkSign } from "../strategy.ts";
import { isLinkWord, type LinkFeatures, linkFeatureValue } from "./link-features.ts";
import type { AdaptiveSettings } from "./options.ts";
import type { TrainingPair } from "./training-pairs.ts";

/** Ψ, the predictor of a link's worth from its snippet. */
export type LinkEstimatorModel = {
  /** Names of the columns. */
  readonly features: readonly string[];
  readonly learner: LearnerName;
  readonly fitted: Json;
  /** How far predictions are off; `null` when this is not asked for or not known yet. */
  readonly errors: ConformalModel | null;
};

/** A compiled link estimator. */
interface LinkEstimator {
  readonly estimate: (link: LinkFacts) => LinkEstimate;
  /** Estimates a link by its row: the columns of its features with {@link linkFeatureValue}. */
  readonly estimateRow: (row: SparseVector) => LinkEstimate;
  /** Returns what each feature of a link adds to the prediction, strongest first. */
  readonly explain: (link: LinkFacts) => readonly LinkSign[];
}

/** The predicted worth of a link. */
export interface LinkEstimate {
  /** Ψ as it was predicted, unclamped. */
  readonly raw: number;
  /** Ψ, in [0,1]. */
  readonly prediction: number;
  /** q, the prediction tempered by the error of similar predictions, in (0,∞). */
  readonly worth: number;
  /** Words of the link that the training links had, too: the evidence for the prediction. */
  readonly evidence: number;
}

/** Settings of the training of a link estimator. */
export interface EstimatorSettings extends Pick<AdaptiveSettings, "linkLearner" | "conformal"> {
  /** Names the features of a link. */
  readonly featuresOf: LinkFeatures;
  /** Makes the learner; ridge regression alone if left out. */
  readonly makeLearner?: MakeLearner;
}

/** A link to learn from by its features, each named once, and how much it counts. */
export type FeaturedPair = Pick<TrainingPair, "reward" | "weight"> & {
  readonly features: Iterable<string>;
};

/** Learners that `auto` chooses from: they train on thousands of snippets in a short time. */
const FAST = ["ridge-regression", "elastic-net", "additive-regression"] as const;

/** Folds of the cross-validation that errors are measured by. */
const FOLDS = 10;
/** Least number of followed links from which errors are known well enough to temper predictions. */
const LEAST_CASES = 30;

/** Least share of a prediction that tempering leaves, so that untrusted links keep their order. */
const LEAST_TRUST = 0.01;
/** Σ η over the levels: the trust in predictions without any error. */
const MOST_TRUST = 4.55;

/**
 * Trains a link estimator on links that were followed and on labelled pages. `seed` assigns the
 * folds.
 */
export function trainLinkEstimator(
  pairs: readonly TrainingPair[],
  settings: EstimatorSettings,
  seed: number,
): LinkEstimatorModel {
  const { featuresOf } = settings;
  const featured = pairs.map((pair): FeaturedPair => ({ ...pair, features: featuresOf(pair) }));
  return fitLinkEstimator(featured, settings, seed);
}

/**
 * Trains a link estimator on links of which only the features are known. `seed` assigns the folds.
 */
export function fitLinkEstimator(
  pairs: readonly FeaturedPair[],
  settings: Omit<EstimatorSettings, "featuresOf">,
  seed: number,
): LinkEstimatorModel {
  const named = pairs.map((pair) => pair.features);
  const features = learnFeatures(named, 1);
  const vectorOf = featureVectorizer(features, linkFeatureValue);
  const x = sparseRows(named.map(vectorOf), features.length);
  return fitLinkRows({ features, x }, pairs, settings, seed);
}

/** Trains a link estimator on the rows of links. `seed` assigns the folds. */
export function fitLinkRows(
  { features, x }: { readonly features: readonly string[]; readonly x: SparseRows },
  pairs: readonly Pick<TrainingPair, "reward" | "weight">[],
  { linkLearner, conformal, makeLearner = ownLearner }: Omit<EstimatorSettings, "featuresOf">,
  seed: number,
): LinkEstimatorModel {
  const samples: Samples = {
    x,
    y: Float64Array.from(pairs, ({ reward }) => reward),
    weights: Float64Array.from(pairs, ({ weight }) => weight),
  };
  const isTempered = conformal !== "none" && pairs.length >= LEAST_CASES;
  const { learner, outOfFold } = choose(samples, linkLearner, makeLearner, seed);
  const cuts = conformal === "global" ? GLOBAL_CUTS : DEFAULT_CUTS;
  return {
    features,
    learner,
    fitted: makeLearner(learner, seed).fit(samples),
    errors: isTempered
      ? fitConformalStrata(casesOf(samples, outOfFold(), features.map(isLinkWord)), cuts)
      : null,
  };
}

/** A learner with its out-of-fold prediction for each pair. */
interface Chosen {
  readonly learner: LearnerName;
  readonly outOfFold: () => Float64Array;
}

function choose(
  samples: Samples,
  asked: LearnerName | "auto",
  makeLearner: MakeLearner,
  seed: number,
): Chosen {
  const folds = () => stratifiedFolds(samples.y, Math.min(FOLDS, samples.y.length), seed);
  if (asked === "auto") {
    const candidates = FAST.map((name) => makeLearner(name, seed));
    const choice = chooseLearner(candidates, samples, { folds: folds(), seed });
    const learner = FAST.find((name) => name === choice.learner.name) ?? FAST[0];
    return { learner, outOfFold: () => choice.outOfFold };
  }
  const byFolds = () => crossValidate(makeLearner(asked, seed), samples, folds());
  const leftOut = () => ridgeLeaveOneOut(samples, RIDGE) ?? byFolds();
  return { learner: asked, outOfFold: asked === "ridge-regression" ? leftOut : byFolds };
}

/** Compiles a link estimator; without a model every link is worth 0. */
export function compileLinkEstimator(
  { features, learner, fitted, errors }: LinkEstimatorModel,
  { featuresOf, makeLearner = ownLearner }: Pick<EstimatorSettings, "featuresOf" | "makeLearner">,
): LinkEstimator {
  let vectorOf: ReturnType<typeof featureVectorizer> | undefined;
  // Most links are estimated by their rows, and a vectorizer of all names takes time and memory.
  const rowOfLink = (link: LinkFacts): SparseVector => {
    vectorOf ??= featureVectorizer(features, linkFeatureValue);
    return vectorOf(featuresOf(link));
  };
  const isWord = features.map(isLinkWord);
  const predict = makeLearner(learner, 0).compile(fitted);
  const trust = errors === null ? undefined : compileConformalStrata(errors).modulation;
  const estimateRow = (row: SparseVector): LinkEstimate => {
    const raw = predict(row);
    const prediction = clamp(raw);
    const evidence = knownWords(row, isWord);
    const worth = positiveWorth(raw);
    if (trust === undefined) return { raw, prediction, evidence, worth };
    const share = trust({ prediction, evidence }) / MOST_TRUST;
    return { raw, prediction, evidence, worth: worth * Math.max(LEAST_TRUST, share) };
  };
  const estimate = (link: LinkFacts) => estimateRow(rowOfLink(link));
  const explain = (link: LinkFacts): LinkSign[] => {
    const row = rowOfLink(link);
    const whole = predict(row);
    return Array.from(row.columns, (column): LinkSign => {
      return { feature: features[column] ?? "", weight: whole - predict(without(row, column)) };
    }).toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  };
  return { estimate, estimateRow, explain };
}

function casesOf(
  { x, y }: Samples,
  predictions: Float64Array,
  isWord: readonly boolean[],
): CalibrationCase[] {
  return Array.from(predictions, (prediction, row) => ({
    prediction: clamp(prediction),
    evidence: knownWords(rowOf(x, row), isWord),
    label: y[row] ?? 0,
  }));
}

/** Counts the link's own words that training links had: the evidence about the link. */
function knownWords({ columns }: SparseVector, isWord: readonly boolean[]): number {
  let count = 0;
  for (const column of columns) if (isWord[column] === true) count += 1;
  return count;
}

function without({ columns, values }: SparseVector, column: number): SparseVector {
  const isOther = (_: number, at: number) => columns[at] !== column;
  return { columns: columns.filter(isOther), values: values.filter(isOther) };
}

function clamp(prediction: number): number {
  return Math.min(1, Math.max(0, prediction));
}

/** ε: anything below it is worth almost nothing. */
const LEAST_WORTH = 0.01;

/**
 * Maps predictions to (0,∞) in the same order, so that values below 0 and above 1 keep their order.
 * Below ε the result is ε · e^((x − ε) / ε).
 */
export function positiveWorth(prediction: number): number {
  return prediction >= LEAST_WORTH
    ? prediction
    : LEAST_WORTH * Math.exp((prediction - LEAST_WORTH) / LEAST_WORTH);
}
