import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FrontierGrowth } from "../../lib/evaluation/run-figures.ts";
import { aMiss, aRecord } from "../support/a-record.ts";
import { aUrl } from "../support/a-url.ts";

describe("the growth of a frontier", () => {
  it("The frontier growth counts at each page the URLs discovered and processed", () => {
    const metBy = new Map([
      [aUrl("http://a.example/"), 5],
      [aUrl("http://a.example/2"), 3],
      [aUrl("http://a.example/3"), 9],
    ]);
    const growth = new FrontierGrowth(metBy, 10);
    growth.add(aRecord("http://a.example/"));
    growth.add(aRecord("http://a.example/2"));
    growth.add(aMiss("http://a.example/gone", { state: "failed", reason: "gone" }));
    growth.add(aRecord("http://a.example/3"));
    assert.deepEqual(growth.points(), [
      { pages: 1, discovered: 5, processed: 1 },
      { pages: 2, discovered: 5, processed: 2 },
      { pages: 3, discovered: 9, processed: 4 },
    ]);
  });

  it("The frontier growth never counts more URLs as processed than as discovered", () => {
    const growth = new FrontierGrowth(new Map(), 10);
    growth.add(aRecord("http://a.example/"));
    assert.deepEqual(growth.points(), [{ pages: 1, discovered: 1, processed: 1 }]);
  });
});
