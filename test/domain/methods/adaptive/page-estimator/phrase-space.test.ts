import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  compilePhraseSpace,
  learnPhraseSpace,
  oddsRatio,
} from "../../../../../lib/domain/methods/adaptive/page-estimator/phrase-space.ts";
import { ridgeRegression } from "../../../../../lib/domain/stats/learner/ridge-regression.ts";
import { aPage } from "../../../../support/a-page.ts";

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

const all = { good: 10, bad: 20 };

describe("odds ratio", () => {
  it("The odds ratio adds half a page to every count: worked by hand", () => {
    // p11 = 8.5, p10 = 2.5, p01 = 2.5, p00 = 18.5
    assert.equal(oddsRatio({ good: 8, bad: 2 }, all), (8.5 * 18.5) / (2.5 * 2.5));
  });

  it("The odds ratio is finite when a feature separates good from bad", () => {
    assert.equal(oddsRatio({ good: 10, bad: 0 }, all), (10.5 * 20.5) / (0.5 * 0.5));
    assert.equal(oddsRatio({ good: 0, bad: 20 }, all), (0.5 * 0.5) / (10.5 * 20.5));
  });

  it("The odds ratio is 1 for a feature of half of the good and half of the bad pages", () => {
    assert.equal(oddsRatio({ good: 5, bad: 10 }, all), 1);
  });

  it("The odds ratio is inverted when good and bad are swapped", () => {
    const side = fc
      .tuple(fc.nat(50), fc.nat(50))
      .map(([having, lacking]) => [having, having + lacking]);
    const prop = fc.property(side, side, ([g = 0, goods = 0], [b = 0, bads = 0]) => {
      const ratio = oddsRatio({ good: g, bad: b }, { good: goods, bad: bads });
      const swapped = oddsRatio({ good: b, bad: g }, { good: bads, bad: goods });
      assert.ok(Math.abs(ratio * swapped - 1) < 1e-12);
    });
    fc.assert(prop, { seed: 1, numRuns: 100 });
  });
});
