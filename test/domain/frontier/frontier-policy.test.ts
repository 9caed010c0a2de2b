import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { nextLayerOf } from "../../../lib/domain/frontier/frontier-policy.ts";
import type { StoredState } from "../../../lib/domain/frontier/link.ts";
import { aPolicy } from "../../contract/frontier-links.ts";

const layered = aPolicy({ selection: { kind: "layered", topN: 2, depth: 2, ties: "admission" } });

function tallyOf(counts: Partial<Record<StoredState, number>>) {
  return { at: (state: StoredState) => counts[state] ?? 0 };
}

describe("the next layer of a layered selection", () => {
  it("The next layer begins when links are kept for it and no link of the last one is queued, postponed or leased", () => {
    const kept = { "next-layer": 1, fetched: 3, cut: 1 };
    assert.equal(nextLayerOf(layered, 0, tallyOf(kept)), 2);
    assert.equal(nextLayerOf(layered, 0, tallyOf({ fetched: 3 })), undefined);
    for (const state of ["queued", "postponed", "leased"] as const) {
      assert.equal(nextLayerOf(layered, 0, tallyOf({ ...kept, [state]: 1 })), undefined, state);
    }
    const busy = { ...kept, queued: 1, postponed: 1, leased: 2 };
    assert.equal(nextLayerOf(layered, 0, tallyOf(busy)), undefined);
  });

  it("The next layer never begins after the last one, or in a selection without layers", () => {
    const kept = tallyOf({ "next-layer": 1 });
    assert.equal(nextLayerOf(layered, 1, kept), 2);
    assert.equal(nextLayerOf(layered, 2, kept), undefined);
    assert.equal(nextLayerOf(aPolicy(), 0, kept), undefined);
  });

  it("The next layer begins at any depth where there is no last one, sized by the pages fetched", () => {
    const selection = { kind: "layered", topN: { pages: 10_000 }, ties: "random" } as const;
    const endless = aPolicy({ selection: { ...selection, depth: Number.POSITIVE_INFINITY } });
    assert.equal(nextLayerOf(endless, 500, tallyOf({ "next-layer": 900, fetched: 2000 })), 100);
  });
});
