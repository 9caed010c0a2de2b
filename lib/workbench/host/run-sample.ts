import { existsSync } from "node:fs";
import type { SampledPage } from "../../evaluation/sample-pages.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import { refuseStrangeFiles } from "../../run/folder/run-database.ts";
import { readSample, sampleOfRun, verdictsOf } from "../../run/judge/sample-file.ts";

/** The sample of a run, and what people said of it. */
interface RunSample {
  readonly file: string;
  readonly pages: readonly SampledPage[];
  readonly verdicts: LabelStore;
}

/**
 * Reads the sample in a run's directory; returns `undefined` where none was drawn.
 * @throws DowserError `bad-sample`
 */
export function openSample(directory: string): RunSample | undefined {
  refuseStrangeFiles(directory);
  const file = sampleOfRun(directory);
  if (!existsSync(file)) return undefined;
  return { file, pages: readSample(file), verdicts: verdictsOf(file) };
}
