import type { Json } from "../../../json.ts";
import type { TextView } from "../../../page/page-view.ts";
import { compileLinearModel, type Predictor } from "../../../stats/learner/learner.ts";
import type { PlattModel } from "../../../stats/learner/platt-scaling.ts";
import { LEAST_ODDS } from "../../../stats/log-odds.ts";
import type { TermCounts, TfIdfSpace, VectorScale } from "../../../text/term-vector.ts";
import { GOOD_FROM, type LabelledPage } from "../../label-need.ts";
import { learnedOnce, type PageEstimation } from "../../page-estimation.ts";
import { linearWeights, portableCosine, portableWords } from "../../portable-model.ts";
import type { Need, PageAssessment, PortablePages } from "../../strategy.ts";
import {
  compileTopicJudge,
  needsWords,
  type TopicJudge,
  trainTopicJudge,
} from "../../topic-judge.ts";
import { compileTopicProfile, type TopicProfile, topicProfile } from "../../topic-profile.ts";
import { ADDRESS_LENGTH, addressTerms } from "./address-judge.ts";
import { type Beside, compileJointly, trainBeside } from "./joint-judge.ts";
import { labelNotes } from "./label-quality.ts";
import {
  compilePageEstimator,
  type EstimatePage,
  type LearnedPages,
  PAGE_LEARNER,
  type PageSign,
  trainPageEstimator,
} from "./page-estimator.ts";
import { PAGE_TEXTS } from "./term-reader.ts";
import { pageTerms, scaledPart, type TermSpace } from "./term-space.ts";

/**
 * How pages are judged: by a trained model, with too few labelled pages by similarity, and without
 * bad ones by the words of the need.
 */
export type PageEstimatorModel<Space extends Json = TermSpace> =
  | (LearnedPages<Space> & { readonly beside?: Beside })
  | Similarity
  | JudgedByWords;

type JudgedByWords = { readonly kind: "words"; readonly judge: TopicJudge };

/** Least number of pages of a class: fewer do not show what the class has in common. */
const LEAST_GOOD = 3;
const LEAST_BAD = 3;

/** A way to train Φ on labelled pages. */
export interface PageTrainer<Space extends Json> {
  /** Whether pages without a label teach it nothing. */
  readonly ignoresSeen?: true;
  /** As of {@link PageEstimation}. */
  readonly needsViews?: true;
  train(
    labelled: readonly LabelledPage[],
    settings: { readonly threshold: number; readonly seed: number },
    seen: readonly TextView[],
  ): LearnedPages<Space>;
  compile(model: LearnedPages<Space>): EstimatePage;
}

/** By the words of pages, which is best on sites that were never seen. */
const BY_TERMS: PageTrainer<TermSpace> = {
  train: trainPageEstimator,
  compile: compilePageEstimator,
};

/** How pages are judged by labels, and by words where labels are too few. */
interface EstimationSettings {
  readonly seed: number;
  /** Whether words of the followed link and of the URL are evidence of their own; no if left out. */
  readonly readsLinks?: boolean;
}

/**
 * Creates Φ(page, Ω) of Xu, Yoon & Tourassi 2014 for a need. One threshold applies to labels and to
 * targets.
 */
export function estimationBy<Space extends Json>(
  trainer: PageTrainer<Space>,
  settings: EstimationSettings,
): PageEstimation<PageEstimatorModel<Space>> {
  const { seed } = settings;
  return {
    ...(trainer.ignoresSeen ? {} : { learnsFromSeen: needsSeen }),
    ...(trainer.needsViews && { needsViews: true }),
    train: (need) => {
      const threshold = need.threshold ?? GOOD_FROM;
      if (need.bad.length === 0) return { kind: "words", judge: trainTopicJudge(need, threshold) };
      if (lacking(need) !== undefined) return similarity(need, threshold);
      const labelled = labelledPages(need);
      const learned = trainer.train(labelled, { threshold, seed }, need.seen);
      const beside = trainBeside(need, labelled, settings);
      return beside === undefined ? learned : { ...learned, beside };
    },
    compile: (model) => {
      if (model.kind === "words") return compileTopicJudge(model.judge, settings);
      if (model.kind === "similarity") return compileSimilarity(model);
      const assess = assessBy(trainer.compile(model), model.threshold);
      return model.beside === undefined ? assess : compileJointly(assess, model.beside, settings);
    },
    notes: (model) => (model.kind === "learned" ? labelNotes(model) : []),
  };
}

/** Creates Φ by the words of pages. */
export function learnedEstimation(
  settings: EstimationSettings,
): PageEstimation<PageEstimatorModel> {
  const { readsLinks = false } = settings;
  return {
    ...estimationBy(BY_TERMS, settings),
    portable: (model) => {
      if (model.kind === "words") return portableWords(model.judge, readsLinks);
      if (model.kind === "learned") return portableLearned(model, readsLinks);
      const { profile, threshold } = model;
      return portableCosine({ ...profile, threshold }, profile.threshold);
    },
  };
}

/**
 * Creates the page judgement that all strategies with labels share, so that their results are
 * comparable.
 */
export function learnedPages(seed: number, readsLinks = false): PageEstimation {
  return learnedOnce(learnedEstimation({ seed, readsLinks }));
}

/** Compiles a trained model to a judge of pages that also explains its judgement. */
export function compileLearned(model: LearnedPages): (page: TextView) => PageAssessment {
  return assessBy(compilePageEstimator(model), model.threshold);
}

function assessBy(estimate: EstimatePage, least: number): (page: TextView) => PageAssessment {
  return (page) => {
    const { utility, isTarget, signs } = estimate(page);
    return { utility, isTarget, least, type: undefined, why: explain(utility, signs) };
  };
}

/**
 * Returns how pages are judged when the need has too few labelled pages to train on; `undefined`
 * when it has enough.
 */
export function checkLabels(need: Need): string | undefined {
  const missing = lacking(need);
  if (missing === undefined) return undefined;
  const known = need.topic === undefined ? "the good examples" : "the topic";
  const nothing = need.topic === undefined && need.good.length === 0;
  const manner = nothing
    ? "every page counts as relevant"
    : `pages are judged by their similarity to ${known}`;
  return `${missing}: until more pages are labelled, ${manner}`;
}

/** Returns whether pages seen help to judge others: words do that are given or learned from labels. */
function needsSeen(need: Need): boolean {
  return needsWords(need) || lacking(need) === undefined;
}

function lacking({ good, bad }: Need): string | undefined {
  if (good.length < LEAST_GOOD)
    return `need.good names ${good.length} of at least ${LEAST_GOOD} pages`;
  if (bad.length < LEAST_BAD) return `need.bad names ${bad.length} of at least ${LEAST_BAD} pages`;
  return undefined;
}

function labelledPages({ good, bad, half }: Need): LabelledPage[] {
  const labelled = [
    ...good.map((view) => ({ view, label: 1 })),
    ...bad.map((view) => ({ view, label: 0 })),
  ];
  if (half === undefined) return labelled;
  const halved = new Set(half);
  return labelled.map((page) => (halved.has(page.view.url) ? { ...page, weight: 0.5 } : page));
}

function explain(utility: number, signs: readonly PageSign[]): PageAssessment["why"] {
  const named = (is: (weight: number) => boolean) =>
    signs.filter(({ weight }) => is(weight)).map(({ feature }) => feature);
  const [up, down] = [named((weight) => weight >= 0), named((weight) => weight < 0)];
  const told = [
    ...(up.length === 0 ? [] : [`raised by ${up.join(", ")}`]),
    ...(down.length === 0 ? [] : [`lowered by ${down.join(", ")}`]),
  ];
  return `learned ${utility.toFixed(3)}${told.length === 0 ? ", nothing known on it" : `: ${told.join("; ")}`}`;
}

/** A profile of the need, used while there are too few labelled pages to train on. */
export type Similarity = {
  readonly kind: "similarity";
  readonly profile: TopicProfile;
  /** Least utility of a target page, in [0,1]. */
  readonly threshold: number;
};

/**
 * Reads the need. The cosine from which pages are similar is learned, whatever the threshold of
 * utilities.
 */
export function similarity(need: Need, threshold: number): Similarity {
  return {
    kind: "similarity",
    profile: topicProfile({ ...need, threshold: undefined }),
    threshold,
  };
}

/**
 * Compiles a judge of pages by their cosine c with the profile, on the scale of learned utilities.
 * Utility is c² ÷ (c² + t²), which is 1/2 at t, the cosine that separates similar pages from
 * others. The cosines themselves are all small.
 */
export function compileSimilarity({
  profile,
  threshold,
}: Similarity): (page: TextView) => PageAssessment {
  const assess = compileTopicProfile(profile);
  return (page) => {
    const assessment = assess(page);
    const utility = rescaled(assessment.utility, profile.threshold);
    return { ...assessment, utility, isTarget: utility >= threshold, least: threshold };
  };
}

function rescaled(cosine: number, parting: number): number {
  if (cosine >= 1 || parting === 0) return 1;
  const square = cosine * cosine;
  return square / (square + parting * parting);
}

/** Returns Φ with the judges beside it; `readsLinks` as of its compilation. */
function portableLearned(
  { space, model, calibration, threshold, beside }: LearnedPages & { readonly beside?: Beside },
  readsLinks: boolean,
): PortablePages {
  const repeated = new Set(space.repeated);
  const parts = space.texts.map((_, text) => scaledPart(space, text));
  const own = termsModel(PAGE_TEXTS, parts, PAGE_LEARNER.compile(model), calibration);
  const { topic, address } = beside ?? {};
  const byTopic = topic && portableWords(topic.judge, readsLinks);
  const judges = [
    ...(topic && byTopic ? [{ features: "topic", ...shareOf(topic), model: byTopic.model }] : []),
    ...(address
      ? [{ features: "address", ...shareOf(address), model: ofAddress(address.judge) }]
      : []),
  ];
  return {
    model: {
      ...own,
      threshold,
      ...(judges.length > 0 && { beside: judges, leastOdds: LEAST_ODDS }),
    },
    featuresOf: (page, followed) => ({
      ...named(PAGE_TEXTS, pageTerms(page, repeated)),
      ...(byTopic && { topic: byTopic.featuresOf(page, followed) }),
      ...(address && {
        address: named(ADDRESS_TEXTS, addressTerms({ url: page.url, link: followed })),
      }),
    }),
  };
}

const ADDRESS_TEXTS = ["url", "link"] as const;

function ofAddress({ spaces, model, calibration }: NonNullable<Beside["address"]>["judge"]) {
  const parts = spaces.map(
    (space) => [space, { length: ADDRESS_LENGTH, unknownShare: 1 }] as const,
  );
  return termsModel(ADDRESS_TEXTS, parts, compileLinearModel(model), calibration);
}

function shareOf({ weight, centre }: { readonly weight: number; readonly centre: number }) {
  return { weight, centre };
}

/** Returns a linear model of the terms of some texts, whose columns follow each other. */
function termsModel(
  names: readonly string[],
  parts: readonly (readonly [TfIdfSpace, VectorScale])[],
  predict: Predictor,
  calibration: PlattModel | null,
) {
  const columns = parts.flatMap(([{ terms }], text) => terms.map((term) => `${text} ${term}`));
  const { intercept, weights } = linearWeights(columns, predict, () => 1);
  const texts = parts.map(([{ documents, terms, supports }, scale], text): Json => {
    const known = terms.map((term, at): [string, Json] => {
      return [term, [supports[at] ?? 0, weights[`${text} ${term}`] ?? 0]];
    });
    return { name: names[text] ?? "", documents, ...scale, terms: Object.fromEntries(known) };
  });
  return { kind: "terms", texts, intercept, calibration };
}

/** Returns the counts of some texts by their names. */
function named(names: readonly string[], counts: readonly TermCounts[]): { [name: string]: Json } {
  return Object.fromEntries(
    names.map((name, text) => [name, Object.fromEntries(counts[text] ?? [])]),
  );
}
