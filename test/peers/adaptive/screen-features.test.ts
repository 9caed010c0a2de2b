import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type FeaturedPage,
  leastSupport,
  screenFeatures,
} from "../../../peers/adaptive/phrase-space.ts";

const good = (...features: string[]): FeaturedPage => ({ features, isGood: true });
const bad = (...features: string[]): FeaturedPage => ({ features, isGood: false });
const namesOf = (pages: readonly FeaturedPage[], least: number) =>
  screenFeatures(pages, least).map(({ feature }) => feature);

describe("screening of features", () => {
  it("Feature screening drops features of fewer pages than the least support", () => {
    assert.deepEqual(namesOf([good("a", "b"), good("a"), bad("c")], 2), ["a"]);
  });

  it("Feature screening ranks by odds ratio: worked by hand", () => {
    const ranked = screenFeatures([good("a", "b"), good("a"), bad("b"), bad("b")], 1);
    // a: 2.5·2.5 ÷ (0.5·0.5); b: 1.5·0.5 ÷ (1.5·2.5)
    assert.deepEqual(ranked, [
      { feature: "a", support: 2, oddsRatio: 25 },
      { feature: "b", support: 3, oddsRatio: 0.2 },
    ]);
  });

  it("Feature screening puts the larger support first among equal odds", () => {
    // Both are on as large a share of the good pages as of the bad ones: odds ratio 1.
    const even = [good("all", "half"), good("all"), bad("all", "half"), bad("all")];
    assert.deepEqual(namesOf(even, 1), ["all", "half"]);
  });

  it("Feature screening breaks remaining ties by code units, whatever order the pages give", () => {
    const expected = ["B", "a", "b", "ä"];
    assert.deepEqual(namesOf([good("ä", "b", "a", "B")], 1), expected);
    assert.deepEqual(namesOf([good("a", "B", "ä", "b")], 1), expected);
  });

  it("Feature screening requires five pages, or two when fewer than fifty are labelled", () => {
    assert.equal(leastSupport(1_000), 5);
    assert.equal(leastSupport(50), 5);
    assert.equal(leastSupport(49), 2);
    assert.equal(leastSupport(4), 2);
  });

  it("Feature screening finds nothing without pages", () => {
    assert.deepEqual(screenFeatures([]), []);
  });
});
