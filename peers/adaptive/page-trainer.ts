import {
  estimationBy,
  type PageTrainer,
} from "../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import {
  fitMeasured,
  foldsOfPages,
  PAGE_LEARNER,
  pageEstimator,
  samplesOf,
} from "../../lib/domain/methods/adaptive/page-estimator/page-estimator.ts";
import {
  compileTermSpace,
  type FeatureSpace,
  learnTermSpace,
  type TermSpace,
} from "../../lib/domain/methods/adaptive/page-estimator/term-space.ts";
import { learnedOnce, type PageEstimation } from "../../lib/domain/methods/page-estimation.ts";
import type { Samples } from "../../lib/domain/stats/learner/learner.ts";
import { chooseLearner } from "../learners/choose-learner.ts";
import { createLearner, type LearnerName, learnerNameOf } from "../learners/create-learner.ts";
import { compilePhraseSpace, learnPhraseSpace, type PhraseSpace } from "./phrase-space.ts";

/** `paper`: few binary phrases, as published; `dowser`: many weighted words and word pairs. */
export type PageVariant = "paper" | "dowser";

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

/** Compiling a model draws no random numbers, so any seed works. */
const ANY_SEED = 0;

/** Judges pages by labels, as `adaptive` does, with the learner of a name. */
export function pagesBy(
  learner: LearnerName | "auto",
  seed: number,
  variant: PageVariant = "dowser",
): PageEstimation {
  return learnedOnce(estimationBy(pageTrainer(variant, learner), { seed }));
}

/** Trains Φ by a learner, on the words of pages or on phrases as published; `auto` chooses. */
export function pageTrainer(
  variant: PageVariant,
  learner: LearnerName | "auto",
): PageTrainer<TermSpace | PhraseSpace> {
  const compile: PageTrainer<TermSpace | PhraseSpace>["compile"] = (model) =>
    pageEstimator(
      model,
      compileSpace(model.space),
      createLearner(learnerNameOf(model.learner), ANY_SEED).compile(model.model),
    );
  return variant === "dowser"
    ? { ...byTerms(learner), compile }
    : { ...byPhrases(learner), compile };
}

type TrainPages = Omit<PageTrainer<TermSpace | PhraseSpace>, "compile">;

function byTerms(asked: LearnerName | "auto"): TrainPages {
  return {
    train: (labelled, { threshold, seed }, seen) => {
      const pages = labelled.map(({ view }) => view);
      const space = learnTermSpace(pages, seen);
      const samples = samplesOf(compileTermSpace(space), labelled);
      const learnerOf = (name: LearnerName) =>
        name === "ridge-regression" ? PAGE_LEARNER : createLearner(name, seed);
      const learner =
        asked === "auto"
          ? chosenOf(SPARSE.map(learnerOf), samples, { threshold, seed })
          : learnerOf(asked);
      return fitMeasured(space, pages, samples, { threshold, seed, learner });
    },
  };
}

function byPhrases(asked: LearnerName | "auto"): TrainPages {
  return {
    // The paper's Φ knows the labelled pages alone.
    ignoresSeen: true,
    // Addresses of links are among its phrases.
    needsViews: true,
    train: (labelled, { threshold, seed }) => {
      const y = Float64Array.from(labelled, ({ label }) => label);
      const space = learnPhraseSpace(
        labelled.map(({ view }) => view),
        y,
        {
          learner: createLearner(asked === "auto" ? PUBLISHED[0] : asked, seed),
          folds: foldsOfPages(y, threshold),
          threshold,
          seed,
        },
      );
      const samples = samplesOf(compilePhraseSpace(space), labelled);
      const candidates = PUBLISHED.map((name) => createLearner(name, seed));
      const learner =
        asked === "auto"
          ? chosenOf(candidates, samples, { threshold, seed })
          : createLearner(asked, seed);
      const model = learner.fit(samples);
      return { kind: "learned", space, learner: learner.name, model, calibration: null, threshold };
    },
  };
}

function compileSpace(space: TermSpace | PhraseSpace): FeatureSpace {
  return space.kind === "terms" ? compileTermSpace(space) : compilePhraseSpace(space);
}

/** Chooses among learners by cross-validation. */
function chosenOf(
  candidates: Parameters<typeof chooseLearner>[0],
  samples: Samples,
  { threshold, seed }: { readonly threshold: number; readonly seed: number },
) {
  const folds = foldsOfPages(samples.y, threshold);
  return chooseLearner(candidates, samples, { folds, seed }).learner;
}
