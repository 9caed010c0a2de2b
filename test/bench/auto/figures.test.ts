import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  areaUnder,
  cpuMsPerPage,
  harvestAtBudget,
  meanPagesToTarget,
  normalisedArea,
  pagesToRecall,
  recallOf,
} from "../../../bench/auto/figures.ts";
import { aCrawl } from "./a-crawl.ts";

describe("figures of a crawl of the bench of all tasks", () => {
  it("The area under the harvest curve is the sum of what was found after each page of the budget", () => {
    const positions = fc.uniqueArray(fc.integer({ min: 1, max: 50 }));
    fc.assert(
      fc.property(positions, (some) => {
        const found = some.toSorted((a, b) => a - b);
        let sum = 0;
        for (let pages = 1; pages <= 50; pages += 1)
          sum += found.filter((position) => position <= pages).length;
        assert.equal(areaUnder({ found, budget: 50 }), sum);
      }),
    );
  });

  it("The normalised area is 1 for what the oracle does, and not a number where it finds nothing", () => {
    const crawled = aCrawl();
    assert.equal(normalisedArea({ ...crawled, oracleArea: areaUnder(crawled) }), 1);
    assert.ok(Number.isNaN(normalisedArea({ ...crawled, found: [], oracleArea: 0 })));
  });

  it("A crawl that ends before its budget has no harvest from the rest", () => {
    assert.equal(harvestAtBudget(aCrawl({ pages: 5, found: [2, 5] })), 0.2);
  });

  it("A relevant page that is never found counts as the budget and one page more", () => {
    assert.equal(meanPagesToTarget(aCrawl()), (2 + 5 + 10 + 11) / 4);
    assert.equal(meanPagesToTarget(aCrawl({ found: [] })), 11);
  });

  it("The pages to a share of the known relevant ones are those until the last of the share", () => {
    const crawled = aCrawl();
    assert.equal(recallOf(crawled), 0.75);
    assert.equal(pagesToRecall(crawled, 0.5), 5);
    assert.equal(pagesToRecall(crawled, 0.6), 10);
    assert.equal(pagesToRecall(crawled, 0.8), undefined);
  });

  it("Processor time is a mean over the pages fetched", () => {
    assert.equal(cpuMsPerPage(aCrawl({ pages: 8 })), 5);
    assert.equal(cpuMsPerPage(aCrawl({ pages: 0 })), 40);
  });
});
