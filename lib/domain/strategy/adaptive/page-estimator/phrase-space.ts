import { featureVectorizer } from "../../../learner/feature-space.ts";
import { stratifiedFolds } from "../../../learner/folds.ts";
import type { Learner } from "../../../learner/learner.ts";
import type { PageView } from "../../../page/page-view.ts";
import { sparseRows } from "../../../vector/sparse-rows.ts";
import { admitFeatures } from "./admit-features.ts";
import { phraseFeatures } from "./phrase-features.ts";
import { screenFeatures } from "./screen-features.ts";
import type { FeatureSpace } from "./term-space.ts";

/** The (text, phrase) pairs that are columns, the best first. */
export type PhraseSpace = {
  readonly kind: "phrases";
  readonly features: readonly string[];
};

/** How pairs are chosen. */
export interface PhraseRule {
  /** Judges how many are worth having. */
  readonly learner: Learner;
  /** Least label of a good page, in [0,1]. */
  readonly threshold: number;
  /** How often the learner is tried for a number of pairs, each time on other pages; ≥ 2. */
  readonly folds: number;
  readonly seed: number;
}

/** Screens the pairs of labelled pages, and admits the best (Xu, Yoon & Tourassi 2014, section 3). */
export function learnPhraseSpace(
  pages: readonly PageView[],
  labels: Float64Array,
  { learner, threshold, folds, seed }: PhraseRule,
): PhraseSpace {
  const found = pages.map(phraseFeatures);
  const screened = screenFeatures(
    found.map((features, row) => ({ features, isGood: (labels[row] ?? 0) >= threshold })),
  );
  const names = screened.map(({ feature }) => feature);
  const x = sparseRows(found.map(featureVectorizer(names)), names.length);
  const samples = { x, y: labels, weights: new Float64Array(labels.length).fill(1) };
  const rule = { learner, threshold, folds: stratifiedFolds(labels, folds, seed) };
  const admitted = admitFeatures(samples, rule);
  return { kind: "phrases", features: names.slice(0, admitted.features) };
}

/** Compiles a space: 1 for each pair that a page has. */
export function compilePhraseSpace({ features }: PhraseSpace): FeatureSpace {
  const toVector = featureVectorizer(features);
  return {
    width: features.length,
    vectorOf: (page) => toVector(phraseFeatures(page)),
    nameOf: (column) => features[column] ?? "",
  };
}
