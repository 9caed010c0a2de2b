import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { jobsOf } from "../../../bench/auto/run.ts";

describe("crawls of a task of the bench of all tasks", () => {
  const run = {
    ...{ seeds: [1, 2, 3], strategies: ["auto", "breadth-first"], scale: 1 },
    ...{ most: undefined, isCalledCounted: false },
  };

  /** Returns the seeds that a strategy is crawled with, and those that have a result. */
  const seedsOf = (strategy: string, isDrawn: boolean) => {
    const open = () => Promise.reject(new Error("it is not opened"));
    const jobs = jobsOf({ group: "bees", name: "drones", web: "hive", isDrawn, open }, run).filter(
      ({ plan }) => plan.strategy === strategy,
    );
    const crawled = jobs.filter(({ plan, made }) => plan === made).map(({ plan }) => plan.seed);
    return {
      crawled,
      told: jobs.map(({ plan }) => plan.seed),
      of: jobs.map((job) => job.made.seed),
    };
  };

  it("An order that no seed changes is crawled once, and its result is that of each seed", () => {
    assert.deepEqual(seedsOf("breadth-first", false), {
      ...{ crawled: [1], told: [1, 2, 3], of: [1, 1, 1] },
    });
  });

  it("It is crawled with each seed where the seed decides on the examples", () => {
    assert.deepEqual(seedsOf("breadth-first", true).crawled, [1, 2, 3]);
  });

  it("A strategy that draws by chance is crawled with each seed", () => {
    assert.deepEqual(seedsOf("auto", false).crawled, [1, 2, 3]);
  });
});
