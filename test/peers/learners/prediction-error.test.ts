import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  meanAbsoluteError,
  rootMeanSquaredError,
} from "../../../peers/learners/prediction-error.ts";

const predictions = Float64Array.of(1, 2, 5);
const labels = Float64Array.of(1, 4, 4);

describe("prediction errors", () => {
  it("Prediction errors are the root mean square and the mean absolute error: worked by hand", () => {
    assert.equal(rootMeanSquaredError(predictions, labels), Math.sqrt(5 / 3));
    assert.equal(meanAbsoluteError(predictions, labels), 1);
  });

  it("Prediction errors use case weights", () => {
    const weights = Float64Array.of(0, 1, 3);
    assert.equal(rootMeanSquaredError(predictions, labels, weights), Math.sqrt(7 / 4));
    assert.equal(meanAbsoluteError(predictions, labels, weights), 5 / 4);
  });

  it("Prediction errors are undefined when no case counts", () => {
    const none = new Float64Array(0);
    assert.equal(rootMeanSquaredError(none, none), undefined);
    assert.equal(meanAbsoluteError(predictions, labels, new Float64Array(3)), undefined);
  });
});
