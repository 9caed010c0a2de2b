import { existsSync } from "node:fs";
import { damagedRun } from "../../adapters/damaged-run.ts";
import { type FoundSeeds, isFoundSeeds } from "../../plan/found-seeds.ts";
import { readRunFile, writeRunFile } from "./run-file.ts";

/**
 * Writes the results of a search to a new file. A run keeps the seeds it began with: an engine
 * gives other answers tomorrow, and costs money.
 */
export function saveFoundSeeds(file: string, seeds: FoundSeeds): void {
  if (!existsSync(file)) writeRunFile(file, `${JSON.stringify(seeds, undefined, 2)}\n`);
}

/**
 * Reads the seeds from a file; returns `undefined` when there is no file.
 * @throws DowserError `run-damaged`
 */
export function loadFoundSeeds(file: string): FoundSeeds | undefined {
  const loaded = readRunFile(file);
  if (loaded === undefined || isFoundSeeds(loaded)) return loaded;
  throw damagedRun(file, "holds no seeds");
}
