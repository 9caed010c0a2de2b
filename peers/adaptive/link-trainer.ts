import {
  foldsOfLinks,
  type LinkTrainer,
  RIDGE_LINKS,
} from "../../lib/domain/methods/adaptive/link-estimator.ts";
import { crossValidate } from "../../lib/domain/stats/learner/cross-validation.ts";
import type { Samples } from "../../lib/domain/stats/learner/learner.ts";
import { chooseLearner } from "../learners/choose-learner.ts";
import { createLearner, type LearnerName, learnerNameOf } from "../learners/create-learner.ts";

/** Learners that `auto` chooses from: they train on thousands of snippets in a short time. */
const FAST = ["ridge-regression", "elastic-net", "additive-regression"] as const;

/** Compiling a model draws no random numbers, so any seed works. */
const ANY_SEED = 0;

/** Learns what links lead to by the learner with a name; `auto` chooses at each training. */
export function linksBy(asked: LearnerName | "auto"): LinkTrainer {
  return {
    fit: (samples, seed) => {
      if (asked === "ridge-regression") return RIDGE_LINKS.fit(samples, seed);
      const { name, outOfFold } =
        asked === "auto" ? chosen(samples, seed) : only(asked, samples, seed);
      return { learner: name, fitted: createLearner(name, seed).fit(samples), outOfFold };
    },
    compile: (learner, fitted) => createLearner(learnerNameOf(learner), ANY_SEED).compile(fitted),
  };
}

/** A learner with its out-of-fold prediction for each pair. */
interface Chosen {
  readonly name: LearnerName;
  readonly outOfFold: () => Float64Array;
}

function chosen(samples: Samples, seed: number): Chosen {
  const candidates = FAST.map((name) => createLearner(name, seed));
  const choice = chooseLearner(candidates, samples, { folds: foldsOfLinks(samples, seed), seed });
  const name = FAST.find((each) => each === choice.learner.name) ?? FAST[0];
  return { name, outOfFold: () => choice.outOfFold };
}

function only(name: LearnerName, samples: Samples, seed: number): Chosen {
  const byFolds = () =>
    crossValidate(createLearner(name, seed), samples, foldsOfLinks(samples, seed));
  return { name, outOfFold: byFolds };
}
