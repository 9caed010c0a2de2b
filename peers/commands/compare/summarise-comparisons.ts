import { type HarvestCurve, targetRecall } from "../../../lib/domain/measures/harvest-rate.ts";
import { RECALLS, rankedFigures } from "../../../lib/domain/measures/ranked-collecting.ts";
import {
  type Interval,
  mean,
  pairedBootstrap,
} from "../../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { seedOf } from "../../../lib/domain/stats/random/random.ts";
import type { Comparison, StrategyResult } from "../../../lib/evaluation/compare-strategies.ts";
import { type Checkpoint, checkpointsOf, foundOn, harvestWithin } from "./curve-points.ts";
import type { OracleCrawls } from "./oracle-crawls.ts";

/** One comparison among several of the same strategies and budget. */
export interface Repetition extends Comparison {
  /** Project file, as the user named it. */
  readonly project: string;
  /** Pages of the recorded web; absent where their number is not known. */
  readonly webPages?: number;
  /** The oracle's curves; absent when they were not asked for. */
  readonly knowing?: OracleCrawls;
}

/** A curve over all repetitions. */
export interface CurveSummary {
  /** Harvest rate at each checkpoint, in [0,1]. */
  readonly harvest: readonly Interval[];
  /** At the end, in [0,1]; `null` when no truth is given. */
  readonly targetRecall: Interval | null;
}

/**
 * How soon the targets were found: means over repetitions. Figures that a repetition never reaches,
 * or that need the size of the web where it is not known, are `null`.
 */
export interface CollectingSummary {
  /** Mean pages until a target is found (ATD). */
  readonly meanPagesToTarget: number;
  /** 1 − area under the curve ÷ that of an order that begins with all targets, in [0,1]. */
  readonly normalisedLoss: number;
  /** Pages until each of {@link RECALLS}. */
  readonly pagesToRecall: readonly (number | null)[];
  /** Work saved over sampling at a recall of 95 % (WSS@95). */
  readonly workSaved: number | null;
  /** Extra relevant found within a tenth of the web (ERF@10). */
  readonly extraRelevantFound: number | null;
}

/** A strategy over all repetitions. */
export interface StrategySummary extends CurveSummary {
  /** Mean number of pages of a crawl. */
  readonly fetched: number;
  /**
   * Mean number of a crawl's draws that the recording could not answer; and their share of those
   * and the pages, in [0,1].
   */
  readonly notRecorded: number;
  readonly notRecordedShare: number;
  /** Mean number of a crawl's pages without a verdict in the truth; absent when there are none. */
  readonly unjudged?: number;
  /** Mean targets that show what no page fetched before does; absent where no crawl knows a copy. */
  readonly distinctTargets?: number;
  /** Mean seconds of a crawl. */
  readonly seconds: number;
  /**
   * Harvest rate at each checkpoint less that of the reference; absent for the reference itself.
   */
  readonly difference?: readonly Interval[];
  /** Absent where no truth is given, or it knows no target. */
  readonly collecting?: CollectingSummary;
}

/** The summary of repeated comparisons, with 95 % intervals. */
export interface ComparisonSummary {
  readonly repetitions: number;
  /**
   * The units of the bootstrap: several projects, each with its means over seeds, else the seeds of
   * one project.
   */
  readonly resampled: { readonly kind: "projects" | "seeds"; readonly count: number };
  readonly reference: string;
  readonly checkpoints: readonly Checkpoint[];
  readonly strategies: Readonly<Record<string, StrategySummary>>;
  /** The oracle's curves; absent when they were not asked for. */
  readonly knowing?: Readonly<Record<keyof OracleCrawls, CurveSummary>>;
}

/** Sums up repetitions, at least one; all random choices use the first one's seed. */
export function summariseComparisons(
  repetitions: readonly Repetition[],
  reference: string,
): ComparisonSummary {
  const [first] = repetitions;
  if (first === undefined) throw new RangeError("no comparison to sum up");
  const projects = new Set(repetitions.map(({ project }) => project)).size;
  const subjectOf =
    projects > 1 ? ({ project }: Repetition) => project : ({ seed }: Repetition) => String(seed);
  const overSubjects: OverSubjects = (of) =>
    [...Map.groupBy(repetitions, subjectOf).values()].map((some) => mean(some.map(of)));
  const context = { overSubjects, seed: first.seed, checkpoints: checkpointsOf(first.budget) };
  const names = Object.keys(first.strategies);
  return {
    repetitions: repetitions.length,
    resampled: {
      kind: projects > 1 ? "projects" : "seeds",
      count: overSubjects(({ seed }) => seed).length,
    },
    reference,
    checkpoints: context.checkpoints,
    strategies: Object.fromEntries(
      names.map((name) => [name, summaryOf(name, repetitions, reference, context)]),
    ),
    ...(first.knowing === undefined ? {} : { knowing: oracleSummary(context) }),
  };
}

/** A function that takes a value of each repetition, and returns its means per case. */
type OverSubjects = (of: (repetition: Repetition) => number) => number[];

interface Context {
  readonly overSubjects: OverSubjects;
  readonly seed: number;
  readonly checkpoints: readonly Checkpoint[];
}

function summaryOf(
  name: string,
  repetitions: readonly Repetition[],
  reference: string,
  context: Context,
): StrategySummary {
  const results = repetitions.flatMap(({ strategies }) => strategies[name] ?? []);
  const meanOf = (of: (result: StrategyResult) => number) => mean(results.map(of));
  const [fetched, notRecorded] = [meanOf((r) => r.fetched), meanOf((r) => r.notRecorded)];
  const unjudged = meanOf((r) => r.unjudged ?? 0);
  const knowsCopies = results.some((r) => r.distinctTargets !== undefined);
  return {
    fetched,
    ...curveSummary(curveOf(name), context),
    notRecorded,
    notRecordedShare: notRecorded === 0 ? 0 : notRecorded / (fetched + notRecorded),
    ...(unjudged === 0 ? {} : { unjudged }),
    ...(knowsCopies && { distinctTargets: meanOf((r) => r.distinctTargets ?? r.targets) }),
    seconds: meanOf((r) => r.seconds),
    ...(name === reference ? {} : { difference: differenceOf(name, reference, context) }),
    ...(repetitions.every(({ knownTargets }) => (knownTargets ?? 0) > 0)
      ? { collecting: collectingOf(name, repetitions) }
      : {}),
  };
}

function collectingOf(name: string, repetitions: readonly Repetition[]): CollectingSummary {
  const crawls = repetitions.map(({ strategies, budget, knownTargets, webPages }) => {
    const found = foundOn(strategies[name]?.curve ?? []);
    return rankedFigures({ found, known: knownTargets ?? 0, budget }, webPages);
  });
  return {
    meanPagesToTarget: mean(crawls.map((crawl) => crawl.meanPagesToTarget)),
    normalisedLoss: mean(crawls.map((crawl) => crawl.normalisedLoss)),
    pagesToRecall: RECALLS.map((_, at) =>
      meanOrNull(crawls.map((crawl) => crawl.pagesToRecall[at])),
    ),
    workSaved: meanOrNull(crawls.map((crawl) => crawl.workSaved)),
    extraRelevantFound: meanOrNull(crawls.map((crawl) => crawl.extraRelevantFound)),
  };
}

/** Returns the mean of values that are all known, else `null`. */
function meanOrNull(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? mean(known) : null;
}

function differenceOf(
  name: string,
  reference: string,
  { overSubjects, checkpoints, seed }: Context,
): Interval[] {
  return checkpoints.map(({ pages }) => {
    const rates = (of: CurveOf) => overSubjects((r) => harvestWithin(of(r), pages));
    const theirs = rates(curveOf(reference));
    const pairs = rates(curveOf(name)).map((rate, at): [number, number] => [
      rate,
      theirs[at] ?? Number.NaN,
    ]);
    return pairedBootstrap(pairs, differenceOfMeans, seedOf(seed, "bootstrap"));
  });
}

function oracleSummary(context: Context): Record<keyof OracleCrawls, CurveSummary> {
  return {
    greedy: curveSummary(({ knowing }) => knowing?.greedy ?? [], context),
    bound: curveSummary(({ knowing }) => knowing?.bound ?? [], context),
  };
}

type CurveOf = (repetition: Repetition) => HarvestCurve;

function curveOf(name: string): CurveOf {
  return ({ strategies }) => strategies[name]?.curve ?? [];
}

function curveSummary(of: CurveOf, { overSubjects, checkpoints, seed }: Context): CurveSummary {
  const intervalOf = (values: readonly number[]) =>
    bootstrapMean(values, seedOf(seed, "bootstrap"));
  const recalls = overSubjects((repetition) => {
    const targets = of(repetition).at(-1)?.[1] ?? 0;
    return targetRecall(targets, repetition.knownTargets ?? undefined) ?? Number.NaN;
  });
  return {
    harvest: checkpoints.map(({ pages }) =>
      intervalOf(overSubjects((repetition) => harvestWithin(of(repetition), pages))),
    ),
    targetRecall: recalls.some(Number.isNaN) ? null : intervalOf(recalls),
  };
}

/** Returns the mean of the first values − mean of the second. */
export function differenceOfMeans(pairs: readonly (readonly [a: number, b: number])[]): number {
  return pairs.reduce((sum, [a, b]) => sum + (a - b), 0) / pairs.length;
}

/** Returns the mean of one treatment's values with its interval, by the same resamples. */
export function bootstrapMean(values: readonly number[], seed: number): Interval {
  return pairedBootstrap(
    values.map((value): [number, number] => [value, 0]),
    differenceOfMeans,
    seed,
  );
}
