import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileLinkEstimator } from "../../../../lib/domain/methods/adaptive/link-estimator.ts";
import { linkFeatures } from "../../../../lib/domain/methods/adaptive/link-features.ts";
import type { TrainingPair } from "../../../../lib/domain/methods/adaptive/training-pairs.ts";
import { aUrl } from "../../../support/a-url.ts";
import { trainLinkEstimator } from "../../../support/train-link-estimator.ts";

const SETTINGS = {
  featuresOf: linkFeatures("snippet"),
  conformal: "none",
} as const;

function aLink(anchor: string, path = "") {
  const snippet = { anchor, before: "", after: "", title: "" };
  return { url: aUrl(`http://site.example/${path}`), parent: undefined, snippet };
}

const pair = (anchor: string, reward: number, weight = 1): TrainingPair => {
  return { ...aLink(anchor), reward, weight };
};

/** Links about bees were worth it, links about cars not; one in ten the other way round. */
const PAIRS = Array.from({ length: 60 }, (_, at) =>
  at % 2 === 0
    ? pair("bees hive", at % 20 === 0 ? 0 : 1)
    : pair("cars road", at % 21 === 0 ? 1 : 0),
);

type Settings = Parameters<typeof trainLinkEstimator>[1];
const estimator = (settings: Partial<Settings> = {}, pairs = PAIRS) => {
  const own = { ...SETTINGS, ...settings };
  const model = trainLinkEstimator(pairs, own, 1);
  return { ...compileLinkEstimator(JSON.parse(JSON.stringify(model)), own), model };
};

describe("the link estimator", () => {
  it("The link estimator predicts the value of earlier links with the same words", () => {
    const { estimate } = estimator();
    const [bees, cars] = [estimate(aLink("bees")), estimate(aLink("cars"))];
    assert.ok(bees.prediction > cars.prediction && bees.worth > cars.worth);
    for (const { prediction, worth } of [bees, cars]) {
      assert.ok(prediction >= 0 && prediction <= 1);
      assert.ok(worth > 0);
    }
  });

  it("The link estimator also orders links that it considers worthless", () => {
    const { estimate } = estimator({}, [pair("bees", 1), pair("cars", -5), pair("roads", -9)]);
    const [cars, roads] = [estimate(aLink("cars")), estimate(aLink("roads"))];
    assert.equal(cars.prediction, 0);
    assert.equal(roads.prediction, 0);
    assert.ok(cars.worth > roads.worth);
  });

  it("The link estimator ignores pairs without weight", () => {
    const more = [...PAIRS, pair("bees", 0, 0), pair("cars", 1, 0)];
    const [few, many] = [estimator(), estimator({}, more)];
    for (const words of ["bees", "cars", "bees road"]) {
      const difference =
        few.estimate(aLink(words)).prediction - many.estimate(aLink(words)).prediction;
      assert.ok(Math.abs(difference) < 1e-6, words);
    }
  });

  it("The link estimator tempers predictions by errors of similar ones, and keeps their order without trust", () => {
    const plain = estimator();
    const tempered = estimator({ conformal: "strata" });
    assert.equal(plain.model.errors, null);
    assert.ok(tempered.model.errors !== null);
    const [bees, cars] = [tempered.estimate(aLink("bees")), tempered.estimate(aLink("cars"))];
    assert.equal(bees.prediction, plain.estimate(aLink("bees")).prediction);
    assert.ok(bees.worth <= plain.estimate(aLink("bees")).worth);
    assert.ok(bees.worth > cars.worth && cars.worth > 0);
  });

  it("The link estimator tempers by a constant when all errors form one stratum, as published", () => {
    const plain = estimator();
    const tempered = estimator({ conformal: "global" });
    const share = (words: string) =>
      tempered.estimate(aLink(words)).worth / plain.estimate(aLink(words)).worth;
    assert.ok(Math.abs(share("bees") - share("cars")) < 1e-9);
  });

  it("The link estimator knows no errors from fewer than thirty links", () => {
    assert.equal(estimator({ conformal: "strata" }, PAIRS.slice(0, 29)).model.errors, null);
    assert.ok(estimator({ conformal: "strata" }, PAIRS.slice(0, 30)).model.errors !== null);
  });

  it("The link estimator explains a prediction by the contribution of each feature, strongest first", () => {
    const { explain } = estimator();
    const signs = explain(aLink("bees unheard"));
    assert.deepEqual(
      signs.map(({ feature }) => feature),
      ["anchor bee"],
    );
    assert.ok((signs[0]?.weight ?? 0) > 0);
    assert.ok((explain(aLink("cars"))[0]?.weight ?? 0) < 0);
  });
});
