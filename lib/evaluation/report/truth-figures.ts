import { rankedFigures } from "../../domain/measures/ranked-collecting.ts";
import { wilsonInterval } from "../../domain/stats/intervals/wilson-interval.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { TruthFigures } from "./answers.ts";

/** Whether pages are targets, known to the evaluation alone. */
export type RunTruth = ReadonlyMap<Url, boolean>;

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
