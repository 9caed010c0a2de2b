import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  HeldLinks,
  type StoredLink,
} from "../../../../lib/adapters/sqlite/frontier/links-in-memory.ts";
import type { StoredState } from "../../../../lib/domain/frontier/link.ts";
import { aLink, urlOf } from "../../../contract/frontier-links.ts";

function aStored(sequence: number, state: StoredState = "queued"): StoredLink {
  const name = `a.test/${sequence}`;
  const { quotas: _quotas, refusedBy: _refusedBy, ...link } = aLink(name);
  const { group, priority, depth } = link;
  const summary = { url: urlOf(name), sequence, hostId: 1, group, state, priority, depth };
  return { summary, link: { ...link, sequence, attempts: 0 }, leases: 0 };
}

describe("HeldLinks", () => {
  it("`HeldLinks` takes over what changes of a link that it holds, and of no other", () => {
    const held = new HeldLinks();
    const stored = held.put(aStored(1));
    const summary = { ...stored.summary, priority: 2 };
    const link = { ...stored.link, priority: 2 };
    held.update(summary, ({ leases }) => ({ link, leases: leases + 3 }));
    assert.deepEqual(held.get(1), { summary, link, leases: 3 });
    held.update(aStored(2).summary, (other) => other);
    assert.equal(held.get(2), undefined);
  });

  it("`HeldLinks` holds waiting and leased links, and drops those that are processed or cut", () => {
    const held = new HeldLinks();
    const states = ["queued", "postponed", "next-layer", "leased", "fetched", "cut"] as const;
    states.forEach((state, index) => held.put(aStored(index, state)));
    const heldStates = states.map((_, index) => held.get(index)?.summary.state);
    const dropped = [undefined, undefined];
    assert.deepEqual(heldStates, ["queued", "postponed", "next-layer", "leased", ...dropped]);
    held.update(aStored(3, "fetched").summary, (leased) => leased);
    assert.deepEqual([held.get(3), held.get(4), held.get(5)], [undefined, undefined, undefined]);
  });

  it("`HeldLinks` holds no more links than it has room for, and takes others up as links leave", () => {
    const held = new HeldLinks();
    for (let sequence = 1; sequence <= 10_001; sequence += 1) held.put(aStored(sequence));
    assert.equal(held.get(10_001), undefined);
    assert.ok(held.get(10_000));
    held.put(aStored(7, "fetched"));
    held.put(aStored(10_001));
    assert.ok(held.get(10_001));
  });
});
