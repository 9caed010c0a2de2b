import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { afterLoss, MOST_LOST_LEASES } from "../../../lib/domain/frontier/lost-lease.ts";

describe("a link that lost a lease", () => {
  it("A link that lost a lease is next in a batch of the square root of the links, then alone, then given up", () => {
    const first = afterLoss({ sequence: 7, losses: 0 }, 20);
    assert.deepEqual(first, { sequence: 7, losses: 1, most: 5 });
    const second = afterLoss(first, 5);
    assert.deepEqual(second, { sequence: 7, losses: 2, most: 1 });
    assert.equal(afterLoss(second, 1), undefined);
  });

  it("A link that lost leases is alone in the batch that decides, however large the first one was", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (size) => {
        let link = afterLoss({ sequence: 1, losses: 0 }, size);
        for (let losses = 1; losses < MOST_LOST_LEASES - 1; losses += 1) {
          assert.ok(link !== undefined && link.most >= 1 && link.most ** 2 < size + 2 * link.most);
          link = afterLoss(link, link.most);
        }
        assert.equal(link?.most, 1);
      }),
      { seed: 1 },
    );
  });
});
