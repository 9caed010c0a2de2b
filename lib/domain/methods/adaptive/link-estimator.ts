import type { Json } from "../../json.ts";
import {
  type CalibrationCase,
  type ConformalModel,
  compileConformalStrata,
  DEFAULT_CUTS,
  fitConformalStrata,
  GLOBAL_CUTS,
} from "../../stats/learner/conformal-strata.ts";
import { crossValidate, stratifiedFolds } from "../../stats/learner/cross-validation.ts";
import {
  featureVectorizer,
  type Learner,
  learnFeatures,
  type Predictor,
  type Samples,
} from "../../stats/learner/learner.ts";
import { RIDGE, ridgeLeaveOneOut, ridgeRegression } from "../../stats/learner/ridge-regression.ts";
import {
  rowOf,
  type SparseRows,
  type SparseVector,
  sparseRows,
} from "../../stats/vector/sparse-rows.ts";
import { linearWeights } from "../portable-model.ts";
import type { LinkFacts, LinkSign, PortableLinks, PortableOr } from "../strategy.ts";
import { isLinkWord, type LinkFeatures, linkFeatureValue } from "./link-features.ts";
import type { AdaptiveSettings } from "./options.ts";
import type { TrainingPair } from "./training-pairs.ts";

/** Ψ, the predictor of a link's worth from its snippet. */
export type LinkEstimatorModel = {
  /** Names of the columns. */
  readonly features: readonly string[];
  /** Name of the learner of `fitted`. */
  readonly learner: string;
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
export interface EstimatorSettings extends Pick<AdaptiveSettings, "conformal"> {
  /** Names the features of a link. */
  readonly featuresOf: LinkFeatures;
  /** How it is learned what links lead to; {@link RIDGE_LINKS} if left out. */
  readonly linkTrainer?: LinkTrainer;
}

/** A way to learn from the rows of links what they lead to. */
export interface LinkTrainer {
  /** Fits a model; its predictions for rows outside their fold are made when they are asked for. */
  fit(samples: Samples, seed: number): FittedLinks;
  /** Compiles the model of the learner with a name. */
  compile(learner: string, fitted: Json): Predictor;
}

/** A fitted model of links with the name of its learner. */
interface FittedLinks {
  readonly learner: string;
  readonly fitted: Json;
  readonly outOfFold: () => Float64Array;
}

/** A link to learn from by its features, each named once, and how much it counts. */
export type FeaturedPair = Pick<TrainingPair, "reward" | "weight"> & {
  readonly features: Iterable<string>;
};

/** Folds of the cross-validation that errors are measured by. */
const FOLDS = 10;
/** Least number of followed links from which errors are known well enough to temper predictions. */
const LEAST_CASES = 30;

/** Least share of a prediction that tempering leaves, so that untrusted links keep their order. */
const LEAST_TRUST = 0.01;
/** Σ η over the levels: the trust in predictions without any error. */
const MOST_TRUST = 4.55;

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
  { conformal, linkTrainer = RIDGE_LINKS }: Omit<EstimatorSettings, "featuresOf">,
  seed: number,
): LinkEstimatorModel {
  const samples: Samples = {
    x,
    y: Float64Array.from(pairs, ({ reward }) => reward),
    weights: Float64Array.from(pairs, ({ weight }) => weight),
  };
  const isTempered = conformal !== "none" && pairs.length >= LEAST_CASES;
  const { learner, fitted, outOfFold } = linkTrainer.fit(samples, seed);
  const cuts = conformal === "global" ? GLOBAL_CUTS : DEFAULT_CUTS;
  return {
    features,
    learner,
    fitted,
    errors: isTempered
      ? fitConformalStrata(casesOf(samples, outOfFold(), features.map(isLinkWord)), cuts)
      : null,
  };
}

const RIDGE_LEARNER: Learner = ridgeRegression(RIDGE);

/** Learns from links by ridge regression, whose predictions outside a fold are cheap to have. */
export const RIDGE_LINKS: LinkTrainer = {
  fit: (samples, seed) => ({
    learner: RIDGE_LEARNER.name,
    fitted: RIDGE_LEARNER.fit(samples),
    outOfFold: () =>
      ridgeLeaveOneOut(samples, RIDGE) ??
      crossValidate(RIDGE_LEARNER, samples, foldsOfLinks(samples, seed)),
  }),
  compile: (_learner, fitted) => RIDGE_LEARNER.compile(fitted),
};

/** Assigns links to folds by their rewards. */
export function foldsOfLinks({ y }: Samples, seed: number): Int32Array {
  return stratifiedFolds(y, Math.min(FOLDS, y.length), seed);
}

/** Compiles a link estimator; without a model every link is worth 0. */
export function compileLinkEstimator(
  { features, learner, fitted, errors }: LinkEstimatorModel,
  { featuresOf, linkTrainer = RIDGE_LINKS }: Pick<EstimatorSettings, "featuresOf" | "linkTrainer">,
): LinkEstimator {
  let vectorOf: ReturnType<typeof featureVectorizer> | undefined;
  // Most links are estimated by their rows, and a vectorizer of all names takes time and memory.
  const rowOfLink = (link: LinkFacts): SparseVector => {
    vectorOf ??= featureVectorizer(features, linkFeatureValue);
    return vectorOf(featuresOf(link));
  };
  const isWord = features.map(isLinkWord);
  const predict = linkTrainer.compile(learner, fitted);
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

/** Returns a trained link estimator for other programs, or why only this one can score as it does. */
export function portableEstimator(
  { features, fitted, errors }: LinkEstimatorModel,
  { featuresOf, linkTrainer, beta }: EstimatorSettings & Pick<AdaptiveSettings, "beta">,
): PortableOr<PortableLinks> {
  if (errors !== null) return { reason: "predictions are tempered by the errors of their like" };
  if (linkTrainer !== undefined) return { reason: "links are learned from by another learner" };
  const linear = linearWeights(features, RIDGE_LEARNER.compile(fitted), linkFeatureValue);
  const positive = { by: "exponential", least: LEAST_WORTH };
  return {
    model: { kind: "linear", ...linear, positive, power: beta === "greedy" ? 1 : beta },
    featuresOf: (link) => [...featuresOf(link)],
  };
}
