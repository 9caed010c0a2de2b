import { modelText, type PathModelFile } from "../../project/model-file.ts";
import { writeRunFile } from "./run-database.ts";

/** Writes a model; a kill leaves the old file or the whole new one. Returns its length in bytes. */
export function writeModelFile(file: string, model: PathModelFile): number {
  const text = modelText(model);
  writeRunFile(file, text);
  return Buffer.byteLength(text);
}
