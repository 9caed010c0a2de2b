import type { MakeLearner } from "../../../learner/own-learner.ts";
import type { PageView } from "../../../page/page-view.ts";
import { GOOD_FROM } from "../../label-need.ts";
import { learnersFor } from "../../load-peers.ts";
import { learnedOnce, type PageEstimation } from "../../page-estimation.ts";
import type { Need, PageAssessment } from "../../strategy.ts";
import { compileTopicProfile, type TopicProfile, topicProfile } from "../../topic-profile.ts";
import { compilePageEstimator, type LearnedPages, type PageSign } from "./page-estimator.ts";
import { type PageEstimatorSettings, trainPageEstimator } from "./train-page-estimator.ts";

/** How pages are judged: as learned from labelled ones, or where there are too few, by their likeness. */
export type PageEstimatorModel = LearnedPages | Similarity;

/** With fewer pages of a kind there is nothing that they could be told to share. */
const LEAST_GOOD = 3;
const LEAST_BAD = 3;

/** Φ(page, Ω) of Xu, Yoon & Tourassi 2014 for a need; its threshold is that of the labels and of targets. */
export function learnedEstimation(
  settings: Omit<PageEstimatorSettings, "threshold">,
): PageEstimation<PageEstimatorModel> {
  return {
    train: (need) => {
      const threshold = need.threshold ?? GOOD_FROM;
      if (lacking(need) !== undefined) return similarity(need, threshold);
      return trainPageEstimator(labelledPages(need), { ...settings, threshold });
    },
    compile: (model) => {
      if (model.kind === "likeness") return compileSimilarity(model);
      return compileLearned(model, settings.makeLearner);
    },
  };
}

/** Judges pages as all strategies do that learn from labels, so that what they fetch can be compared. */
export async function learnedPages(
  learner: PageEstimatorSettings["learner"],
  seed: number,
  variant: PageEstimatorSettings["variant"] = "dowser",
): Promise<PageEstimation> {
  const makeLearner = await learnersFor(learner);
  return learnedOnce(learnedEstimation({ variant, learner, seed, makeLearner }));
}

/** Judges pages by what was learned, and says by what. */
export function compileLearned(
  model: LearnedPages,
  makeLearner?: MakeLearner,
): (page: PageView) => PageAssessment {
  const estimate = compilePageEstimator(model, makeLearner);
  return (page) => {
    const { utility, isTarget, signs } = estimate(page);
    return { utility, isTarget, type: undefined, why: explain(utility, signs) };
  };
}

/** How pages are judged where a need has too few labelled ones to learn from; `undefined` where it has enough. */
export function checkLabels(need: Need): string | undefined {
  const missing = lacking(need);
  if (missing === undefined) return undefined;
  const known = need.topic === undefined ? "the good examples" : "the topic";
  const nothing = need.topic === undefined && need.good.length === 0;
  const manner = nothing
    ? "every page counts as wanted"
    : `pages are judged by their likeness with ${known}`;
  return `${missing}: until more pages are labelled, ${manner}`;
}

function lacking({ good, bad }: Need): string | undefined {
  if (good.length < LEAST_GOOD)
    return `need.good names ${good.length} of at least ${LEAST_GOOD} pages`;
  if (bad.length < LEAST_BAD) return `need.bad names ${bad.length} of at least ${LEAST_BAD} pages`;
  return undefined;
}

function labelledPages({ good, bad }: Need) {
  return [...good.map((view) => ({ view, label: 1 })), ...bad.map((view) => ({ view, label: 0 }))];
}

function explain(utility: number, signs: readonly PageSign[]): PageAssessment["why"] {
  const told = signs.map(({ feature, weight }) => `${weight < 0 ? "not " : ""}${feature}`);
  return `learned ${utility.toFixed(3)}${told.length === 0 ? ", nothing known on it" : `: ${told.join(", ")}`}`;
}

/** A profile of the need, for as long as there are too few labelled pages to learn from. */
export type Similarity = {
  readonly kind: "likeness";
  readonly profile: TopicProfile;
  /** Least utility of a target page, in [0,1]. */
  readonly threshold: number;
};

/** Reads the need; the cosine from which pages are alike is learned, whatever the threshold of utilities. */
export function similarity(need: Need, threshold: number): Similarity {
  return {
    kind: "likeness",
    profile: topicProfile({ ...need, threshold: undefined }),
    threshold,
  };
}

/**
 * Judges pages by their cosine c with the profile, on the scale of learned utilities: c² ÷ (c² + t²), which is
 * 1/2 at t, the cosine that parts the alike from the others. Cosines themselves are all small.
 */
export function compileSimilarity({
  profile,
  threshold,
}: Similarity): (page: PageView) => PageAssessment {
  const assess = compileTopicProfile(profile);
  return (page) => {
    const assessment = assess(page);
    const utility = rescaled(assessment.utility, profile.threshold);
    return { ...assessment, utility, isTarget: utility >= threshold };
  };
}

function rescaled(cosine: number, parting: number): number {
  if (cosine >= 1 || parting === 0) return 1;
  const square = cosine * cosine;
  return square / (square + parting * parting);
}
