import type { Learner } from "../../learner/learner.ts";
import type { TreeModel, TreeRule } from "./grow-tree.ts";
import { regressionTree } from "./regression-tree.ts";

/** Creates a learner of a tree with one split: the split of least weighted squared error. */
export function regressionStump({
  minLeafRows,
}: Pick<TreeRule, "minLeafRows">): Learner<TreeModel> {
  return { ...regressionTree({ maxDepth: 1, minLeafRows }), name: "regression-stump" };
}
