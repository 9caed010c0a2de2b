import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ORACLE } from "../../../bench/auto/crawled.ts";
import { harvestAtBudget } from "../../../bench/auto/figures.ts";
import { Crawls, meanOverTasks, pairsOf } from "../../../bench/auto/report/crawls.ts";
import { aCrawl } from "./a-crawl.ts";

const found = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe("crawls as the tables of the bench of all tasks read them", () => {
  it("A mean over tasks weighs each task alike, however many seeds it has", () => {
    const crawls = [
      aCrawl({ budget: 8, found: found(2) }),
      aCrawl({ budget: 8, found: found(4), seed: 2 }),
      aCrawl({ budget: 8, found: found(6), task: "bees profile" }),
    ];
    assert.equal(meanOverTasks(crawls, harvestAtBudget), ((0.25 + 0.5) / 2 + 0.75) / 2);
  });

  it("Pairs are of the same task and seed; crawls that only one side has are left out", () => {
    const ours = [aCrawl(), aCrawl({ seed: 2 }), aCrawl({ task: "bees profile" })];
    const theirs = [aCrawl({ seed: 2, found: found(5) }), aCrawl({ seed: 3 })];
    assert.deepEqual(pairsOf(ours, theirs, harvestAtBudget), [[0.3, 0.5]]);
  });

  it("A crawl whose figure is not a number is in no pair", () => {
    assert.deepEqual(
      pairsOf([aCrawl()], [aCrawl()], () => Number.NaN),
      [],
    );
  });

  it("What a strategy refuses is a task of the run, but no crawl", () => {
    const { found: _, ...plan } = aCrawl({ task: "bees profile" });
    const crawls = new Crawls([
      aCrawl(),
      { ...plan, refused: "no topic" },
      aCrawl({ strategy: ORACLE }),
    ]);
    assert.deepEqual(crawls.tasks, ["forums: bees thread", "forums: bees profile"]);
    assert.deepEqual(crawls.rivals, ["best-first"]);
    assert.equal(crawls.of("best-first", "forums").length, 1);
  });
});
