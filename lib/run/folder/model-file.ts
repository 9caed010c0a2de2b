import { type PathModel, pathModelOf } from "../../domain/methods/link-distance/path-model.ts";
import type { StrategyChoice } from "../../domain/methods/strategy-module.ts";
import { modelText, type PathModelFile, parseModel } from "../../project/model-file.ts";
import { readTextFile } from "../../project/read-text-file.ts";
import { checkStrategy } from "../../project/strategy-choice.ts";
import { writeRunFile } from "./run-database.ts";

/**
 * Longest model file read, in bytes: a hundred times the model of thousands of pages, and little
 * memory.
 */
const MAX_MODEL_BYTES = 256 * 2 ** 20;

/** Writes a model; a kill leaves the old file or the whole new one. Returns its length in bytes. */
export function writeModelFile(file: string, model: PathModelFile): number {
  const text = modelText(model);
  writeRunFile(file, text);
  return Buffer.byteLength(text);
}

/**
 * Reads a model.
 * @throws DowserError `model-unreadable`, `bad-model`
 */
export function readModelFile(file: string): PathModelFile {
  return parseModel(readText(file), file);
}

function readText(file: string): string {
  return readTextFile(file, {
    what: "a model",
    most: MAX_MODEL_BYTES,
    error: "model-unreadable",
  });
}

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
