import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ridgeRegression } from "../../../lib/domain/stats/learner/ridge-regression.ts";
import { compilePhraseSpace, learnPhraseSpace } from "../../../peers/adaptive/phrase-space.ts";
import { aPage } from "../../support/a-page.ts";

const rule = { learner: ridgeRegression({ lambda: 1 }), threshold: 0.5, folds: 2, seed: 1 };

describe("phrase space", () => {
  it("A phrase space admits phrases that separate good from bad, and leaves out ubiquitous ones", () => {
    const good = Array.from({ length: 4 }, () => aPage({ mainText: "honey, page" }));
    const bad = Array.from({ length: 4 }, () => aPage({ mainText: "road, page" }));
    const labels = Float64Array.of(1, 1, 1, 1, 0, 0, 0, 0);
    const space = learnPhraseSpace([...good, ...bad], labels, rule);
    assert.deepEqual(space.features, ["body: honey"]);
  });

  it("A phrase space gives 1 for each phrase that a page has", () => {
    const space = {
      kind: "phrases" as const,
      features: ["body: wax", "headings: wax", "body: hive"],
    };
    const { vectorOf, nameOf, width } = compilePhraseSpace(space);
    const { columns, values } = vectorOf(aPage({ mainText: "hive, hive, wax, road" }));
    assert.deepEqual([...columns].map(nameOf), ["body: wax", "body: hive"]);
    assert.deepEqual([...values], [1, 1]);
    assert.equal(width, 3);
  });
});
