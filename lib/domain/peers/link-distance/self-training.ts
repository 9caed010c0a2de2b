import type { GrownForests } from "./forests.ts";
import type { TrainingSet } from "./training-set.ts";

/** What is known, or taken for granted, of the pages after so many guesses, and what was learned of that. */
export interface TrainingRound {
  /** Relevance of each page, in [0,1]; NaN where there is none yet. */
  readonly labels: Float64Array;
  readonly forests: GrownForests;
}

/** Pages of the highest predictions that are taken for targets in a round, and of the lowest that are for none. */
const GUESSED = 25;

/** What self-training begins with, and learns by. */
export interface SelfTraining {
  readonly set: Pick<TrainingSet, "labels" | "before">;
  readonly grow: (labels: Float64Array) => GrownForests;
}

/** What the marked pages alone teach. */
export function firstRound({ set: { labels }, grow }: SelfTraining): TrainingRound {
  return { labels, forests: grow(labels) };
}

/** What is learned when the predictions of a round have labelled more pages; `undefined` where none is without. */
export function nextRound(
  { set: { before }, grow }: SelfTraining,
  { labels, forests }: TrainingRound,
): TrainingRound | undefined {
  if (!labels.some(Number.isNaN)) return undefined;
  const guessed = guessedLabels(labels, forests.outOfBag, before);
  return { labels: guessed, forests: grow(guessed) };
}

/**
 * Self-training (Effland, training 4) up to the last round before the out-of-bag error of the pages stops
 * falling, or until no page is without a label. The links follow: each has what its page has.
 */
export function selfTrained(training: SelfTraining): TrainingRound {
  let best = firstRound(training);
  for (;;) {
    const next = nextRound(training, best);
    if (next === undefined || next.forests.error >= best.forests.error) return best;
    best = next;
  }
}

/**
 * Labels with guesses of pages that had none: 1 of the highest predictions, 0 of the lowest, of fewer than
 * twice as many pages one half each. Those that have none still and lie on the shortest way to a page just
 * taken for a target get the share of the way that is done there, of several ways the mean.
 */
export function guessedLabels(
  labels: Float64Array,
  predictions: Float64Array,
  before: Int32Array,
): Float64Array {
  const open = Array.from(labels.keys())
    .filter((page) => Number.isNaN(labels[page]))
    .toSorted((a, b) => (predictions[b] ?? 0) - (predictions[a] ?? 0) || a - b);
  const high = open.slice(0, Math.min(GUESSED, open.length >> 1));
  const low = open.slice(Math.max(high.length, open.length - GUESSED));
  const guessed = labels.slice();
  for (const page of high) guessed[page] = 1;
  for (const page of low) guessed[page] = 0;
  for (const [page, shares] of sharesOfWays(high, before))
    if (Number.isNaN(guessed[page]))
      guessed[page] = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return guessed;
}

/** By number of a page on the ways to these targets, the share of each way that is done there. */
function sharesOfWays(targets: readonly number[], before: Int32Array): Map<number, number[]> {
  const shares = new Map<number, number[]>();
  for (const target of targets) {
    const way = wayTo(target, before);
    for (const [at, page] of way.entries()) {
      const known = shares.get(page) ?? [];
      known.push(at / Math.max(1, way.length - 1));
      shares.set(page, known);
    }
  }
  return shares;
}

/** From a start page to the page itself. */
function wayTo(page: number, before: Int32Array): number[] {
  const way: number[] = [];
  for (let at = page; at >= 0; at = before[at] ?? -1) way.push(at);
  return way.toReversed();
}
