import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { leaseId, OpenLeases } from "../../../lib/domain/frontier/lease.ts";
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
