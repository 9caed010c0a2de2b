import type { FeatureSpace } from "../../lib/domain/methods/adaptive/page-estimator/term-space.ts";
import { oddsRatio, pageTexts } from "../../lib/domain/methods/adaptive/queries/query-model.ts";
import type { PageView, TextView } from "../../lib/domain/page/page-view.ts";
import { stratifiedFolds } from "../../lib/domain/stats/learner/cross-validation.ts";
import { featureVectorizer, type Learner } from "../../lib/domain/stats/learner/learner.ts";
import { sparseRows } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { candidatePhrases } from "../../lib/domain/text/rake.ts";
import { phraseStopWordsOf } from "../../lib/domain/text/words.ts";
import { admitFeatures } from "./admit-features.ts";

/** The (text, phrase) pairs that are columns, the best first. */
export type PhraseSpace = {
  readonly kind: "phrases";
  readonly features: readonly string[];
};

/** Settings of the choice of pairs. */
interface PhraseRule {
  /** The learner that decides how many pairs are useful. */
  readonly learner: Learner;
  /** Least label of a good page, in [0,1]. */
  readonly threshold: number;
  /** How often the learner is tried for a number of pairs, each time on other pages; ≥ 2. */
  readonly folds: number;
  readonly seed: number;
}

/**
 * Screens the pairs of labelled pages, and admits the best (Xu, Yoon & Tourassi 2014, section 3).
 */
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

/**
 * The texts of a page with separate phrases, in the order of Xu, Yoon & Tourassi 2014: T₁, T₂, T₃.
 */
const TEXTS = ["body", "headings", "anchors"] as const;

/**
 * Returns the page features of Xu, Yoon & Tourassi 2014: the key phrases of main text, headings and
 * anchors. They are names of (text, phrase) pairs such as `headings: heart attack`, each once.
 * Linear in the text.
 */
export function phraseFeatures(page: TextView): string[] {
  const texts = pageTexts(page);
  const stopWords = phraseStopWordsOf(page.language);
  return TEXTS.flatMap((text) =>
    candidatePhrases(texts[text], stopWords).map((phrase) => `${text}: ${phrase}`),
  );
}

/** A training page: its features, each once, and whether it is relevant. */
export interface FeaturedPage {
  readonly features: readonly string[];
  readonly isGood: boolean;
}

/** A feature with the evidence for it. */
interface RankedFeature {
  readonly feature: string;
  /** Labelled pages that have it. */
  readonly support: number;
  /** See {@link oddsRatio}. */
  readonly oddsRatio: number;
}

/** Least number of pages with a feature, in the paper's experiments. */
const LEAST_SUPPORT = 5;
/** With fewer labelled pages a smaller support is required: two pages, or this share of them. */
const FEW_PAGES = 50;
const LEAST_OF_FEW = 2;
const SHARE_OF_FEW = 0.01;

/** Returns the least support of a feature among so many labelled pages, in pages. */
export function leastSupport(pages: number): number {
  return pages < FEW_PAGES ? Math.max(LEAST_OF_FEW, SHARE_OF_FEW * pages) : LEAST_SUPPORT;
}

/**
 * Returns the features that at least `least` pages have, the greatest odds ratio first. These are
 * the two screenings of Xu, Yoon & Tourassi 2014. Ties are broken by larger support, then by
 * code-unit order.
 */
export function screenFeatures(
  pages: readonly FeaturedPage[],
  least = leastSupport(pages.length),
): RankedFeature[] {
  const counts = new Map<string, { good: number; bad: number }>();
  const all = { good: 0, bad: 0 };
  for (const { features, isGood } of pages) {
    const side = isGood ? "good" : "bad";
    all[side] += 1;
    for (const feature of features) {
      const having = counts.get(feature) ?? { good: 0, bad: 0 };
      having[side] += 1;
      counts.set(feature, having);
    }
  }
  const ranked: RankedFeature[] = [];
  for (const [feature, having] of counts) {
    const support = having.good + having.bad;
    if (support >= least) ranked.push({ feature, support, oddsRatio: oddsRatio(having, all) });
  }
  return ranked.toSorted(byOdds);
}

function byOdds(a: RankedFeature, b: RankedFeature): number {
  return b.oddsRatio - a.oddsRatio || b.support - a.support || (a.feature < b.feature ? -1 : 1);
}
