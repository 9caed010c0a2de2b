import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Forum, PageType } from "../../../bench/source/forum.ts";
import { targetTasks, uccTask } from "../../../bench/source/task.ts";

const type = (name: string, kind: string, count: number, ucc = false): PageType => {
  return { name, kind, count, ucc };
};

const FORUM: Forum = {
  ...{ id: "bees", title: "bees", seed: "https://bees.example/", pages: 2_400 },
  types: [
    type("board", "list", 100),
    type("thread", "thread", 1_500, true),
    type("member", "profile", 150),
    type("answer", "detail", 400, true),
    type("beekeeper", "profile", 29),
  ],
};

describe("targetQuests", () => {
  it("`targetQuests` asks for each thread or profile type of thirty pages, with as many fetches", () => {
    const quests = targetTasks(FORUM).map(({ name, targetTypes, example, known, budget }) => ({
      ...{ name, wanted: targetTypes, example, known, budget },
    }));
    assert.deepEqual(quests, [
      { name: "bees thread", wanted: [1], example: 1, known: 1_500, budget: 1_500 },
      { name: "bees member", wanted: [2], example: 2, known: 150, budget: 150 },
    ]);
  });

  it("`targetQuests` lets a strategy learn from a fifth of the budget, between 40 and 200 pages", () => {
    const pages = (count: number) =>
      targetTasks({ ...FORUM, types: [type("thread", "thread", count)] })[0]?.sampleSize;
    assert.deepEqual([30, 600, 5_000].map(pages), [40, 120, 200]);
  });
});

describe("uccQuest", () => {
  it("`uccQuest` asks for all types with users' text, at a quarter of the mirror, without example", () => {
    const { targetTypes, example, known, budget, sampleSize } = uccTask(FORUM);
    assert.deepEqual(
      { wanted: targetTypes, example, known, budget, sampleSize },
      {
        ...{ wanted: [1, 3], example: null, known: 1_900, budget: 600, sampleSize: 100 },
      },
    );
  });
});
