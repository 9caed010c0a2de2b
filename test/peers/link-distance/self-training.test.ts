import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { GrownForests } from "../../../peers/link-distance/forests.ts";
import {
  firstRound,
  guessedLabels,
  nextRound,
  selfTrained,
} from "../../../peers/link-distance/self-training.ts";

const NONE = Number.NaN;

/** Labels after a round, of pages that nothing leads to unless `before` says so. */
function guessed(labels: readonly number[], predictions: readonly number[], before?: number[]) {
  const ways = Int32Array.from(before ?? labels.map(() => -1));
  return [...guessedLabels(Float64Array.from(labels), Float64Array.from(predictions), ways)];
}

/** Self-training of 200 pages without a label, whose rounds have these errors. */
function trainingBy(errors: readonly number[], pages = 200) {
  let round = 0;
  const grow = (labels: Float64Array): GrownForests => {
    const error = errors[round] ?? 0;
    round += 1;
    const empty = { trees: [] };
    return { pages: empty, links: empty, outOfBag: labels.map((_, page) => page), error };
  };
  const set = {
    labels: new Float64Array(pages).fill(NONE),
    before: new Int32Array(pages).fill(-1),
  };
  return { set, grow };
}

const known = (labels: Float64Array) => labels.filter((label) => !Number.isNaN(label)).length;

describe("guesses of self-training", () => {
  it("Self-training guesses 1 for the 25 highest predictions and 0 for the 25 lowest", () => {
    const labels = Array.from({ length: 60 }, () => NONE);
    const after = guessed(
      labels,
      labels.map((_, page) => page / 60),
    );
    const spread = (label: number, pages: number) => Array.from({ length: pages }, () => label);
    assert.deepEqual(after, [...spread(0, 25), ...spread(NONE, 10), ...spread(1, 25)]);
  });

  it("Self-training guesses keep known labels and take half of the rest when few are left", () => {
    assert.deepEqual(guessed([0.5, NONE, NONE, 0], [1, 0.2, 0.1, 1]), [0.5, 1, 0, 0]);
    assert.deepEqual(guessed([NONE, NONE, NONE], [0.1, 0.3, 0.2]), [0, 1, 0]);
    assert.deepEqual(guessed([NONE], [0.9]), [0]);
    assert.deepEqual(guessed([0.5], [0.9]), [0.5]);
  });

  it("Self-training guesses take the first pages among equal predictions", () => {
    assert.deepEqual(guessed([NONE, NONE], [0.5, 0.5]), [1, 0]);
  });

  it("Self-training guesses give pages on the path to a new target their share of the path", () => {
    // 0 → 1 → 2 → 3, and 3 is the highest; thirty lows keep 1 and 2 in the middle.
    const lows = Array.from({ length: 54 }, () => NONE);
    const labels = [0, NONE, NONE, ...lows, NONE];
    const target = labels.length - 1;
    const predictions = [0, 0.5, 0.5, ...lows.map((_, at) => (at < 27 ? 0.9 : 0.1)), 1];
    const before = labels.map(() => -1);
    [before[1], before[2], before[target]] = [0, 1, 2];
    const after = guessed(labels, predictions, before);
    assert.equal(after[target], 1);
    assert.deepEqual(after.slice(0, 3), [0, 1 / 3, 2 / 3]);
  });

  it("Self-training guesses give a page on paths to several new targets the mean share", () => {
    // 0 → 1 → two targets, one of them a page further: (1/2 + 1/3) / 2.
    const rest = Array.from({ length: 53 }, () => NONE);
    const labels = [0, NONE, NONE, NONE, NONE, ...rest];
    const before = labels.map(() => -1);
    [before[1], before[2], before[3], before[4]] = [0, 1, 1, 3];
    const predictions = [0, 0.5, 1, 0.5, 1, ...rest.map((_, at) => (at < 26 ? 0.9 : 0.1))];
    const after = guessed(labels, predictions, before);
    assert.deepEqual(after.slice(0, 5), [0, (1 / 2 + 1 / 3) / 2, 1, 2 / 3, 1]);
  });
});

describe("self-training", () => {
  it("Self-training ends with the last round before the error stops falling", () => {
    const { labels, forests } = selfTrained(trainingBy([0.4, 0.3, 0.2, 0.2, 0.1]));
    assert.equal(forests.error, 0.2);
    assert.equal(known(labels), 100);
  });

  it("Self-training continues until every page has a label while the error falls", () => {
    assert.equal(known(selfTrained(trainingBy([0.5, 0.4, 0.3, 0.2, 0.1, 0])).labels), 200);
  });

  it("Self-training keeps only the marked pages when the error is unknown", () => {
    const unknown = Number.POSITIVE_INFINITY;
    assert.equal(known(selfTrained(trainingBy([unknown, unknown])).labels), 0);
  });

  it("Self-training has no round after the one that labelled the last page", () => {
    const training = trainingBy([], 2);
    const last = nextRound(training, firstRound(training));
    assert.deepEqual([...(last?.labels ?? [])], [0, 1]);
    assert.equal(last === undefined || nextRound(training, last), undefined);
  });
});
