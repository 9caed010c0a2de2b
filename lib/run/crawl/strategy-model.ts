import { type PathModel, pathModelOf } from "../../domain/methods/link-distance/path-model.ts";
import type { StrategyChoice } from "../../domain/methods/strategy-module.ts";
import { checkStrategy } from "../../project/strategy-choice.ts";
import { readModelFile } from "../folder/model-file.ts";

/**
 * Reads the trained model from the file that a strategy's options name; returns `undefined` when
 * they name none.
 * @throws DowserError `model-unreadable`, `bad-model`
 */
export async function readPathModel(choice: StrategyChoice): Promise<PathModel | undefined> {
  const checked = await checkStrategy(choice);
  if (!checked.ok || checked.module.pathModel === undefined) return undefined;
  const { modelOption = "" } = checked.module;
  const file = checked.choice[modelOption];
  if (typeof file !== "string") return undefined;
  const { variant, learned } = readModelFile(file);
  return pathModelOf(variant, learned);
}
