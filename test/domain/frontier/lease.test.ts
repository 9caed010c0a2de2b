import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  afterLoss,
  leaseId,
  MOST_LOST_LEASES,
  OpenLeases,
} from "../../../lib/domain/frontier/link.ts";
import { urlOf } from "../../contract/frontier-links.ts";

const aLease = (sequence: number, expiresAt: number) => ({
  id: leaseId(sequence, 1),
  link: {
    url: urlOf(`a.test/${sequence}`),
    sequence,
    hostId: 1,
    group: "",
    state: "leased" as const,
    priority: 1,
    depth: 0,
  },
  expiresAt,
});

describe("OpenLeases", () => {
  it("`OpenLeases` ends a lease once", () => {
    const leases = new OpenLeases();
    const lease = aLease(1, 10);
    leases.add(lease);
    assert.equal(leases.has(lease.id), true);
    assert.equal(leases.end(lease.id), lease);
    assert.equal(leases.has(lease.id), false);
    assert.equal(leases.end(lease.id), undefined);
  });

  it("`OpenLeases` expires leases at their moment, in the order of drawing, and each once", () => {
    const leases = new OpenLeases();
    for (const lease of [aLease(3, 10), aLease(1, 11), aLease(2, 9)]) leases.add(lease);
    assert.equal(leases.nextExpiry(), 9);
    const expiring = leases.expiring(10).map(({ link }) => link.sequence);
    assert.deepEqual(expiring, [3, 2]);
    const expired = leases.expire(10).map(({ link }) => link.sequence);
    assert.deepEqual(expired, [3, 2]);
    assert.deepEqual(leases.expire(10), []);
    assert.equal(leases.nextExpiry(), 11);
  });

  it("`OpenLeases` gives each lease of a link an id of its own", () => {
    assert.equal(new Set([leaseId(1, 11), leaseId(11, 1), leaseId(1, 1)]).size, 3);
  });
});

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
