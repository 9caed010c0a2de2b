import { rankedFigures } from "../../domain/metrics/ranked-collecting.ts";
import { wilsonInterval } from "../../domain/metrics/wilson-interval.ts";
import type { Url } from "../../domain/url/url.ts";
import type { TruthFigures } from "../../evaluation/report/answers.ts";
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
function knownTargets(truth: RunTruth): number {
  return truth.values().reduce((known, isTarget) => known + Number(isTarget), 0);
}

/**
 * Counts the fetched pages of a run by a truth; returns `undefined` for a truth that knows no target.
 */
export function truthFigures(
  pages: readonly { readonly url: Url }[],
  truth: RunTruth,
): TruthFigures | undefined {
  const known = knownTargets(truth);
  if (known === 0) return undefined;
  const judged = pages.filter(({ url }) => truth.has(url)).length;
  const found = pages.flatMap(({ url }, at) => (truth.get(url) === true ? [at + 1] : []));
  // The pages that the truth knows are the web, as far as anybody knows.
  const webPages = Math.max(truth.size, pages.length);
  return {
    targets: found.length,
    known,
    harvest: wilsonInterval(found.length, judged),
    ranked: rankedFigures({ found, known, budget: pages.length }, webPages),
  };
}

/** Returns the figures as programs read them; rates are in [0,1]. */
export function truthAsJson({ targets, known, harvest, ranked }: TruthFigures) {
  const { cases: judged, share: harvestRate = 0 } = harvest;
  return { targets, judged, known, harvestRate, targetRecall: targets / known, ranked };
}
