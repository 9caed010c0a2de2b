import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pickSamples } from "../../../../lib/domain/stats/learner/pick-samples.ts";
import { weightySamples } from "../../../../lib/domain/stats/learner/weighty-samples.ts";
import { samplesOf } from "../../../contract/learner.ts";

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
