import type { Learner } from "../../lib/domain/stats/learner/learner.ts";
import { growTree, type TreeModel, type TreeRule, treePredictor } from "./grow-tree.ts";
import { sortedEntries } from "./sorted-entries.ts";

/**
 * Creates a regression tree (CART: Breiman, Friedman, Olshen & Stone 1984). Its rule keeps it small
 * instead of pruning.
 */
export function regressionTree(rule: TreeRule): Learner<TreeModel> {
  return {
    name: "regression-tree",
    fit: ({ x, y, weights }) => growTree({ entries: sortedEntries(x), y, weights }, rule),
    compile: treePredictor,
  };
}
