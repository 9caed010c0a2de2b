import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Learner, Samples } from "../../../lib/domain/stats/learner/learner.ts";
import { sparseRows } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { admitFeatures, firstColumns } from "../../../peers/adaptive/admit-features.ts";

/** Two good rows and two bad ones of which the last column alone tells which is which. */
function samplesOf(width: number): Samples {
  const rows = [0, 1, 2, 3].map((row) => ({
    columns: Int32Array.of(width - 1),
    values: Float64Array.of(row),
  }));
  return {
    x: sparseRows(rows, width),
    y: Float64Array.of(0, 0, 1, 1),
    weights: new Float64Array(4).fill(1),
  };
}

/** One that does as well as `areas` says with so many columns: 1 ranks rightly, 0.5 not at all, 0 wrongly. */
function scripted(areas: Readonly<Record<number, number>>): Learner {
  return {
    name: "scripted",
    fit: ({ x }) => areas[x.width] ?? 0.5,
    compile: (area) => (row) => (Number(area) - 0.5) * (row.values[0] ?? 0),
  };
}

/** All rows are given to a scripted learner in every width. */
function allRows(samples: Samples): Samples {
  const rows = [0, 1, 2, 3].map((row) => ({
    columns: Int32Array.of(0),
    values: Float64Array.of(row),
  }));
  return { ...samples, x: sparseRows(rows, samples.x.width) };
}

const rule = (areas: Readonly<Record<number, number>>) => ({
  learner: scripted(areas),
  threshold: 0.5,
  folds: Int32Array.of(0, 1, 0, 1),
});

describe("progressive admission", () => {
  it("Progressive admission keeps the columns up to the peak and stops when the measure falls", () => {
    const samples = allRows(samplesOf(100));
    const { features, steps } = admitFeatures(samples, rule({ 1: 0.5, 2: 1, 4: 0.5, 8: 1 }));
    assert.equal(features, 2);
    assert.deepEqual(steps, [
      { features: 1, measure: 0.5 },
      { features: 2, measure: 1 },
      { features: 4, measure: 0.5 },
    ]);
  });

  it("Progressive admission continues on equal measures and keeps the first of equal peaks", () => {
    const samples = allRows(samplesOf(5));
    const { features, steps } = admitFeatures(samples, rule({ 1: 1, 2: 1, 4: 1, 5: 1 }));
    assert.equal(features, 1);
    assert.deepEqual(
      steps.map((step) => step.features),
      [1, 2, 4, 5],
    );
  });

  it("Progressive admission admits nothing when there are no columns", () => {
    const samples = { ...samplesOf(1), x: sparseRows(Array.from({ length: 4 }, noEntries), 0) };
    assert.deepEqual(admitFeatures(samples, rule({})), { features: 0, steps: [] });
  });

  it("Progressive admission shows a learner only the first columns", () => {
    const row = { columns: Int32Array.of(0, 2, 5), values: Float64Array.of(7, 8, 9) };
    const samples = { x: sparseRows([row], 6), y: Float64Array.of(1), weights: Float64Array.of(1) };
    const { x } = firstColumns(samples, 3);
    assert.deepEqual([x.width, [...x.columns], [...x.values]], [3, [0, 2], [7, 8]]);
  });
});

function noEntries() {
  return { columns: new Int32Array(), values: new Float64Array() };
}
