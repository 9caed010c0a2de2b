import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { roundAt } from "../../../bench/courses/errors.ts";

const errors = { marked: 0.1, neighbours: undefined };
const CURVE = [40, 90, 140].map((trainedOn) => ({ trainedOn, pages: errors, links: errors }));

const trainedOn = (pages: number) => roundAt(CURVE, pages)?.trainedOn;

describe("self-training at a size of the training set", () => {
  it("`trainedOn` gives the last self-training round that learned from no more pages", () => {
    assert.equal(trainedOn(90), 90);
    assert.equal(trainedOn(139), 90);
  });

  it("`trainedOn` stays at the last self-training round", () => {
    assert.equal(trainedOn(550), 140);
  });

  it("`trainedOn` gives nothing before the first self-training round", () => {
    assert.equal(trainedOn(39), undefined);
  });
});
