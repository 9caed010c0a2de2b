import { harvestRate } from "../../domain/metrics/harvest-rate.ts";
import type { Url } from "../../domain/url/url.ts";
import { readTruthLabels, type TruthOptions, targetRuleOf } from "../input/read-truth.ts";
import type { RunProject } from "../run/run-project.ts";
import { openRecording } from "../web/open-web.ts";

/** Whether pages are targets, known to the evaluation alone. */
export type RunTruth = ReadonlyMap<Url, boolean>;

/**
 * Reads the truth for a run; the URLs of a truth file are those by which the run's web knows its
 * pages. `undefined` where none is given.
 * @throws DowserError `bad-truth`, `truth-without-target`, `bad-target-rule`
 */
export async function truthOfRun(
  { web = "live" }: Partial<RunProject>,
  options: TruthOptions,
): Promise<RunTruth | undefined> {
  const rule = targetRuleOf(options);
  if (rule === undefined) return undefined;
  if (web === "live") return readTruthLabels(options.truth, rule, web);
  const recording = await openRecording(web);
  try {
    return await readTruthLabels(options.truth, rule, recording);
  } finally {
    recording.close();
  }
}

/** Counts the targets that a truth knows. */
export function knownTargets(truth: RunTruth): number {
  return truth.values().reduce((known, isTarget) => known + Number(isTarget), 0);
}

/** A run by a truth that it has not seen. */
interface TrueFigures {
  /** Targets among the pages fetched; pages on which the truth has a verdict; known targets. */
  readonly targets: number;
  readonly judged: number;
  readonly known: number;
  /** Targets ÷ judged pages, and ÷ known targets, both in [0,1]. */
  readonly harvestRate: number;
  readonly targetRecall: number;
}

/** Counts the fetched pages of a run by a truth that knows at least one target. */
export function trueFigures(pages: readonly { readonly url: Url }[], truth: RunTruth): TrueFigures {
  const judged = pages.filter(({ url }) => truth.has(url)).length;
  const targets = pages.filter(({ url }) => truth.get(url) === true).length;
  const known = knownTargets(truth);
  const rate = harvestRate(targets, judged);
  return { targets, judged, known, harvestRate: rate, targetRecall: targets / known };
}

/** Says it in one line. */
export function truthInWords({ targets, judged, known, ...rates }: TrueFigures): string {
  const count = (value: number) => value.toLocaleString("en");
  return `by the truth: harvest ${rates.harvestRate.toFixed(3)}, ${count(targets)} targets of ${count(judged)} pages that it knows; recall ${rates.targetRecall.toFixed(3)} of ${count(known)} known targets`;
}
