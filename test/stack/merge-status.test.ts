import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mergeStatus } from "../../lib/stack/merge-status.ts";
import { parseReport } from "../../lib/stack/stack-registers.ts";
import { aStatus } from "../support/a-stack.ts";

describe("the status of several shards", () => {
  it("The status of several shards has the sums of their figures, and the longest time", () => {
    const merged = mergeStatus([aStatus({ listedRecords: 4 }), aStatus({ seconds: 90 })]);
    assert.deepEqual([merged?.dollars, merged?.seconds, merged?.listedRecords], [0.5, 90, 4]);
    assert.equal(merged?.usage.s3Writes, 80_000);
    const { fetched, targets, harvestRate, states, reasons } = parseReport(merged?.report ?? null);
    assert.deepEqual([fetched, targets, harvestRate, states.waiting], [6, 2, 1 / 3, 14]);
    assert.deepEqual(reasons, { "fetched:page": 6 });
    const sites = [3, 4].map((spentSites) => aStatus({ spentSites }));
    assert.deepEqual([mergeStatus(sites)?.spentSites, merged?.spentSites], [7, null]);
  });

  it("Several shards run until the last one has begun and ended", () => {
    const [running, paused] = [aStatus(), aStatus({ state: "paused", end: "pages-failing" })];
    const finished = aStatus({ state: "finished", end: "frontier-empty" });
    const stateOf = (...shards: Parameters<typeof mergeStatus>[0][number][]) => {
      const merged = mergeStatus(shards);
      return [merged?.state, merged?.end];
    };
    assert.deepEqual(stateOf(finished, running), ["running", null]);
    assert.deepEqual(stateOf(finished, null), ["running", null]);
    assert.deepEqual(stateOf(finished, finished), ["finished", "frontier-empty"]);
    assert.deepEqual(stateOf(finished, paused), ["paused", "pages-failing"]);
    assert.equal(mergeStatus([null, null]), null);
    assert.equal(mergeStatus([running]), running);
  });
});
