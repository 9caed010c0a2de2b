import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDrifted } from "../../../../lib/domain/methods/source/learning-source.ts";

const type = { name: "type-1", examples: [], hub: 0, authority: 0, spread: 0 };
/** Ten pages in a hundred were outliers. */
const LEARNED = { types: [{ ...type, pages: 90 }], outliers: 10 };
const since = (pages: number, outliers: number) => ({
  ...{ pages: 200 + pages, pagesAtTraining: 200 },
  types: new Map([
    ["outlier", outliers],
    ["type-1", pages - outliers],
  ]),
});

describe("a site has drifted", () => {
  it("A site has drifted when outliers exceed the learned share by more than the limit", () => {
    assert.equal(isDrifted(since(100, 41), LEARNED, 0.3), true);
    assert.equal(isDrifted(since(100, 39), LEARNED, 0.3), false);
    assert.equal(isDrifted(since(100, 21), LEARNED, 0.1), true);
  });

  it("A site has not drifted before fifty pages are fetched", () => {
    assert.equal(isDrifted(since(49, 49), LEARNED, 0.3), false);
    assert.equal(isDrifted(since(50, 50), LEARNED, 0.3), true);
  });

  it("A site does not drift by pages of learned types", () => {
    assert.equal(isDrifted(since(1_000, 0), LEARNED, 0), false);
  });

  it("A site has drifted when nothing was learned and all pages are outliers", () => {
    assert.equal(isDrifted(since(50, 50), { types: [], outliers: 0 }, 0.3), true);
  });
});
