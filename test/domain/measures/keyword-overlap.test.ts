import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  KeywordTally,
  keywordLists,
  keywordOverlap,
} from "../../../lib/domain/measures/document-overlap.ts";

/** A tally of documents given as keywords with their counts. */
function tallyOf(...documents: readonly Record<string, number>[]): KeywordTally {
  const tally = new KeywordTally();
  for (const document of documents)
    tally.add(Object.entries(document).map(([phrase, count]) => ({ phrase, count })));
  return tally;
}

describe("keyword overlap", () => {
  const aboutBees = () =>
    tallyOf({ bee: 4, honey: 1, page: 9 }, { honey: 2, page: 9 }, { wax: 3, page: 9 });
  const aboutWasps = () =>
    tallyOf({ wasp: 4, page: 2 }, { honey: 2, page: 1 }, { wax: 1, page: 1, bee: 1 });

  it("Keyword overlap ranks keywords by tf · idf", () => {
    // bee 4 ln 3 = 4.39, wax 3 ln 3 = 3.30, honey 3 ln 3/2 = 1.22, page 27 ln 1 = 0
    assert.deepEqual(aboutBees().top(9), ["bee", "wax", "honey", "page"]);
    // wasp 4 ln 3 = 4.39, honey 2 ln 3 = 2.20, bee and wax ln 3 = 1.10
    assert.deepEqual(aboutWasps().top(3), ["wasp", "honey", "bee"]);
  });

  it("Keyword overlap finds the same best keywords as sorting all of them", () => {
    const counts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60, size: "max" });
    const property = fc.property(counts, fc.integer({ min: 1, max: 20 }), (given, most) => {
      const keywords = given.map((count, index) => [`word ${index}`, count] as const);
      // Every keyword is in one of two documents: tf alone tells them apart.
      const sorted = keywords.toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
      const expected = sorted.slice(0, most).map(([phrase]) => phrase);
      assert.deepEqual(tallyOf(Object.fromEntries(keywords), {}).top(most), expected);
    });
    fc.assert(property, { seed: 1 });
  });

  it("Keyword overlap is the share of the top keywords that both crawls have", () => {
    assert.equal(keywordOverlap(aboutBees(), aboutWasps(), 1), 0);
    assert.equal(keywordOverlap(aboutBees(), aboutWasps(), 3), 2 / 3);
    assert.equal(keywordOverlap(aboutBees(), aboutBees(), 50), 1);
    assert.equal(keywordOverlap(aboutBees(), tallyOf({ bee: 1 }), 4), 1 / 4);
    assert.equal(keywordOverlap(tallyOf({ bee: 1 }), aboutBees(), 4), 1 / 4);
    assert.equal(keywordOverlap(tallyOf(), tallyOf(), 50), 0);
  });

  it("Keyword overlap lists common keywords and those that only one crawl has anywhere", () => {
    assert.deepEqual(keywordLists(aboutBees(), aboutWasps(), 3), {
      common: ["bee", "honey"],
      onlyFirst: [],
      onlySecond: ["wasp"],
    });
    assert.deepEqual(keywordLists(aboutWasps(), aboutBees(), 3), {
      common: ["honey", "bee"],
      onlyFirst: ["wasp"],
      onlySecond: [],
    });
  });

  it("The keyword tally can be updated during the crawl", () => {
    const tally = tallyOf({ bee: 1 });
    assert.equal(tally.has("wasp"), false);
    assert.equal(tally.size, 1);
    tally.add([{ phrase: "wasp", count: 2 }]);
    assert.deepEqual(tally.top(1), ["wasp"]);
  });
});
