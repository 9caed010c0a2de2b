import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { weightySamples } from "../../../../lib/domain/stats/learner/weighty-samples.ts";
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
