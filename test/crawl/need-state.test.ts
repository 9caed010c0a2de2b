import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loggedUpdates } from "../../lib/crawl/need-state.ts";
import type { RunEvent } from "../../lib/ports/run-log.ts";

const sampled = (seen: number, model: string): RunEvent => {
  return { at: 0, kind: "sampled", detail: { labels: 0, seen, model, pages: seen } };
};
const trained = (model: string): RunEvent => ({ at: 0, kind: "trained", detail: { model } });

/** Reads the updates of a log while the database still holds these models. */
async function updatesWith(stored: readonly string[], events: readonly RunEvent[]) {
  return loggedUpdates({
    log: { list: async () => events },
    models: { get: async (hash) => (stored.includes(hash) ? "{}" : undefined) },
  });
}

const EVENTS = [sampled(32, "a"), trained("b"), sampled(128, "c"), trained("d")];

describe("what a need knows of its crawl, by the log", () => {
  it("The last update counts, with the training that followed it", async () => {
    const { state, begun } = await updatesWith(["a", "b", "c", "d"], EVENTS);
    assert.deepEqual([state.seen, begun], [128, undefined]);
  });

  it("An update is unfinished when the training that followed it was lost with the end of the database", async () => {
    const { state, begun } = await updatesWith(["a", "b", "c"], EVENTS);
    assert.deepEqual([state.seen, begun], [128, EVENTS[2]]);
  });

  it("An update whose model was lost with the end of the database is due again", async () => {
    const { state, begun } = await updatesWith(["a", "b"], EVENTS);
    assert.deepEqual([state.seen, begun], [32, undefined]);
    assert.equal((await updatesWith([], EVENTS)).state.seen, 0);
  });
});
