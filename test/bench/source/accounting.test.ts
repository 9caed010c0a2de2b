import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countPages, scoreOf } from "../../../bench/source/accounting.ts";

/** Type 1 is wanted; five such pages are recorded. */
const TASK = { targetTypes: [1], known: 5, budget: 4 };

/** Pages of these types, each with a thread and a post of its own. */
const pages = (...types: number[]) => types.map((type, at) => ({ type, shows: [at, 10 + at] }));

describe("countPages", () => {
  it("`countPages` counts every page of the budget, and all relevant pages as within reach", () => {
    const counted = { types: [0, 1, 1, 0], known: 5, threads: 2, posts: 2 };
    assert.deepEqual(countPages(TASK, pages(0, 1, 1, 0, 1, 1), 0), counted);
  });

  it("`countPages` leaves out the pages learned from, and the relevant ones among them", () => {
    const counted = { types: [1, 0, 1, 1], known: 4, threads: 3, posts: 3 };
    assert.deepEqual(countPages(TASK, pages(0, 1, 1, 0, 1, 1), 2), counted);
  });

  it("`countPages` counts nothing for a crawl that ended while it learned", () => {
    const nothing = { types: [], known: 4, threads: 0, posts: 0 };
    assert.deepEqual(countPages(TASK, pages(0, 1), 3), nothing);
  });

  it("`countPages` counts a thread and a post once, however many wanted pages show them", () => {
    const views = [[7, 1, 2], [7, 2, 3], [8], [9, 4]].map((shows, at) => ({
      type: at && 1,
      shows,
    }));
    const { threads, posts } = countPages(TASK, [...views, { type: 1, shows: [7, 3] }], 0);
    assert.deepEqual([threads, posts], [3, 3]);
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
