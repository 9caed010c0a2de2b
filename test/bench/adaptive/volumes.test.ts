import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PAGE } from "../../../bench/adaptive/jobs.ts";
import type { Run } from "../../../bench/adaptive/run.ts";
import {
  overTasks,
  ratioOf,
  recallAt,
  recognisedAt,
  volumeAt,
} from "../../../bench/adaptive/volumes.ts";

const { other, target, judged, both } = PAGE;

const aCrawl = (pages: readonly number[], known = 4, budget = 10) => {
  return { pages, known, budget, unrecorded: [], seconds: 0 };
};

const UNIMPORTANT = { draw: 1, starts: "root", links: "recorded" } as const;

const aRun = (need: string, seed: number, pages: readonly number[]): Run => {
  const site = { corpus: "webkb", name: "site", title: "site" } as const;
  const labels = { good: 1, bad: 1, wrong: 0 };
  const task = { site, need, labels, labelledSites: [], pages: 1, ...UNIMPORTANT };
  return { label: "a", task, seed, crawled: aCrawl(pages) };
};

describe("volumes of a crawl", () => {
  const crawled = aCrawl([other, target, judged, both, other, both]);

  it("`volumeAt` counts pages fetched, predicted relevant and relevant, up to a share of the budget", () => {
    assert.deepEqual(volumeAt(crawled, 0.3), { raw: 3, gross: 1, net: 1 });
    assert.deepEqual(volumeAt(crawled, 0.6), { raw: 6, gross: 3, net: 3 });
  });

  it("`volumeAt` stays constant after a crawl that ended before its budget", () => {
    assert.deepEqual(volumeAt(crawled, 1), volumeAt(crawled, 0.6));
  });

  it("`volumeAt` gives 0 before the first page", () => {
    assert.deepEqual(volumeAt(crawled, 0), { raw: 0, gross: 0, net: 0 });
  });

  it("`recognisedAt` counts the recognised targets, and `recallAt` gives the share of the known ones", () => {
    assert.equal(recognisedAt(crawled, 1), 2);
    assert.equal(recallAt(crawled, 0.4), 0.5);
    assert.equal(recallAt(aCrawl([target], 0), 1), 0);
  });
});

describe("figures over needs", () => {
  it("Figures over needs weigh needs equally, however many seeds each has", () => {
    const runs = [
      aRun("one", 1, [target, target]),
      aRun("two", 1, [other]),
      aRun("two", 2, [other]),
      aRun("two", 3, [target, target, target]),
    ];
    assert.equal(
      overTasks(runs, (crawled) => volumeAt(crawled, 1).net),
      (2 + 1) / 2,
    );
  });

  it("Figures over needs compare by the ratio of means, need by need", () => {
    const ours = [
      aRun("one", 1, [target, target]),
      aRun("two", 1, [target, target, target, target]),
    ];
    const theirs = [aRun("two", 1, [target, target]), aRun("one", 1, [target])];
    const { estimate, low, high } = ratioOf(ours, theirs, (crawled) => volumeAt(crawled, 1).net);
    assert.deepEqual([estimate, low, high], [2, 2, 2]);
  });
});
