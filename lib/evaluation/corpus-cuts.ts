/** What each cut would call of a run's pages, and how many of them are relevant by the verdicts that there are. */
import { horvitzThompsonShare, type SampledCase } from "../domain/measures/sample-precision.ts";
import { isCalled, type Scored } from "../domain/methods/cut.ts";
import type { SampledShare } from "../domain/stats/intervals/paired-bootstrap.ts";
import type { Url } from "../domain/web/url/url.ts";
import { coversCalled, type SampledPage } from "./sample-pages.ts";

/** A fetched page, as a cut sees it. */
export interface CorpusPage extends Scored {
  readonly url: Url;
  /** Whether people call it relevant, by a label or on a sample; `undefined` where nobody said. */
  readonly verdict: boolean | undefined;
}

/** What a cut would call. */
export interface CutOutlook {
  /** Least score of a called page, in [0,1]. */
  readonly at: number;
  readonly called: number;
  /** Share of relevant pages among them. Without verdicts it is what the scores say, and has no interval. */
  readonly precision: SampledShare;
  readonly by: "sample" | "labels" | "scores";
}

/** Pages of scores from one bound on to the next. */
interface ScoreBin {
  pages: number;
  /** Those of them that people called relevant, or irrelevant. */
  good: number;
  bad: number;
}

/** The scores of a run's pages, and what each cut would call of them. */
export interface CorpusCuts {
  /** Bins of equal width over [0,1], of pages whose score decides. */
  readonly bins: readonly ScoreBin[];
  /** Pages that a rule or a label decides, whatever the cut. */
  readonly fixed: { readonly called: number; readonly left: number };
  readonly outlooks: readonly CutOutlook[];
}

/** A random sample of the run's pages. */
export type CorpusSample = readonly SampledPage[];

/** Bins of the drawing, strata in which verdicts are told apart, and steps of the cut. */
const BINS = 50;
const STRATA = 20;
const STEPS = 100;

/** Verdicts on called pages by which a share is stated. */
const LEAST_VERDICTS = 10;

/** Counts what each cut would call. */
export function corpusCuts(
  pages: readonly CorpusPage[],
  samples: readonly CorpusSample[],
): CorpusCuts {
  const bins = Array.from({ length: BINS }, (): ScoreBin => ({ pages: 0, good: 0, bad: 0 }));
  const fixed = { called: 0, left: 0 };
  for (const page of pages) {
    const bin = page.least === undefined ? undefined : bins[partOf(page.utility, BINS)];
    if (bin === undefined) fixed[page.isTarget ? "called" : "left"] += 1;
    else {
      bin.pages += 1;
      if (page.verdict !== undefined) bin[page.verdict ? "good" : "bad"] += 1;
    }
  }
  const known = new Map(pages.map((page) => [page.url, page]));
  const strata = new CalledStrata(pages);
  const outlooks = Array.from({ length: STEPS + 1 }, (_, step) => {
    const at = (STEPS - step) / STEPS;
    return outlookOf(at, strata.downTo(at), samples, known);
  });
  return { bins, fixed, outlooks: outlooks.toReversed() };
}

function partOf(score: number, parts: number): number {
  return Math.min(parts - 1, Math.floor(score * parts));
}

function outlookOf(
  at: number,
  called: CalledStrata,
  samples: readonly CorpusSample[],
  known: ReadonlyMap<Url, CorpusPage>,
): CutOutlook {
  const { size } = called;
  const sampled = samples
    .map((sample) => sampledShare(sample, { at, size }, known))
    .filter((share) => share !== undefined)
    .toSorted((one, other) => other.cases - one.cases)[0];
  if (sampled !== undefined) return { at, called: size, precision: sampled, by: "sample" };
  const judged = horvitzThompsonShare(called.cases());
  if (judged.cases >= LEAST_VERDICTS) return { at, called: size, precision: judged, by: "labels" };
  const share = size === 0 ? undefined : called.scores / size;
  return { at, called: size, precision: { share, low: 0, high: 1, cases: 0 }, by: "scores" };
}

/** Estimates the share of relevant pages among called ones by a sample; `undefined` where it says too little of them. */
function sampledShare(
  sample: CorpusSample,
  { at, size }: { readonly at: number; readonly size: number },
  known: ReadonlyMap<Url, CorpusPage>,
): SampledShare | undefined {
  const cases = sample.flatMap(({ url, stratum, inclusionProbability }): SampledCase[] => {
    const page = known.get(url);
    if (page === undefined || !isCalled(page, { at })) return [];
    return [{ stratum, inclusionProbability, isHit: page.verdict }];
  });
  const isOfCalled = sample[0]?.frame === "targets";
  if (isOfCalled && !coversCalled(sample, cases, size)) return undefined;
  const share = horvitzThompsonShare(cases);
  const isWhole = isOfCalled && share.cases === size;
  return share.cases >= LEAST_VERDICTS || isWhole ? share : undefined;
}

/** The pages that a cut calls, by parts of their scores, as the cut is lowered. */
class CalledStrata {
  readonly #scored: readonly CorpusPage[];
  readonly #strata = new Map<string, { pages: number; good: number; bad: number }>();
  #next = 0;
  size = 0;
  /** Sum of the scores: relevant pages to expect, if these were shares. */
  scores = 0;

  constructor(pages: readonly CorpusPage[]) {
    for (const page of pages)
      if (page.least === undefined && page.isTarget) this.#add("ruled", page);
    this.#scored = pages
      .filter(({ least }) => least !== undefined)
      .toSorted((one, other) => other.utility - one.utility);
  }

  /** Calls all pages from a score on; it may only fall. */
  downTo(at: number): this {
    for (;;) {
      const page = this.#scored[this.#next];
      if (page === undefined || !isCalled(page, { at })) return this;
      this.#add(String(partOf(page.utility, STRATA)).padStart(2, "0"), page);
      this.#next += 1;
    }
  }

  #add(name: string, { verdict, utility }: CorpusPage): void {
    const stratum = this.#strata.get(name) ?? { pages: 0, good: 0, bad: 0 };
    this.#strata.set(name, stratum);
    stratum.pages += 1;
    if (verdict !== undefined) stratum[verdict ? "good" : "bad"] += 1;
    this.size += 1;
    this.scores += utility;
  }

  /** Returns the called pages as a sample: those that people judged, and one case for all others of a like score. */
  cases(): SampledCase[] {
    return [...this.#strata].flatMap(([stratum, { pages, good, bad }]) => {
      const judged = (isHit: boolean) => ({ stratum, inclusionProbability: 1, isHit });
      const others = pages - good - bad;
      const rest = { stratum, inclusionProbability: 1 / others, isHit: undefined };
      return [
        ...Array.from({ length: good }, () => judged(true)),
        ...Array.from({ length: bad }, () => judged(false)),
        ...(others > 0 ? [rest] : []),
      ];
    });
  }
}
