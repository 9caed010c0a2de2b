import { existsSync } from "node:fs";
import { estimateOf, type JudgedSample } from "../../evaluation/sample-pages.ts";
import { currentVerdicts, readSample, sampleOfRun, verdictsOf } from "./sample-file.ts";

/**
 * Reads the sample in a run's directory, with its verdicts. Returns `undefined` when there is no
 * sample, or no page of it is judged.
 * @throws DowserError `bad-sample`, `run-damaged`
 */
export async function judgedSample(directory: string): Promise<JudgedSample | undefined> {
  const file = sampleOfRun(directory);
  if (!existsSync(file)) return undefined;
  const judged = estimateOf(readSample(file), await currentVerdicts(verdictsOf(file)));
  return judged.precision.cases === 0 ? undefined : judged;
}
