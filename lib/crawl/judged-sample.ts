import { horvitzThompsonShare } from "../domain/metrics/horvitz-thompson.ts";
import type { SampledShare } from "../domain/metrics/wilson-interval.ts";
import { GOOD_FROM } from "../domain/strategy/label-need.ts";
import type { Url } from "../domain/url/url.ts";
import type { PageLabel } from "../ports/label-store.ts";
import type { SampledPage, SampleFrame } from "./sample-pages.ts";

/** The estimate that the verdicts on a sample give for the pages that it was drawn from. */
export interface JudgedSample {
  /**
   * The pages that the precision describes: all that the crawl had fetched, or those it called
   * targets.
   */
  readonly frame: SampleFrame;
  /** Number of those pages when the sample was drawn. */
  readonly pages: number;
  readonly sampled: number;
  /** Share of relevant pages, with its 95 % interval; its cases are the pages judged. */
  readonly precision: SampledShare;
}

/**
 * Estimates precision from the verdicts on a sample that holds at least one page. The last verdict
 * on a page applies.
 */
export function estimateOf(
  sample: readonly SampledPage[],
  verdicts: readonly Pick<PageLabel, "url" | "label">[],
): JudgedSample {
  const current = new Map<Url, boolean>();
  for (const { url, label } of verdicts) current.set(url, label >= GOOD_FROM);
  const cases = sample.map(({ url, stratum, inclusionProbability }) => {
    return { stratum, inclusionProbability, isHit: current.get(url) };
  });
  const pages = cases.reduce((sum, { inclusionProbability }) => sum + 1 / inclusionProbability, 0);
  return {
    frame: sample[0]?.frame ?? "pages",
    pages: Math.round(pages),
    sampled: sample.length,
    precision: horvitzThompsonShare(cases),
  };
}
