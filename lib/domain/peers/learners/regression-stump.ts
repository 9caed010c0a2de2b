import type { Learner } from "../../learner/learner.ts";
import type { TreeModel, TreeRule } from "./grow-tree.ts";
import { regressionTree } from "./regression-tree.ts";

/** A tree of one split: the one of least weighted squared error. */
export function regressionStump({
  minLeafRows,
}: Pick<TreeRule, "minLeafRows">): Learner<TreeModel> {
  return { ...regressionTree({ maxDepth: 1, minLeafRows }), name: "regression-stump" };
}
