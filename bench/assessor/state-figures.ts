/** States harvest and precision of a crawl from a simulated assessor and few verdicts of a person. */
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import type { SampledShare } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import {
  calledFigures,
  estimateOf,
  SAMPLED,
  samplePages,
} from "../../lib/evaluation/sample-pages.ts";
import type { CrawledPage, JudgedCrawl } from "./judged-crawls.ts";

/** Who reads all pages, and how many a person judges. */
export interface Judges {
  /** `undefined` where nobody but a person judges. */
  readonly assessor: { readonly sensitivity: number; readonly specificity: number } | undefined;
  readonly keys: number;
}

/** How often figures of a crawl were right, over all draws; shares in [0,1]. */
export interface StatedFigures {
  /** Within half again of the truth, and the interval of 95 % holds it. */
  readonly within: number;
  readonly holds: number;
  /** Median of the interval's upper bound ÷ its lower one. */
  readonly width: number;
  /** The interval of the precision of what is called targets holds it; `undefined` where nothing was stated. */
  readonly calledHolds: number | undefined;
}

/** How far from the truth a number may be. */
const WITHIN = 1.5;

/** States the figures of a crawl in so many draws of errors and samples. */
export async function stateFigures(
  { pages }: JudgedCrawl,
  judges: Judges,
  draws: number,
): Promise<StatedFigures> {
  const truth = shareOf(pages);
  const called = pages.filter(({ isTarget }) => isTarget);
  const precision = called.length === 0 ? undefined : shareOf(called);
  const harvests: SampledShare[] = [];
  const precisions: SampledShare[] = [];
  for (let seed = 1; seed <= draws; seed += 1) {
    const records = recordsOf(pages);
    const answers = judges.assessor && answersOf(pages, judges.assessor, seed);
    const sample = await samplePages(records, {
      frame: "pages",
      pages: Math.max(SAMPLED, judges.keys),
      seed,
      answers,
    });
    const relevant = new Map(pages.map(({ url, isRelevant }) => [url, isRelevant]));
    const verdicts = sample
      .slice(0, judges.keys)
      .map(({ url }) => ({ url, label: Number(relevant.get(url) === true) }));
    harvests.push(estimateOf(sample, verdicts).precision);
    const stated = await calledFigures(sample, verdicts, records);
    if (stated !== undefined) precisions.push(stated.precision);
  }
  const holds = (some: readonly SampledShare[], value: number) =>
    some.filter(({ low, high }) => low - 1e-9 <= value && value <= high + 1e-9).length /
    some.length;
  const within = harvests.filter(({ share = 0 }) => {
    return share / truth <= WITHIN + 1e-9 && share / truth >= 1 / WITHIN - 1e-9;
  });
  const widths = harvests
    .map(({ low, high }) => high / Math.max(low, 1e-9))
    .toSorted((a, b) => a - b);
  return {
    within: within.length / harvests.length,
    holds: holds(harvests, truth),
    width: widths[Math.floor(widths.length / 2)] ?? Number.NaN,
    calledHolds:
      precision === undefined || precisions.length === 0 ? undefined : holds(precisions, precision),
  };
}

function shareOf(pages: readonly CrawledPage[]): number {
  return pages.filter(({ isRelevant }) => isRelevant).length / pages.length;
}

/** Errs by a hash of the page: independently of its score, which a model's errors are not. */
function answersOf(
  pages: readonly CrawledPage[],
  { sensitivity, specificity }: NonNullable<Judges["assessor"]>,
  seed: number,
) {
  return new Map(
    pages.map(({ url, isRelevant }) => {
      const isRight = hashToUnit(seed, `errs ${url}`) < (isRelevant ? sensitivity : specificity);
      return [url, { verdict: isRelevant === isRight ? ("yes" as const) : ("no" as const) }];
    }),
  );
}

function recordsOf(pages: readonly CrawledPage[]) {
  // The parts of records that are sampled by.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const all = pages.map(({ url, ...page }) => ({ url, page }) as unknown as PageRecord);
  const byUrl = new Map(all.map((record) => [record.url, record]));
  const targets = pages.filter(({ isTarget }) => isTarget).length;
  return {
    async *list() {
      yield* all;
    },
    get: async (url: CrawledPage["url"]) => byUrl.get(url),
    totals: async () => {
      return { records: all.length, pages: all.length, targets, bodyBytes: 0, reasons: new Map() };
    },
  };
}
