import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  describeQuality,
  type LabelQuality,
  labelNotes,
  measureQuality,
} from "../../../../../lib/domain/methods/adaptive/page-estimator/label-quality.ts";
import { learnedOnce } from "../../../../../lib/domain/methods/page-estimation.ts";
import { aNeed } from "../../../../support/a-need.ts";
import { aPage } from "../../../../support/a-page.ts";
import { aUrl } from "../../../../support/a-url.ts";

const quality = (contradicting: number): LabelQuality => ({
  ...{ auc: 0.93, low: 0.85, high: 0.97, good: 5, bad: 20, hosts: 4 },
  contradicting: Array.from({ length: contradicting }, (_, page) => aUrl(`http://a.x/${page}`)),
});

describe("notes on labels", () => {
  it("Notes on labels say how well they tell pages apart, and name those that contradict all others", () => {
    assert.deepEqual(labelNotes({ quality: quality(1) }), [
      describeQuality(quality(1)),
      "the label of http://a.x/0 may be wrong, it contradicts the others: look at it",
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
    const [, ...notes] = labelNotes({ quality: measureQuality(held) });
    const named = notes.filter((note) => note.includes("contradicts"));
    assert.deepEqual(named, [
      "the label of http://a.x/6 may be wrong, it contradicts the others: look at it",
    ]);
    assert.match(notes.at(-1) ?? "", /^more labels would help/);
  });

  it("Notes on labels name a good page that all others speak against, once it is one of five", () => {
    const urls = (good: number, predictions: readonly number[]) => {
      const pages = predictions.map((_, page) => aPage({ url: aUrl(`http://a.x/${page}`) }));
      const isGood = (row: number) => row < good;
      const held = { pages, isGood, predictions: Float64Array.from(predictions) };
      return measureQuality(held).contradicting;
    };
    const bad = [3, 2, 1, 3, 2, 1, 3, 2, 1, 3];
    assert.deepEqual(urls(5, [2.5, 9, 8, 9, 8, ...bad]), ["http://a.x/0"]);
    assert.deepEqual(urls(4, [2.5, 9, 8, 9, ...bad]), [], "three labels are not all others");
    assert.deepEqual(urls(5, [2.5, 2.5, 8, 9, 8, ...bad]), [], "two of five are no exception");
    const mixed = [2, 2, 2, 2, 2, 2, 2, 6, 6, 6];
    assert.deepEqual(urls(5, [1, 5, 5, 5, 5, ...mixed]), [], "the others do not agree either");
  });

  it("Notes on labels point to pages worth a label unless these tell pages apart", () => {
    const last = (low: number) => labelNotes({ quality: { ...quality(0), low } }).at(-1) ?? "";
    assert.match(last(0.5), /^more labels would help: dowser label suggest /);
    assert.equal(last(0.8), describeQuality({ ...quality(0), low: 0.8 }));
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
