import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileLinkEstimator } from "../../../lib/domain/methods/adaptive/link-estimator.ts";
import { linkFeatures } from "../../../lib/domain/methods/adaptive/link-features.ts";
import type { TrainingPair } from "../../../lib/domain/methods/adaptive/training-pairs.ts";
import { linksBy } from "../../../peers/adaptive/link-trainer.ts";
import { aUrl } from "../../support/a-url.ts";
import { trainLinkEstimator } from "../../support/train-link-estimator.ts";

function aLink(anchor: string) {
  const snippet = { anchor, before: "", after: "", title: "" };
  return { url: aUrl("http://site.example/"), parent: undefined, snippet };
}

/** Links about bees were worth it, links about cars not; one in ten the other way round. */
const PAIRS = Array.from({ length: 60 }, (_, at): TrainingPair => {
  const [anchor, odd] = at % 2 === 0 ? ["bees hive", at % 20 === 0] : ["cars road", at % 21 === 0];
  return { ...aLink(anchor), reward: Number((at % 2 === 0) !== odd), weight: 1 };
});

describe("learners of links", () => {
  for (const learner of [
    "ridge-regression",
    "elastic-net",
    "additive-regression",
    "auto",
  ] as const) {
    it(`Links are predicted by what earlier links with the same words led to: ${learner}`, () => {
      const featuresOf = linkFeatures("snippet");
      const settings = { featuresOf, conformal: "strata", linkTrainer: linksBy(learner) } as const;
      const model = JSON.parse(JSON.stringify(trainLinkEstimator(PAIRS, settings, 1)));
      const { estimate } = compileLinkEstimator(model, settings);
      const [bees, cars] = [estimate(aLink("bees")), estimate(aLink("cars"))];
      assert.ok(bees.prediction > cars.prediction && bees.worth > cars.worth);
      assert.notEqual(model.errors, null);
    });
  }
});
