import type { Learner } from "../../lib/domain/stats/learner/learner.ts";
import { RIDGE, ridgeRegression } from "../../lib/domain/stats/learner/ridge-regression.ts";
import { seedOf } from "../../lib/domain/stats/random/random.ts";
import { additiveRegression } from "./additive-regression.ts";
import { elasticNet } from "./elastic-net.ts";
import { gaussianProcess } from "./gaussian-process.ts";
import type { TreeModel, TreeRule } from "./grow-tree.ts";
import { isotonicRegression } from "./isotonic-regression.ts";
import { leastMedianOfSquares } from "./least-median-of-squares.ts";
import { type ForestModel, type ForestRule, randomForest } from "./random-forest.ts";
import { rbfNetwork } from "./rbf-network.ts";
import { regressionByDiscretization } from "./regression-by-discretization.ts";
import { regressionTree } from "./regression-tree.ts";
import { stacking } from "./stacking.ts";

/**
 * Names of all learners: the nine of Xu, Yoon & Tourassi 2014, their components and their
 * competitors.
 */
export const LEARNER_NAMES = [
  "additive-regression",
  "ridge-regression",
  "elastic-net",
  "gaussian-process",
  "isotonic-regression",
  "least-median-of-squares",
  "rbf-network",
  "bagging",
  "regression-by-discretization",
  "stacking",
  "random-forest",
  "regression-tree",
  "regression-stump",
] as const;

/** Name of a learner in the options of a strategy. */
export type LearnerName = (typeof LEARNER_NAMES)[number];

/**
 * For labels in [0,1], a feature counts only if its mean product with them moves by a thousandth.
 */
const ELASTIC_NET = { lambda: 2e-3, alpha: 0.5 };
/** Labels from people and models are wrong by about a third: σ² = 0.1. */
const GAUSSIAN_PROCESS = { kernel: { kind: "linear" }, noise: 0.1 } as const;
/** Enough Gaussians for the few kinds of pages that a need distinguishes. */
const RBF_NETWORK = { centres: 20, lambda: 0.1 };

/** A leaf of one row would memorise that row. */
const MIN_LEAF_ROWS = 2;
/**
 * A tenth of a stump at a time (Friedman 2001), while held-out rows gain by it. Stumps rely on rare
 * words more than trees do. More rows on each side rank unseen pages better, but in a small sample
 * few pages share a word.
 */
const ADDITIVE = { shrinkage: 0.1, maxRounds: 200, minLeafRows: 3 };
/** A fifth held out; a fifth of fewer than 100 rows would be too few to rely on. */
const EARLY_STOP = { share: 0.2, patience: 20, minRows: 100 };
/**
 * When words are rare, each split separates a few rows from the rest: trees are lopsided, and need
 * depth.
 */
const TREE = { maxDepth: 10, minLeafRows: MIN_LEAF_ROWS };
/** Enough small trees to make the mean stable to about a fifth of one tree's spread. */
const BAGGING = { trees: 25, maxDepth: 6, minLeafRows: MIN_LEAF_ROWS };
/** A third of the columns at a node, as Breiman (2001) advises for regression. */
const FOREST = {
  trees: 50,
  maxDepth: 12,
  minLeafRows: MIN_LEAF_ROWS,
  tried: (present: number) => Math.ceil(present / 3),
};
/**
 * Ten bins, as in Weka. The means of ten bins stabilise each other, so that few trees per bin
 * suffice.
 */
const DISCRETIZATION = { bins: 10, trees: 10, maxDepth: 8 };
/** Five folds train each learner six times in all. */
const STACKING = { folds: 5, ridge: 1e-3 };

/**
 * Creates a learner with settings for texts: hundreds of sparse columns, tens to thousands of rows.
 */
export function createLearner(name: LearnerName, seed: number): Learner {
  const makers: Readonly<Record<LearnerName, () => Learner>> = {
    "additive-regression": () => additive(seed),
    "ridge-regression": () => ridgeRegression(RIDGE),
    "elastic-net": () => elasticNet(ELASTIC_NET),
    "gaussian-process": () => gaussianProcess(GAUSSIAN_PROCESS),
    "isotonic-regression": () => isotonicRegression(),
    "least-median-of-squares": () => leastMedianOfSquares({ ...RIDGE, seed }),
    "rbf-network": () => rbfNetwork({ ...RBF_NETWORK, seed }),
    bagging: () => bagging({ ...BAGGING, seed }),
    "regression-by-discretization": () => discretization(seed),
    stacking: () => stack(seed),
    "random-forest": () => randomForest({ ...FOREST, seed }),
    "regression-tree": () => regressionTree(TREE),
    "regression-stump": () => regressionStump({ minLeafRows: MIN_LEAF_ROWS }),
  };
  return makers[name]();
}

function additive(seed: number): Learner {
  return additiveRegression({ ...ADDITIVE, earlyStop: { ...EARLY_STOP, seed } });
}

function discretization(seed: number): Learner {
  const { bins, ...small } = DISCRETIZATION;
  return regressionByDiscretization({ bins, forest: { ...FOREST, ...small, seed } });
}

/**
 * Stacks three kinds of learners that err differently: a linear one, one of stumps and one of
 * trees.
 */
function stack(seed: number): Learner {
  const learners = [
    ridgeRegression(RIDGE),
    additive(seedOf(seed, "additive")),
    bagging({ ...BAGGING, seed: seedOf(seed, "bagging") }),
  ];
  return stacking({ ...STACKING, learners, seed });
}

/**
 * Returns the name of a learner that a stored model has.
 * @throws RangeError if there is no such learner
 */
export function learnerNameOf(stored: string): LearnerName {
  const name = LEARNER_NAMES.find((each) => each === stored);
  if (name === undefined) throw new RangeError(`there is no learner ${stored}`);
  return name;
}

/** Creates a learner of bagged trees (Breiman 1996): a forest whose nodes try every column. */
export function bagging(rule: Omit<ForestRule, "tried">): Learner<ForestModel> {
  return { ...randomForest(rule), name: "bagging" };
}

/** Creates a learner of a tree with one split: the split of least weighted squared error. */
export function regressionStump({
  minLeafRows,
}: Pick<TreeRule, "minLeafRows">): Learner<TreeModel> {
  return { ...regressionTree({ maxDepth: 1, minLeafRows }), name: "regression-stump" };
}
