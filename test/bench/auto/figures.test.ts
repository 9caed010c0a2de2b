import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  cpuMsPerPage,
  harvestAtBudget,
  normalisedArea,
  recallOf,
} from "../../../bench/auto/figures.ts";
import { areaUnder } from "../../../lib/domain/measures/ranked-collecting.ts";
import { aCrawl } from "./a-crawl.ts";

describe("figures of a crawl of the bench of all tasks", () => {
  it("The normalised area is 1 for what the oracle does, and not a number where it finds nothing", () => {
    const crawled = aCrawl();
    assert.equal(normalisedArea({ ...crawled, oracleArea: areaUnder(crawled) }), 1);
    assert.ok(Number.isNaN(normalisedArea({ ...crawled, found: [], oracleArea: 0 })));
  });

  it("A crawl that ends before its budget has no harvest from the rest", () => {
    assert.equal(harvestAtBudget(aCrawl({ pages: 5, found: [2, 5] })), 0.2);
  });

  it("Recall is the share of the known relevant pages that were found", () => {
    assert.equal(recallOf(aCrawl()), 0.75);
  });

  it("Processor time is a mean over the pages fetched", () => {
    assert.equal(cpuMsPerPage(aCrawl({ pages: 8 })), 5);
    assert.equal(cpuMsPerPage(aCrawl({ pages: 0 })), 40);
  });
});
