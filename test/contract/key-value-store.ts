import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Json } from "../../lib/domain/json.ts";
import type { KeyValueStore } from "../../lib/ports/key-value-store.ts";

/** A way to get an empty key-value store. */
export interface RegistersMaker {
  readonly name: string;
  /** Creates a store without a value. */
  readonly create: () => KeyValueStore | Promise<KeyValueStore>;
}

/** Tests the promises of all key-value stores. */
export function describeRegisters({ name, create }: RegistersMaker): void {
  describe(`${name} are registers`, () => {
    it("Registers hold nothing at the start", async () => {
      assert.equal(await (await create()).read("planner"), undefined);
    });

    it("Registers hold what was written, under a version that grows with each change", async () => {
      const registers = await create();
      assert.equal(await registers.write("planner", { owner: "a" }, 0), true);
      const first = await registers.read("planner");
      assert.deepEqual(first, { version: 1, value: { owner: "a" } });
      assert.equal(await registers.write("planner", null, 1), true);
      const second = await registers.read("planner");
      assert.equal(second?.value, null);
      assert.ok(second.version > first.version);
    });

    it("Registers refuse a write to another version than their own, and stay unchanged", async () => {
      const registers = await create();
      assert.equal(await registers.write("order", "stale", 1), false);
      assert.equal(await registers.read("order"), undefined);
      await registers.write("order", "first", 0);
      const held = await registers.read("order");
      for (const version of [0, 2, 7]) {
        assert.equal(await registers.write("order", "stale", version), false);
      }
      assert.deepEqual(await registers.read("order"), held);
    });

    it("Registers are independent of one another", async () => {
      const registers = await create();
      await registers.write("order", 1, 0);
      assert.equal(await registers.read("planner"), undefined);
      assert.equal(await registers.write("planner", 2, 0), true);
      assert.equal((await registers.read("order"))?.value, 1);
    });

    it("Registers let one of many writers succeed", async () => {
      const registers = await create();
      for (const version of [0, 1]) {
        const wins = await Promise.all(
          Array.from({ length: 8 }, (_, i) => registers.write("planner", i, version)),
        );
        assert.equal(wins.filter(Boolean).length, 1);
        assert.equal((await registers.read("planner"))?.value, wins.indexOf(true));
      }
    });

    it("Registers give each reader a value of its own", async () => {
      const registers = await create();
      const value = { list: [1] };
      await registers.write("order", value, 0);
      value.list.push(2);
      assert.deepEqual((await registers.read("order"))?.value, { list: [1] });
    });

    it("Registers keep every JSON value", async () => {
      const registers = await create();
      let version = 0;
      await fc.assert(
        fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (drawn) => {
          const value: Json = JSON.parse(JSON.stringify(drawn));
          assert.equal(await registers.write("order", value, version), true);
          const held = await registers.read("order");
          assert.deepEqual(held?.value, value);
          version = held?.version ?? 0;
        }),
        { seed: 1, numRuns: 30 },
      );
    });
  });
}
