import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  compileSimilarity,
  similarity,
} from "../../../../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import { compileTopicProfile } from "../../../../../lib/domain/methods/topic-profile.ts";
import { aNeed } from "../../../../support/a-need.ts";
import { aPage } from "../../../../support/a-page.ts";

const onBees = aPage({ mainText: "the hive of bees and the honey of bees" });
const some = aPage({ mainText: "honey on the bread on the table of the house" });
const onCars = aPage({ mainText: "the road and the wheels of cars" });

describe("similarity with a need", () => {
  it("Similarity with a need is c² ÷ (c² + t²) for cosine c and cosine threshold t: worked by hand", () => {
    const model = similarity(aNeed({ topic: "bees" }), 0.5);
    const parting = { ...model, profile: { ...model.profile, threshold: 0.5 } };
    const page = aPage({ mainText: "bees hive honey wax" });
    // Cosine 1/2: one of four words.
    assert.equal(compileSimilarity(parting)(page).utility, 0.5);
    assert.equal(compileSimilarity(parting)(aPage({ mainText: "bees" })).utility, 1);
  });

  it("Similarity with a need at threshold 1/2 gives the same targets as the topic profile", () => {
    const need = aNeed({ topic: "honey", good: [onBees], bad: [onCars] });
    const model = similarity(need, 0.5);
    const assess = compileSimilarity(model);
    for (const page of [onBees, some, onCars])
      assert.equal(assess(page).isTarget, compileTopicProfile(model.profile)(page).isTarget);
  });

  it("Similarity with a need applies the threshold to utilities, not to cosines", () => {
    const need = aNeed({ topic: "honey bees", threshold: 0.9 });
    const { profile } = similarity(need, 0.9);
    assert.equal(
      profile.threshold,
      similarity(aNeed({ topic: "honey bees" }), 0.5).profile.threshold,
    );
    const assess = compileSimilarity(similarity(need, 0.9));
    assert.equal(assess(onBees).isTarget, true);
    assert.equal(assess(onCars).isTarget, false);
  });

  it("Similarity with an empty need makes every page a target", () => {
    const { utility, isTarget } = compileSimilarity(similarity(aNeed(), 0.5))(onCars);
    assert.deepEqual([utility, isTarget], [1, true]);
  });
});
