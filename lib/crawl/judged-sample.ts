import { horvitzThompsonShare } from "../domain/metrics/horvitz-thompson.ts";
import type { SampledShare } from "../domain/metrics/wilson-interval.ts";
import { GOOD_FROM } from "../domain/strategy/label-need.ts";
import type { Url } from "../domain/url/url.ts";
import type { PageLabel } from "../ports/label-store.ts";
import type { SampledPage, SampleFrame } from "./sample-pages.ts";

/** What the verdicts on a sample say of the pages that it was drawn from. */
export interface JudgedSample {
  /** What the precision is of: all pages that the crawl had fetched, or those it called targets. */
  readonly frame: SampleFrame;
  /** How many those were when the sample was drawn. */
  readonly pages: number;
  readonly sampled: number;
  /** Share of wanted pages, with its 95 % interval; its cases are the pages judged. */
  readonly precision: SampledShare;
}

/** What verdicts say of a sample that holds at least one page; the last one on a page stands. */
export function estimateOf(
  sample: readonly SampledPage[],
  verdicts: readonly Pick<PageLabel, "url" | "label">[],
): JudgedSample {
  const standing = new Map<Url, boolean>();
  for (const { url, label } of verdicts) standing.set(url, label >= GOOD_FROM);
  const cases = sample.map(({ url, stratum, inclusionProbability }) => {
    return { stratum, inclusionProbability, isHit: standing.get(url) };
  });
  const pages = cases.reduce((sum, { inclusionProbability }) => sum + 1 / inclusionProbability, 0);
  return {
    frame: sample[0]?.frame ?? "pages",
    pages: Math.round(pages),
    sampled: sample.length,
    precision: horvitzThompsonShare(cases),
  };
}
