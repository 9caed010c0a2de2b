import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pickSamples, weightySamples } from "../../../../lib/domain/stats/learner/learner.ts";
import { samplesOf } from "../../../contract/learner.ts";
import { denseRows } from "../../../support/dense-rows.ts";

describe("weighty samples", () => {
  it("Weighty samples are those with a weight above 0, in their order", () => {
    const { x, y, weights } = weightySamples(
      samplesOf(
        [
          { x: [1, 0], y: 1 },
          { x: [2, 2], y: 2, weight: 0 },
          { x: [0, 3], y: 3, weight: 0.5 },
        ],
        2,
      ),
    );
    assert.deepEqual(Array.from(denseRows(x)), [1, 0, 0, 3]);
    assert.deepEqual(
      [Array.from(y), Array.from(weights)],
      [
        [1, 3],
        [1, 0.5],
      ],
    );
  });
});

const list = [
  { x: [1, 0], y: 0.25 },
  { x: [0, 0], y: 0.5, weight: 0 },
  { x: [3, 4], y: 0.75, weight: 2 },
];

describe("picked samples", () => {
  it("Picked samples are the requested rows in their order", () => {
    const picked = pickSamples(samplesOf(list, 2), Int32Array.of(2, 0, 2));
    const [a, , c] = list;
    assert.deepEqual(
      picked,
      samplesOf(
        [c, a, c].flatMap((row) => row ?? []),
        2,
      ),
    );
  });

  it("Weighty samples are the picked samples with a weight above 0", () => {
    const samples = samplesOf(list, 2);
    assert.deepEqual(weightySamples(samples), pickSamples(samples, Int32Array.of(0, 2)));
    const all = { ...samples, weights: Float64Array.of(1, 1, 1) };
    assert.equal(weightySamples(all), all);
  });
});
