import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { volumeCurve } from "../../../bench/adaptive/volume.ts";

describe("volume of a crawl", () => {
  it("Crawl volume is raw by pages fetched, gross by the crawl's judgement and net by the truth", () => {
    const pages = [
      { utility: 0.9, isRelevant: true },
      { utility: 0.5, isRelevant: false },
      { utility: 0.4, isRelevant: true },
      { utility: 0.8, isRelevant: undefined },
    ];
    assert.deepEqual(volumeCurve(pages, 0.5), [
      { raw: 1, gross: 1, net: 1 },
      { raw: 2, gross: 2, net: 1 },
      { raw: 3, gross: 2, net: 2 },
      { raw: 4, gross: 3, net: 2 },
    ]);
    assert.deepEqual(volumeCurve([], 0.5), []);
  });
});
