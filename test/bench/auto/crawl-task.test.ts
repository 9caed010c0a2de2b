import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { crawlTask } from "../../../bench/auto/crawl-task.ts";
import { type Crawled, isCrawled, ORACLE, type Plan } from "../../../bench/auto/crawled.ts";
import { normalisedArea } from "../../../bench/auto/figures.ts";
import { groupOf } from "../../../bench/auto/groups.ts";
import type { OpenTask } from "../../../bench/auto/task.ts";

const GROUP = "forums";

/** The task on a forum that is generated, so that it is on every machine. */
const open = (seed: number): Promise<OpenTask> => {
  const task = groupOf(GROUP)
    .tasks()
    .find(({ name }) => name === "generated profile");
  assert.ok(task !== undefined);
  return task.open(seed);
};

const plan = (strategy: string): Plan => {
  return { group: GROUP, task: "generated profile", strategy, seed: 1, scale: 0.25 };
};

const crawl = async (task: OpenTask, strategy: string): Promise<Crawled> => {
  const result = await crawlTask(task, plan(strategy));
  assert.ok(isCrawled(result));
  return result;
};

describe("crawls of the bench of all tasks", () => {
  it("Seeds and examples are no targets, and the example is another for another seed", async () => {
    const [first, second] = [await open(1), await open(2)];
    for (const { seeds, excluded, targets } of [first, second]) {
      assert.equal(excluded.size, 1);
      assert.ok(targets.isDisjointFrom(excluded));
      assert.ok(targets.isDisjointFrom(new Set(seeds)));
    }
    assert.notDeepEqual(first.excluded, second.excluded);
  });

  it("A task without an example says what its pages carry", async () => {
    const task = groupOf("user-content")
      .tasks()
      .find(({ name }) => name === "generated");
    const { needFor, excluded } = (await task?.open(1)) ?? assert.fail("no generated forum");
    const need = await needFor({ name: "source" });
    assert.equal(need.detect, "user-content");
    assert.equal(need.examplePage, undefined);
    assert.equal(excluded.size, 0);
  });

  it("The scale shortens the budget, and what is found lies within it", async () => {
    const task = await open(1);
    const { budget, pages, found, known } = await crawl(task, "breadth-first");
    assert.equal(budget, Math.round(task.budget / 4));
    assert.equal(pages, budget);
    assert.equal(known, task.targets.size);
    assert.ok(found.every((position) => position >= 1 && position <= pages));
  });

  it("The same plan gives the same crawl, but for its processor time", async () => {
    const task = await open(1);
    const [first, second] = [await crawl(task, "source"), await crawl(task, "source")];
    assert.equal(first.option, "source:goal=target");
    assert.deepEqual({ ...first, cpuMs: 0 }, { ...second, cpuMs: 0 });
  });

  it("The oracle has the whole area under its own curve, and no strategy more", async () => {
    const task = await open(1);
    assert.equal(normalisedArea(await crawl(task, ORACLE)), 1);
    for (const strategy of ["source", "breadth-first"])
      assert.ok(normalisedArea(await crawl(task, strategy)) <= 1);
  });

  it("A known area under the oracle's curve is taken as it is", async () => {
    const result = await crawlTask(await open(1), plan("breadth-first"), { oracleArea: 7 });
    assert.ok(isCrawled(result));
    assert.equal(result.oracleArea, 7);
  });

  it("A strategy that cannot use the need is refused with its reason", async () => {
    const result = await crawlTask(await open(1), plan("link-distance"));
    assert.ok("refused" in result);
    assert.match(result.refused, /no path/);
  });

  it("A strategy that follows no links is refused, as nobody answers queries here", async () => {
    const result = await crawlTask(await open(1), plan("naive:pageLearner=auto"));
    assert.ok("refused" in result);
    assert.match(result.refused, /search engine/);
  });
});
