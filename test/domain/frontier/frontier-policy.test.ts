import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { layerSize, nextLayerOf } from "../../../lib/domain/frontier/frontier-policy.ts";
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

describe("the size of a layer", () => {
  it("A layer of fixed size has it at any time of a crawl", () => {
    for (const fetched of [0, 7, 10_000]) assert.equal(layerSize(50, fetched), 50);
  });

  it("A layer is a twentieth of the pages fetched while a crawl is young, of those that remain later", () => {
    const sizes = [400, 1000, 1600].map((fetched) => layerSize({ pages: 2000 }, fetched));
    assert.deepEqual(sizes, [20, 50, 20]);
  });

  it("A layer of a crawl without a bound of pages is a twentieth of the pages fetched", () => {
    assert.equal(layerSize({ pages: Number.POSITIVE_INFINITY }, 1_000_000), 50_000);
  });

  it("A layer of any crawl has at least sixteen links, also when its budget is spent", () => {
    for (const pages of [1, 500, 20_000, Number.POSITIVE_INFINITY]) {
      assert.equal(layerSize({ pages }, 1), 16);
    }
    assert.equal(layerSize({ pages: 100 }, 300), 16);
  });

  it("Layers of a crawl number a few hundred at most, so that each page is trained on a bounded number of times", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (pages) => {
        let [fetched, layers, trainedOn] = [1, 0, 0];
        while (fetched < pages) {
          fetched += Math.min(layerSize({ pages }, fetched), pages - fetched);
          layers += 1;
          trainedOn += fetched;
        }
        const growth = Math.log(Math.max(pages, 320) / 320);
        assert.ok(layers <= 2 * (20 + 21 * growth) + 1, `${layers} layers`);
        assert.ok(trainedOn <= pages * (layers + 1));
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
