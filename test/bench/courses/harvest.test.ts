import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  gathering,
  harvestWithin,
  pagesToHarvest,
  pagesToTarget,
} from "../../../bench/courses/harvest.ts";

/** A page each: `t` is a target, `g` was gathered, `b` both, `.` neither. */
const aCrawl = (pages: string) => ({
  isTarget: Array.from(pages, (mark) => "tb".includes(mark)),
  isGathered: Array.from(pages, (mark) => "gb".includes(mark)),
  seconds: 0,
});

describe("the harvest of a crawl", () => {
  it("The harvest of a crawl is the share of targets among the first pages", () => {
    assert.equal(harvestWithin(aCrawl(".t.t"), 2), 1 / 2);
    assert.equal(harvestWithin(aCrawl(".t.t"), 3), 1 / 3);
  });

  it("The harvest of a crawl counts pages that were not fetched as no targets", () => {
    assert.equal(harvestWithin(aCrawl(".t"), 10), 1 / 10);
  });

  it("`pagesToTarget` counts the pages up to the first target, which it includes", () => {
    assert.equal(pagesToTarget(aCrawl("..t")), 3);
    assert.equal(pagesToTarget(aCrawl("...")), Number.POSITIVE_INFINITY);
  });

  it("`pagesToHarvest` gives the page that reaches a rate, or infinity", () => {
    assert.equal(pagesToHarvest(aCrawl(".tttt."), 0.8), 5);
    assert.equal(pagesToHarvest(aCrawl(".ttt.."), 0.8), Number.POSITIVE_INFINITY);
  });

  it("`gathering` gives the precision and recall of the pages predicted to be targets", () => {
    assert.deepEqual(gathering(aCrawl("btg.b")), { precision: 2 / 3, recall: 2 / 3 });
    assert.ok(Number.isNaN(gathering(aCrawl("t.")).precision));
    assert.ok(Number.isNaN(gathering(aCrawl("g.")).recall));
  });
});
