/** How well labels tell pages apart, and which of them to look at. */
import type { TextView } from "../../../page/page-view.ts";
import { mean } from "../../../stats/intervals/paired-bootstrap.ts";
import { rocAuc } from "../../../stats/intervals/prediction-quality.ts";
import { hostOf } from "../../../web/url/canonical-url.ts";
import type { Url } from "../../../web/url/url.ts";

/** How well the labelled pages tell relevant pages from others, measured out of fold. */
export type LabelQuality = {
  /**
   * Chance that a good page is predicted above a bad one by a model that saw neither, in [0,1];
   * `null` when it cannot be measured.
   */
  readonly auc: number | null;
  /** Its 95 % interval, in [0,1]. */
  readonly low: number;
  readonly high: number;
  /** Numbers of labelled pages, and of the hosts that they come from. */
  readonly good: number;
  readonly bad: number;
  readonly hosts: number;
  /** Labelled pages that all other labels speak against, most clearly first. */
  readonly contradicting: readonly Url[];
};

/** Labelled pages with predictions by models that did not see them. */
export interface HeldOut {
  readonly pages: readonly TextView[];
  readonly isGood: (row: number) => boolean;
  readonly predictions: Float64Array;
}

/** Two-sided 95 % of the normal distribution. */
const Z = 1.96;

/** Measures how well held-out predictions tell good pages from bad ones. */
export function measureQuality({ pages, isGood, predictions }: HeldOut): LabelQuality {
  const good = pages.filter((_, row) => isGood(row)).length;
  const bad = pages.length - good;
  const auc = rocAuc(predictions, isGood) ?? null;
  const error = auc === null ? 0 : aucError(auc, good, bad);
  return {
    auc,
    low: auc === null ? 0 : Math.max(0, auc - Z * error),
    high: auc === null ? 1 : Math.min(1, auc + Z * error),
    good,
    bad,
    hosts: new Set(pages.map(({ url }) => hostOf(url))).size,
    contradicting: contradictions(predictions, isGood).flatMap((row) => pages[row]?.url ?? []),
  };
}

/**
 * Computes the standard error of an area under the ROC curve (Hanley & McNeil 1982). An area of 0
 * or 1 counts as half a pair from it, since a small sample is never sure.
 */
function aucError(area: number, good: number, bad: number): number {
  const half = 0.5 / (good * bad);
  const a = Math.min(1 - half, Math.max(half, area));
  const ofGood = a / (2 - a) - a * a;
  const ofBad = (2 * a * a) / (1 + a) - a * a;
  return Math.sqrt((a * (1 - a) + (good - 1) * ofGood + (bad - 1) * ofBad) / (good * bad));
}

/** Labels contradict the others only when these agree with each other as well as this. */
const AGREEMENT = 0.95;
/**
 * Share of the other class that a contradicting page is beyond; equal scores count half. Bad pages
 * are of all kinds, and some are near good ones by nature.
 */
const FAR = { good: 1 / 3, bad: 0.8 };
/** Greatest share of a class that contradicts: more of them only show that labels tell little. */
const MOST_OF_CLASS = 1 / 5;

/**
 * Returns rows whose prediction lies on the wrong side, far among the other class, worst first. The
 * result is empty unless they are few, and all other rows are told apart almost perfectly.
 */
export function contradictions(
  predictions: Float64Array,
  isGood: (row: number) => boolean,
): number[] {
  const rows = [...predictions.keys()];
  const at = (row: number) => predictions[row] ?? 0;
  const wrongness = (row: number, others: readonly number[]): number => {
    const steps = others.map((other) => Math.sign(at(row) - at(other)) * (isGood(row) ? -1 : 1));
    return (mean(steps) + 1) / 2;
  };
  const wrongOf = (own: readonly number[], others: readonly number[], far: number) => {
    const wrong = own
      .map((row) => ({ row, share: wrongness(row, others) }))
      .filter(({ share }) => share > far);
    return wrong.length > MOST_OF_CLASS * own.length ? [] : wrong;
  };
  const [good, bad] = [rows.filter(isGood), rows.filter((row) => !isGood(row))];
  const wrong = [...wrongOf(good, bad, FAR.good), ...wrongOf(bad, good, FAR.bad)]
    .toSorted((a, b) => b.share - a.share || a.row - b.row)
    .map(({ row }) => row);
  const left = rows.filter((row) => !wrong.includes(row));
  const leftAuc = rocAuc(Float64Array.from(left, at), (index) => isGood(left[index] ?? 0)) ?? 0;
  return leftAuc >= AGREEMENT ? wrong : [];
}

/** Areas from which labels tell pages apart well, and moderately well. */
const WELL = 0.9;
const MODERATELY = 0.75;

/** Says in words how well good and bad pages can be told apart. */
export function describeQuality(quality: LabelQuality): string {
  const { auc, low, high, good, bad, hosts } = quality;
  const labels = `${good} relevant and ${bad} irrelevant pages of ${hosts} ${hosts === 1 ? "host" : "hosts"}`;
  if (auc === null) return `${labels}: too few to say how well they can be told apart`;
  const figures = `AUC ${auc.toFixed(2)}, 95 % interval ${low.toFixed(2)} to ${high.toFixed(2)}`;
  return `${labels} can be told apart ${degreeOf(low, auc)} (${figures})`;
}

/** Whether more labels would help before anything else: nothing shows that these tell pages apart. */
export function needsLabels({ auc, low }: LabelQuality): boolean {
  return auc === null || low < MODERATELY;
}

function degreeOf(low: number, auc: number): string {
  if (low >= WELL) return "well";
  if (low >= MODERATELY) return "moderately well";
  return auc >= MODERATELY ? "perhaps, with few labels to show it" : "badly";
}

/** Most labels that are named as contradicting the others: those beyond are counted. */
const MOST_NAMED = 3;

const MORE_LABELS =
  "more labels would help: dowser label suggest lists fetched pages whose labels would help most";

/**
 * Says how well the labels of a model tell pages apart, names labels that contradict all others, and
 * says how to find pages to label where labels tell little. The result is empty when the model has
 * no such measurement.
 */
export function labelNotes({
  quality,
}: {
  readonly quality?: LabelQuality | undefined;
}): readonly string[] {
  if (quality === undefined) return [];
  const { contradicting } = quality;
  const named = contradicting
    .slice(0, MOST_NAMED)
    .map((url) => `the label of ${url} may be wrong, it contradicts the others: look at it`);
  const more = contradicting.length - named.length;
  return [
    describeQuality(quality),
    ...named,
    ...(more > 0 ? [`and ${more} labels more`] : []),
    ...(needsLabels(quality) ? [MORE_LABELS] : []),
  ];
}
