import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { layerSize } from "../../../lib/domain/frontier/layer-size.ts";

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
