/** From which score on pages of a run are called relevant, as somebody chose it for all readers of the run. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { CUT_NAMES } from "../../domain/methods/label-need.ts";
import { fail } from "../../errors.ts";
import type { CutChoice } from "./looked-records.ts";
import { RUN_FILES, readRunFile, writeRunFile } from "./run-database.ts";

/** One of the two cuts, or a least score. */
const cutChoice = z.union([
  z.strictObject({ cut: z.enum(CUT_NAMES) }),
  z.strictObject({ minScore: z.number().min(0).max(1) }),
]);

/**
 * Reads the choice of a run; `undefined` where none was made, so that the project decides.
 * @throws DowserError `run-damaged`
 */
export function keptCut(directory: string): CutChoice | undefined {
  const file = join(directory, RUN_FILES.cut);
  const kept = readRunFile(file);
  if (kept === undefined) return undefined;
  const choice = cutChoice.safeParse(kept);
  if (choice.success) return choice.data;
  throw fail("run-damaged", { file, fault: "names no cut" }, choice.error);
}

/** Keeps a choice; without one the project decides again. */
export function keepCut(directory: string, choice: CutChoice | undefined): void {
  const file = join(directory, RUN_FILES.cut);
  if (choice === undefined) rmSync(file, { force: true });
  else writeRunFile(file, `${JSON.stringify(choice)}\n`);
}
