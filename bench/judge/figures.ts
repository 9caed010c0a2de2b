import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import {
  calibrationError,
  reliabilityBins,
  rocAuc,
} from "../../lib/domain/stats/intervals/prediction-quality.ts";
import { confusionOf, precision, recall } from "../../peers/learners/confusion.ts";

/** A page with the truth about it and the judgement of it. */
export interface JudgedPage {
  readonly actual: boolean;
  readonly said: boolean;
  /** In [0,1]. */
  readonly utility: number;
}

/** How well pages were judged; all but the ratio in [0,1]. */
export interface Figures {
  readonly auc: number;
  /** Mean precision at the ranks of the relevant pages. */
  readonly averagePrecision: number;
  /** Precision among as many best pages as are relevant. */
  readonly rPrecision: number;
  /** At the judge's own threshold; 0 when it calls no page relevant. */
  readonly precision: number;
  readonly recall: number;
  /** Expected calibration error, in ten bins of equal width. */
  readonly calibrationError: number;
  /** Distance of the mean utility from the share of relevant pages. */
  readonly shareError: number;
  /** Pages called relevant ÷ relevant pages, in [0, ∞). */
  readonly countRatio: number;
}

/** Computes the figures of judged pages, some of which are relevant and some of which are not. */
export function figuresOf(pages: readonly JudgedPage[]): Figures {
  const utilities = Float64Array.from(pages, ({ utility }) => utility);
  const truth = Float64Array.from(pages, ({ actual }) => (actual ? 1 : 0));
  const confusion = confusionOf(pages);
  const relevant = confusion.truePositives + confusion.falseNegatives;
  return {
    auc: rocAuc(utilities, (at) => truth[at] === 1) ?? Number.NaN,
    averagePrecision: averagePrecision(pages, relevant),
    rPrecision: rPrecision(pages, relevant),
    precision: precision(confusion) ?? 0,
    recall: recall(confusion) ?? 0,
    calibrationError: calibrationError(reliabilityBins(utilities, truth)),
    shareError: Math.abs(mean([...utilities]) - relevant / pages.length),
    countRatio: (confusion.truePositives + confusion.falsePositives) / relevant,
  };
}

/** Pages of equal utility share the precision at the last of them. */
function averagePrecision(pages: readonly JudgedPage[], relevant: number): number {
  let [read, hits, sum] = [0, 0, 0];
  const ofUtility = Map.groupBy(
    pages.toSorted((a, b) => b.utility - a.utility),
    ({ utility }) => utility,
  );
  for (const equal of ofUtility.values()) {
    const found = equal.filter(({ actual }) => actual).length;
    read += equal.length;
    hits += found;
    sum += (found * hits) / read;
  }
  return sum / relevant;
}

/** Pages of equal utility around the last rank count as if they were in random order. */
function rPrecision(pages: readonly JudgedPage[], relevant: number): number {
  const ranked = pages.toSorted((a, b) => b.utility - a.utility);
  const last = ranked[relevant - 1]?.utility ?? 0;
  const hits = (some: readonly JudgedPage[]) => some.filter(({ actual }) => actual).length;
  const above = ranked.filter(({ utility }) => utility > last);
  const equal = ranked.filter(({ utility }) => utility === last);
  const share = (relevant - above.length) / equal.length;
  return (hits(above) + share * hits(equal)) / relevant;
}
