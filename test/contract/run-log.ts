import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { RunEvent, RunLog } from "../../lib/ports/run-log.ts";

/** Returns an event of a crawl. */
export function anEvent(at: number, changes: Partial<RunEvent> = {}): RunEvent {
  return { at, kind: "started", detail: { strategy: "best-first" }, ...changes };
}

/** Tests the promises of every run log. */
export function describeRunLog(name: string, create: () => Promise<RunLog>): void {
  describe(`${name} is a run log`, () => {
    it("A run log has no events at the start", async () => {
      assert.deepEqual(await (await create()).list(), []);
    });

    it("A run log lists events in the order they were appended, whatever their time", async () => {
      const log = await create();
      const events = [anEvent(3), anEvent(1, { kind: "trained" }), anEvent(2, { kind: "paused" })];
      for (const event of events) await log.append(event);
      assert.deepEqual(await log.list(), events);
    });

    it("A run log keeps every detail", async () => {
      const log = await create();
      const detail = { why: "line\nbreak \u2028 é", pages: 0.1, nested: [{ is: null }, true, ""] };
      await log.append(anEvent(1, { detail }));
      assert.deepEqual(await log.list(), [anEvent(1, { detail })]);
    });

    it("A run log gives a list that later events do not change", async () => {
      const log = await create();
      await log.append(anEvent(1));
      const before = await log.list();
      await log.append(anEvent(2));
      assert.equal(before.length, 1);
    });
  });
}
