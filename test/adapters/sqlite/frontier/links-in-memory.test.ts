import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  HeldLinks,
  PackedLinks,
  type StoredLink,
} from "../../../../lib/adapters/sqlite/frontier/links-in-memory.ts";
import { openDatabase } from "../../../../lib/adapters/sqlite/open-database.ts";
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

const PACKER = () => undefined;

type Step =
  | { readonly kind: "put"; readonly sequence: number; readonly bytes: Uint8Array }
  | { readonly kind: "drop"; readonly sequence: number }
  | { readonly kind: "begin" };

const sequences = fc.integer({ min: 1, max: 3_000 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("put" as const),
      sequence: sequences,
      bytes: fc.uint8Array({ maxLength: 400 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("drop" as const), sequence: sequences }) },
  fc.record({ kind: fc.constant("begin" as const) }),
);

describe("PackedLinks", () => {
  it("`PackedLinks` keeps what was put of each link until it is dropped", () => {
    const property = fc.property(fc.array(steps, { maxLength: 300 }), (all) => {
      const packed = new PackedLinks(openDatabase(":memory:"));
      packed.begin(PACKER);
      const expected = new Map<number, Uint8Array>();
      for (const step of all) {
        if (step.kind === "begin") packed.begin(PACKER);
        else if (step.kind === "drop") {
          packed.drop(step.sequence);
          expected.delete(step.sequence);
        } else {
          packed.put(step.sequence, step.bytes);
          expected.set(step.sequence, step.bytes);
        }
      }
      for (const [sequence, bytes] of expected)
        assert.deepEqual(Uint8Array.from(packed.get(sequence) ?? []), bytes);
      assert.equal(packed.get(4_000), undefined);
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });

  it("`PackedLinks` drops all that another packer made", () => {
    const packed = new PackedLinks(openDatabase(":memory:"));
    packed.begin(PACKER);
    packed.put(1, Uint8Array.of(1));
    packed.begin(() => undefined);
    assert.equal(packed.get(1), undefined);
  });

  it("`PackedLinks` lie in a temporary file, of which memory has 4 MiB, however many links wait", () => {
    const database = openDatabase(":memory:");
    const packed = new PackedLinks(database);
    packed.begin(PACKER);
    const long = new Uint8Array(60_000).fill(7);
    for (let sequence = 1; sequence <= 200; sequence += 1) packed.put(sequence, long);
    assert.deepEqual(Uint8Array.from(packed.get(1) ?? []), long);
    assert.equal(database.prepare("PRAGMA scratch.cache_size").get()?.["cache_size"], -4_096);
    // A database in memory takes no journal but one in memory.
    const journal = database.prepare("PRAGMA scratch.journal_mode = PERSIST").get();
    assert.equal(journal?.["journal_mode"], "persist");
    database.close();
  });

  it("`PackedLinks` of an earlier frontier of a database are not those of the next one", () => {
    const database = openDatabase(":memory:");
    new PackedLinks(database).put(1, Uint8Array.of(1));
    assert.equal(new PackedLinks(database).get(1), undefined);
    database.close();
  });
});
