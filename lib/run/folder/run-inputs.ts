import { existsSync } from "node:fs";
import type { Need } from "../../domain/methods/strategy.ts";
import { fail } from "../../errors.ts";
import { type FoundSeeds, isFoundSeeds } from "../../project/found-seeds.ts";
import { isNeed, keptNeed, needText, reviveNeed } from "../../project/need-text.ts";
import { readRunFile, writeRunFile } from "./run-database.ts";

/**
 * Writes the need, with its example pages, to a new file. A run keeps what it read at its first
 * start: pages change or disappear. A resumed crawl must not look for something else, nor ask their
 * hosts again. For click paths it keeps only the URLs: their training crawl has the pages, and
 * their views would be many times as long.
 */
export function saveNeed(file: string, { paths, ...need }: Need): void {
  if (existsSync(file)) return;
  const saved: Need = { ...need, paths: paths && { paths: paths.paths, pages: [] } };
  writeRunFile(file, needText(saved));
}

/**
 * Reads the need from a file, click paths without their pages; returns `undefined` when there is no
 * file.
 * @throws DowserError `run-damaged`
 */
export function loadNeed(file: string): Need | undefined {
  const saved = readRunFile(file, reviveNeed);
  if (saved === undefined) return undefined;
  if (isNeed(saved)) return keptNeed(saved);
  throw fail("run-damaged", { file, fault: "holds no need" });
}

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
  throw fail("run-damaged", { file, fault: "holds no seeds" });
}
