import type { Learner } from "../../learner/learner.ts";
import { type ForestModel, type ForestRule, randomForest } from "./random-forest.ts";

/** Creates a learner of bagged trees (Breiman 1996): a forest whose nodes try every column. */
export function bagging(rule: Omit<ForestRule, "tried">): Learner<ForestModel> {
  return { ...randomForest(rule), name: "bagging" };
}
