import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { PageAllowance } from "../../lib/stack/page-allowance.ts";
import { memoryKeyValueStore } from "../support/memory-key-value-store.ts";

const BUDGET = 20;

describe("the pages that shards may fetch", () => {
  it("All allowances together never exceed the budget, and none is stuck with a shard that left it", async () => {
    const act = fc.tuple(fc.nat(2), fc.boolean(), fc.nat(30));
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const registers = memoryKeyValueStore();
        const shards = [0, 1, 2].map((index) => {
          const place = { index, count: 3 };
          return new PageAllowance(registers, { crawl: "c", place, epoch: 1, budget: BUDGET });
        });
        const sum = () => shards.reduce((total, { pages }) => total + pages, 0);
        for (const [index, reserves, pages] of acts) {
          const shard = shards[index];
          await (reserves ? shard?.reserve(pages) : shard?.release(pages));
          assert.ok(sum() <= BUDGET);
          if (reserves && sum() < BUDGET) assert.ok((shard?.pages ?? 0) >= Math.min(pages, BUDGET));
        }
      }),
      { seed: 1 },
    );
  });

  it("A planner that was overtaken takes no page away, and the next one begins with what is reserved", async () => {
    const registers = memoryKeyValueStore();
    const place = { index: 0, count: 2 };
    const planner = (epoch: number) =>
      new PageAllowance(registers, { crawl: "c", place, epoch, budget: BUDGET });
    const [first, second] = [planner(1), planner(2)];
    await first.reserve(8);
    await second.reserve(5);
    assert.equal(second.pages, 8);
    await first.release(1);
    await second.reserve(9);
    assert.equal(second.pages, 9);
  });

  it("Shards change their allowances at the same time, and each change counts", async () => {
    const registers = memoryKeyValueStore();
    const shards = [0, 1, 2].map((index) => {
      const place = { index, count: 3 };
      return new PageAllowance(registers, { crawl: "c", place, epoch: 1, budget: BUDGET });
    });
    await Promise.all(shards.map((shard) => shard.reserve(9)));
    assert.deepEqual(
      shards.map(({ pages }) => pages).toSorted((a, b) => a - b),
      [2, 9, 9],
    );
  });

  it("A crawl without a bound of pages needs no register", async () => {
    const registers = memoryKeyValueStore();
    const place = { index: 0, count: 2 };
    const shard = new PageAllowance(registers, { crawl: "c", place, epoch: 1, budget: Infinity });
    await shard.reserve(5);
    assert.equal(shard.pages, Infinity);
    assert.equal(await registers.read("budget"), undefined);
  });
});
