import { existsSync } from "node:fs";
import { estimateOf, type JudgedSample } from "../../evaluation/sample-pages.ts";
import { readSample, sampleOfRun, verdictsOf } from "./sample-file.ts";

/**
 * Reads the sample in a run's directory, with its verdicts. Returns `undefined` when there is no
 * sample, or no page of it is judged.
 * @throws DowserError `bad-sample`, `run-damaged`
 */
export async function judgedSample(directory: string): Promise<JudgedSample | undefined> {
  const file = sampleOfRun(directory);
  if (!existsSync(file)) return undefined;
  const judged = estimateOf(readSample(file), await verdictsOf(file).list());
  return judged.precision.cases === 0 ? undefined : judged;
}

/** Formats the estimate for a terminal. */
export function formatJudgedSample({ frame, pages, sampled, precision }: JudgedSample): string {
  const { share, low, high, cases } = precision;
  const of = frame === "pages" ? "pages that this crawl fetched" : "pages that it calls targets";
  const judged = `${cases.toLocaleString("en")} of ${sampled.toLocaleString("en")} sampled pages judged`;
  if (share === undefined) return `${judged}: nothing can be said yet`;
  const interval = `95 % interval ${low.toFixed(3)}–${high.toFixed(3)}`;
  return `precision by a judged sample: ${share.toFixed(3)} (${interval}) of the ${pages.toLocaleString("en")} ${of}; ${judged}`;
}
