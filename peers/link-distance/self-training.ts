import type { GrownForests } from "./forests.ts";
import type { TrainingSet } from "./training-set.ts";

/**
 * The known and guessed labels after so many rounds of guesses, and the forests trained on them.
 */
interface TrainingRound {
  /** Relevance of each page, in [0,1]; NaN while it has no label. */
  readonly labels: Float64Array;
  readonly forests: GrownForests;
}

/**
 * Number of pages with the highest predictions that are labelled as targets in a round, and with
 * the lowest as non-targets.
 */
const GUESSED = 25;

/** The training set with which self-training begins, and the function that grows the forests. */
export interface SelfTraining {
  readonly set: Pick<TrainingSet, "labels" | "before">;
  readonly grow: (labels: Float64Array) => GrownForests;
}

/** Returns the first round, trained on the marked pages alone. */
export function firstRound({ set: { labels }, grow }: SelfTraining): TrainingRound {
  return { labels, forests: grow(labels) };
}

/**
 * Returns the round after the predictions of the last one have labelled more pages; `undefined`
 * when every page has a label.
 */
export function nextRound(
  { set: { before }, grow }: SelfTraining,
  { labels, forests }: TrainingRound,
): TrainingRound | undefined {
  if (!labels.some(Number.isNaN)) return undefined;
  const guessed = guessedLabels(labels, forests.outOfBag, before);
  return { labels: guessed, forests: grow(guessed) };
}

/**
 * Runs self-training (Effland, training 4). It stops before the first round in which the out-of-bag
 * error of the pages does not fall, or when every page has a label. A link always has the label of
 * its page.
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
 * Returns labels with guesses for pages without a label: 1 for the highest predictions, 0 for the
 * lowest. With fewer than twice as many pages, each gets half of them. Other pages may lie on the
 * shortest way to a page just labelled as a target. They get the share of the way that is done
 * there, the mean if there are several ways.
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

/**
 * Returns by page number, on the ways to these targets, the share of each way that is done there.
 */
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

/** Returns the way from a start page to the page itself. */
function wayTo(page: number, before: Int32Array): number[] {
  const way: number[] = [];
  for (let at = page; at >= 0; at = before[at] ?? -1) way.push(at);
  return way.toReversed();
}
