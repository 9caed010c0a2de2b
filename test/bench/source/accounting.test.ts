import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countPages, scoreOf } from "../../../bench/source/accounting.ts";

/** Type 1 is wanted; five such pages are recorded. */
const TASK = { targetTypes: [1], known: 5, budget: 4 };

describe("countPages", () => {
  it("`countPages` counts every page of the budget, and all relevant pages as within reach", () => {
    assert.deepEqual(countPages(TASK, [0, 1, 1, 0, 1, 1], 0), { types: [0, 1, 1, 0], known: 5 });
  });

  it("`countPages` leaves out the pages learned from, and the relevant ones among them", () => {
    assert.deepEqual(countPages(TASK, [0, 1, 1, 0, 1, 1], 2), { types: [1, 0, 1, 1], known: 4 });
  });

  it("`countPages` counts nothing for a crawl that ended while it learned", () => {
    assert.deepEqual(countPages(TASK, [0, 1], 3), { types: [], known: 4 });
  });
});

describe("scoreOf", () => {
  it("`scoreOf` measures harvest rate, recall, F and the entropy of the types of all pages", () => {
    const { harvest, recall, f, entropy } = scoreOf(TASK, { types: [0, 1, 1, 0], known: 5 });
    assert.equal(harvest, 0.5);
    assert.equal(recall, 0.4);
    assert.ok(Math.abs(f - 4 / 9) < 1e-12);
    assert.equal(entropy, 1);
  });

  it("`scoreOf` gives 0 for a crawl without pages", () => {
    const nothing = { harvest: 0, recall: 0, f: 0, entropy: 0 };
    assert.deepEqual(scoreOf(TASK, { types: [], known: 5 }), nothing);
    assert.deepEqual(scoreOf(TASK, { types: [], known: 0 }), nothing);
  });
});
