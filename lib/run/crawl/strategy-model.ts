import { type PathModel, pathModelOf } from "../../domain/methods/link-distance/path-model.ts";
import type { Need, Strategy } from "../../domain/methods/strategy.ts";
import type { StrategyChoice } from "../../domain/methods/strategy-module.ts";
import { readModelFile } from "../folder/model-file.ts";

/**
 * Reads the trained model from the file that a strategy's options name; returns `undefined` when
 * they name none.
 * @throws DowserError `model-unreadable`, `bad-model`
 */
export function readPathModel(choice: StrategyChoice): PathModel | undefined {
  const { name, model } = choice;
  if (name !== "link-distance" || typeof model !== "string") return undefined;
  const { variant, learned } = readModelFile(model);
  return pathModelOf(variant, learned);
}

/**
 * Returns the strategy with a trained model of its own, instead of the click paths of the need, for
 * crawls that share a need.
 */
export function withPathModel(strategy: Strategy, pathModel: PathModel | undefined): Strategy {
  if (pathModel === undefined) return strategy;
  const trained = (need: Need): Need => ({ ...need, paths: undefined, pathModel: pathModel });
  return {
    ...strategy,
    checkNeed: (need) => strategy.checkNeed?.(trained(need)),
    train: (evidence, need, previous) => strategy.train(evidence, trained(need), previous),
  };
}
