import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { reportAsked } from "../../lib/stack/make-report.ts";
import { readRegister } from "../../lib/stack/stack-registers.ts";
import { aPlannerState, aStatus } from "../support/a-stack.ts";
import { fixedClock } from "../support/fixed-clock.ts";
import { memoryBlobStore } from "../support/memory-blob-store.ts";
import { memoryKeyValueStore } from "../support/memory-key-value-store.ts";

const ASKED = { crawl: "c", at: 5, format: "text", key: null } as const;

/** A stack that was asked for a report of its crawl, which has begun or not. */
async function aReport(asked: object = {}, hasBegun = true) {
  const [keyValueStore, blobs] = [memoryKeyValueStore(), memoryBlobStore()];
  const order = { crawl: "c", requested: "run", plan: "plans/c" } as const;
  await keyValueStore.write("order", order, 0);
  await keyValueStore.write("planner", aPlannerState("c", hasBegun ? aStatus() : null), 0);
  await keyValueStore.write("report", { ...ASKED, ...asked }, 0);
  const made: string[] = [];
  const reportOf = async (format: string) => {
    made.push(format);
    return `as ${format}`;
  };
  const register = async () => (await readRegister(keyValueStore, "report")).value;
  return { ports: { keyValueStore, blobs, clock: fixedClock(7), reportOf }, made, register };
}

describe("a report in a stack", () => {
  for (const [format, name] of [
    ["html", "report.html"],
    ["json", "report.json"],
    ["text", "report.txt"],
  ] as const) {
    it(`A report in a stack as ${format} is stored as ${name}, and made once`, async () => {
      const { ports, register, made } = await aReport({ format });
      assert.equal(await reportAsked(ports), "reported");
      const key = `exports/c/7/${name}`;
      assert.deepEqual(await register(), { ...ASKED, format, key });
      const stored = Buffer.from(ports.blobs.objects.get(key) ?? []).toString();
      assert.equal(stored, `as ${format}`);
      assert.equal(await reportAsked(ports), "nothing-asked");
      assert.deepEqual(made, [format]);
    });
  }

  it("A report in a stack is not made of a crawl that was before", async () => {
    const { ports, made } = await aReport({ crawl: "before" });
    assert.equal(await reportAsked(ports), "nothing-asked");
    assert.deepEqual(made, []);
  });

  it("A report in a stack waits until its planner has begun the crawl", async () => {
    const { ports, made } = await aReport({}, false);
    assert.equal(await reportAsked(ports), "not-begun");
    await ports.keyValueStore.write("planner", aPlannerState("c", aStatus()), 1);
    assert.equal(await reportAsked(ports), "reported");
    assert.deepEqual(made, ["text"]);
  });

  it("A report in a stack does not replace that of a faster one", async () => {
    const { ports, register } = await aReport();
    const faster = { ...ASKED, key: "exports/c/6/report.txt" };
    const reportOf = async () => {
      await ports.keyValueStore.write("report", faster, 1);
      return "slower";
    };
    assert.equal(await reportAsked({ ...ports, reportOf }), "overtaken");
    assert.deepEqual(await register(), faster);
  });
});
