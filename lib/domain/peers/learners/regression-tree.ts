import type { Learner } from "../../learner/learner.ts";
import { sortedEntries } from "../../vector/sorted-entries.ts";
import { growTree, type TreeModel, type TreeRule, treePredictor } from "./grow-tree.ts";

/**
 * A regression tree (CART: Breiman, Friedman, Olshen & Stone 1984) that is kept small by its rule instead
 * of by pruning.
 */
export function regressionTree(rule: TreeRule): Learner<TreeModel> {
  return {
    name: "regression-tree",
    fit: ({ x, y, weights }) => growTree({ entries: sortedEntries(x), y, weights }, rule),
    compile: treePredictor,
  };
}
