import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { labelNotes } from "../../../../../lib/domain/strategy/adaptive/page-estimator/label-notes.ts";
import {
  describeQuality,
  type LabelQuality,
  measureQuality,
} from "../../../../../lib/domain/strategy/adaptive/page-estimator/label-quality.ts";
import { learnedOnce } from "../../../../../lib/domain/strategy/page-estimation.ts";
import { aNeed } from "../../../../support/a-need.ts";
import { aPage } from "../../../../support/a-page.ts";
import { aUrl } from "../../../../support/a-url.ts";

const quality = (contradicting: number): LabelQuality => ({
  ...{ auc: 0.93, low: 0.85, high: 0.97, good: 5, bad: 20, hosts: 4, view: "words" },
  contradicting: Array.from({ length: contradicting }, (_, page) => aUrl(`http://a.x/${page}`)),
});

describe("notes on labels", () => {
  it("Notes on labels say how well they tell pages apart, and name those that contradict all others", () => {
    assert.deepEqual(labelNotes({ quality: quality(1) }), [
      describeQuality(quality(1)),
      "the label of http://a.x/0 contradicts all other labels: look at it",
    ]);
  });

  it("Notes on labels name three labels at most, and count the others", () => {
    const [, ...named] = labelNotes({ quality: quality(5) });
    assert.deepEqual([named.length, named.at(-1)], [4, "and 2 labels more"]);
  });

  it("Notes on labels name a bad page that all other labels call good", () => {
    // Six of each class; the model that never saw it predicts the first bad page as good.
    const predictions = Float64Array.from([9, 8, 7, 8, 9, 8, 9, 1, 2, 1, 2, 1]);
    const pages = predictions.keys().map((page) => aPage({ url: aUrl(`http://a.x/${page}`) }));
    const held = { pages: [...pages], isGood: (row: number) => row < 6, predictions };
    const [, ...named] = labelNotes({ quality: measureQuality({ ...held, view: "words" }) });
    assert.deepEqual(named, ["the label of http://a.x/6 contradicts all other labels: look at it"]);
  });

  it("A model without a measurement has no notes on labels", () => {
    assert.deepEqual(labelNotes({}), []);
  });

  it("A page judgement that is trained once per need passes the notes of its model on", () => {
    const estimation = learnedOnce({
      ...{ train: () => 7, compile: () => () => assert.fail() },
      notes: (model: number) => [`model ${model}`],
    });
    assert.deepEqual(estimation.notes?.(estimation.train(aNeed(), undefined)), ["model 7"]);
  });
});
