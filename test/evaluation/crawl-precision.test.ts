import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { crawlPrecision } from "../../lib/evaluation/crawl-precision.ts";

/** Pages in order of fetching, of which those with these numbers are targets. */
const pagesOf = (length: number, ...targets: readonly number[]) =>
  Array.from({ length }, (_, number) => ({
    isTarget: targets.includes(number),
  }));

describe("the precision of a crawl over time", () => {
  it("A crawl's predicted precision is given for each tenth, and for all pages so far", () => {
    const own = crawlPrecision(pagesOf(40, 0, 1, 2, 4, 39));
    assert.equal(own.length, 10);
    assert.deepEqual(own.slice(0, 2), [
      { pages: 4, temporal: 3 / 4, cumulative: 3 / 4 },
      { pages: 8, temporal: 1 / 4, cumulative: 4 / 8 },
    ]);
    assert.deepEqual(own[9], { pages: 40, temporal: 1 / 4, cumulative: 5 / 40 });
  });

  it("There is none before the first page", () => {
    assert.deepEqual(crawlPrecision([]), []);
  });
});
