import { existsSync } from "node:fs";
import { damagedRun } from "../../adapters/damaged-run.ts";
import { type FoundSeeds, isFoundSeeds } from "../../plan/found-seeds.ts";
import { readRunFile, writeRunFile } from "./run-file.ts";

/**
 * Writes what a search gave to a file that is not there yet. A run keeps the seeds it began with: an
 * engine answers another thing tomorrow, and asks for money.
 */
export function keepFoundSeeds(file: string, seeds: FoundSeeds): void {
  if (!existsSync(file)) writeRunFile(file, `${JSON.stringify(seeds, undefined, 2)}\n`);
}

/**
 * The seeds that a file holds, `undefined` where there is no file.
 * @throws DowserError `run-damaged`
 */
export function readFoundSeeds(file: string): FoundSeeds | undefined {
  const kept = readRunFile(file);
  if (kept === undefined || isFoundSeeds(kept)) return kept;
  throw damagedRun(file, "holds no seeds");
}
