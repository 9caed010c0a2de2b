import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { costOf, NO_USAGE } from "../../lib/domain/cost/cost.ts";
import { fail } from "../../lib/errors.ts";
import { parseReport } from "../../lib/stack/stack-registers.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { assertSound } from "../support/assert-sound.ts";
import { CALM } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";

const MINUTE_MS = 60_000;
const PAGES = 200;
const ORDER = { crawl: "c1", requested: "run", plan: "plans/1" } as const;
const url = (page: number) => `http://h${page % 5}.example/${page % PAGES}`;
const WEB = scriptedWeb(
  Object.fromEntries(
    Array.from({ length: PAGES }, (_, page) => [url(page), linking(url(page + 1), url(page + 7))]),
  ),
);

function aStack(dollars = Infinity): SimulatedStack {
  const seeds = [0, 1, 2, 3, 4].map((page) => aUrl(url(page)));
  const plan = aPlan({ seeds, budget: { ...aPlan().budget, dollars } });
  const stack = new SimulatedStack(plan, WEB, 1, CALM, 20_000);
  stack.planners = "alone";
  stack.mayFail = true;
  return stack;
}

/** An error as `node:sqlite` throws it. */
function sqliteError(errcode: number, message: string): Error {
  return Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR", errcode });
}

function failing(error: Error): () => Promise<never> {
  return async () => {
    throw error;
  };
}

/** A stack that has crawled for some minutes, and whose planners fail at each commit from then on. */
async function aFailingStack(error: Error, dollars = Infinity): Promise<SimulatedStack> {
  const stack = aStack(dollars);
  await stack.crawl(ORDER, 3 * MINUTE_MS);
  const { status } = await stack.state();
  assert.equal(status?.state, "running");
  stack.disk = { commit: failing(error) };
  // Another process restores the crawl: the one before is gone.
  return stack;
}

describe("a planner whose disk or memory is nearly full", () => {
  it("It ends its crawl with all pages that it has, when those in flight have come back", async () => {
    const stack = aStack();
    let asked = 0;
    stack.disk = {
      fill: async () => {
        asked += 1;
        return asked < 8 ? 0.89 : 0.9;
      },
    };
    await stack.crawl(ORDER);
    await assertSound(stack, "full");
    const { status } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["finished", "planner-full"]);
    const fetched = status && parseReport(status.report).fetched;
    assert.ok(Number(fetched) > 5 && Number(fetched) < PAGES, `${fetched} pages`);
    assert.equal(status?.listedRecords, stack.requests.length);
  });

  it("It pauses and stops when it is told to, and is not resumed beyond its room", async () => {
    const stack = aStack();
    await stack.crawl(ORDER, 3 * MINUTE_MS);
    stack.disk = { fill: async () => 1 };
    await stack.crawl({ ...ORDER, requested: "pause" });
    assert.equal((await stack.state()).status?.state, "paused");
    const { length } = stack.requests;
    await stack.crawl(ORDER);
    const { status } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["finished", "planner-full"]);
    assert.equal(stack.requests.length, length);
  });
});

describe("a planner whose database fails", () => {
  it("A full disk ends the crawl as it was last kept, at once, with the rules off", async () => {
    const stack = await aFailingStack(sqliteError(13, "database or disk is full"));
    const { status: before } = await stack.state();
    await stack.crawl(ORDER, 60 * MINUTE_MS);
    const { status, lastError } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["finished", "planner-full"]);
    assert.deepEqual(status?.report, before?.report);
    assert.match(String(lastError?.message), /database or disk is full/);
    assert.equal(stack.failures.length, 1);
  });

  it("A file that cannot be written pauses the crawl, which goes on by an order when it can", async () => {
    const stack = await aFailingStack(sqliteError(778, "disk I/O error"));
    await stack.crawl(ORDER, 60 * MINUTE_MS);
    const { status } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["paused", "planner-store"]);
    assert.equal(stack.failures.length, 1);
    stack.disk = {};
    await stack.crawl(ORDER);
    await assertSound(stack, "after a failing disk");
    assert.equal((await stack.state()).status?.end, "frontier-empty");
  });
});

describe("a planner that fails again and again", () => {
  it("A deployment without the code that the crawl was begun with pauses it, and does not fail each minute", async () => {
    const stack = await aFailingStack(fail("project-not-for-stack/handler"));
    await stack.run();
    const { status, failures } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["paused", "project-not-for-stack"]);
    assert.equal(failures, 1);
  });

  it("What may pass is tried again each minute, and a crawl goes on when it has passed", async () => {
    const stack = await aFailingStack(new Error("AWS does not answer"));
    await stack.crawl(ORDER, 10 * MINUTE_MS);
    const { status, failures } = await stack.state();
    assert.equal(status?.state, "running");
    assert.ok(failures >= 9, `${failures} failures`);
    stack.disk = {};
    await stack.crawl(ORDER);
    await assertSound(stack, "after failures");
    assert.equal((await stack.state()).failures, 0);
  });

  it("Its crawl pauses and ends when it is told to, whatever the failure", async () => {
    for (const [requested, state] of [
      ["pause", "paused"],
      ["stop", "finished"],
    ] as const) {
      const stack = await aFailingStack(new Error("AWS does not answer"));
      await stack.crawl({ ...ORDER, requested }, 60 * MINUTE_MS);
      const { status, failures } = await stack.state();
      assert.deepEqual([status?.state, status?.end, failures], [state, "planner-failed", 3]);
    }
  });

  it("A crawl that could not even begin ends when it is told to", async () => {
    const stack = aStack();
    stack.disk = { commit: failing(new Error("no")) };
    await stack.crawl({ ...ORDER, requested: "stop" }, 60 * MINUTE_MS);
    const { status } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["finished", "planner-failed"]);
  });

  it("What it uses itself counts in the dollar budget, which ends the crawl", async () => {
    const used = { ...NO_USAGE, lambdaRuns: 1, lambdaGbSeconds: 100 };
    const stack = await aFailingStack(new Error("no"), 5.5 * costOf(used).total);
    stack.usage = () => used;
    await stack.crawl(ORDER, 60 * MINUTE_MS);
    const { status } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["finished", "budget-dollars"]);
    assert.equal(status?.usage.lambdaRuns, 6);
    assert.equal(stack.failures.length, 6);
  });
});
