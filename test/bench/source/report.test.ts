import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { scoreOf } from "../../../bench/source/accounting.ts";
import { runsIn, summaryOf } from "../../../bench/source/report.ts";
import type { Run } from "../../../bench/source/run.ts";
import type { Task } from "../../../bench/source/task.ts";

function aQuest(name: string): Task {
  return {
    ...{ forum: "bees", title: "bees", mirror: 100, name, targetTypes: [1] },
    ...{ example: 1, known: 4, budget: 4, sampleSize: 40 },
  };
}

function aRun(task: Task, types: number[], accounting: Run["accounting"] = "counted"): Run {
  const counted = { types, known: 4, threads: 0, posts: 0 };
  return { label: "source", task, accounting, counted, score: scoreOf(task, counted) };
}

const threads = aQuest("threads");
const members = aQuest("members");

describe("summaryOf", () => {
  it("`summaryOf` gives each task the same weight, however many seeds it was crawled with", () => {
    const runs = [
      aRun(threads, [1, 1, 1, 1]),
      aRun(threads, [1, 1, 0, 0]),
      aRun(members, [1, 0, 0, 0]),
    ];
    const { harvest, recall, f, worstTask, worstCrawl, spent } = summaryOf(runs);
    assert.deepEqual([harvest, recall, f], [0.5, 0.5, 0.5]);
    assert.deepEqual([worstTask, worstCrawl, spent], [0.25, 0.25, 1]);
  });

  it("`summaryOf` distinguishes the worst crawl from the worst task, and gives the budget spent", () => {
    const runs = [aRun(threads, [1, 1, 1, 1]), aRun(threads, [0, 1]), aRun(members, [1, 1, 0, 0])];
    const { worstTask, worstCrawl, spent } = summaryOf([...runs, aRun(threads, [0])]);
    assert.deepEqual([worstTask, worstCrawl], [0.5, 0]);
    assert.equal(spent, ((1 + 0.5 + 0.25) / 3 + 1) / 2);
  });
});

describe("runsIn", () => {
  it("`runsIn` keeps the runs of one accounting, and those that learn from no sample", () => {
    const runs = [
      aRun(threads, []),
      aRun(threads, [], "free"),
      { ...aRun(threads, []), accounting: undefined },
    ];
    assert.deepEqual(runsIn(runs, "free"), [runs[1], runs[2]]);
  });
});
