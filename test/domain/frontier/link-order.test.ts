import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  comesBefore,
  drawKey,
  GroupMerge,
  type Head,
  type Selection,
  weighKey,
} from "../../../lib/domain/frontier/frontier-policy.ts";
import { hashToUnit } from "../../../lib/domain/stats/random/random.ts";

const SELECTIONS: readonly Selection[] = [
  { kind: "best" },
  { kind: "proportional" },
  { kind: "fifo" },
  { kind: "lifo" },
  { kind: "random" },
  { kind: "layered", topN: 5, depth: 2, ties: "admission" },
  { kind: "layered", topN: 5, depth: 2, ties: "random" },
];

const link = { url: "https://a.test/", sequence: 7, priority: 0.5 };
const priorities = fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true });
const ranks = fc.record({
  value: fc.constantFrom(-Infinity, 0, 1),
  key: fc.constantFrom(0, 1),
  sequence: fc.nat(3),
});

describe("drawKey", () => {
  it("drawKey is the priority, the order of admission or a random number, according to the selection", () => {
    const keys = SELECTIONS.map((selection) => drawKey(selection, 3, link));
    const u = hashToUnit(3, link.url);
    assert.deepEqual(keys, [0.5, Math.log(u) / 0.5, -7, 7, u, 0.5, 2 ** 19 + u]);
  });

  it("drawKey is never NaN, weighted or not, for any priority and weight in [0, ∞)", () => {
    const property = fc.property(
      fc.constantFrom(...SELECTIONS),
      priorities,
      priorities,
      (selection, priority, weight) => {
        const key = drawKey(selection, 1, { ...link, priority });
        assert.ok(!Number.isNaN(key));
        assert.ok(!Number.isNaN(weighKey(selection, key, weight)));
      },
    );
    fc.assert(property, { seed: 1, numRuns: 500 });
  });

  it("drawKey puts a link without priority last in a proportional draw", () => {
    const key = drawKey({ kind: "proportional" }, 1, { ...link, priority: 0 });
    assert.equal(key, -Infinity);
  });
});

describe("weighKey", () => {
  it("weighKey never reorders links of one group", () => {
    const property = fc.property(
      fc.constantFrom(...SELECTIONS),
      priorities,
      priorities,
      priorities,
      (selection, a, b, weight) => {
        const [low, high] = [a, b]
          .map((priority) => drawKey(selection, 1, { ...link, priority }))
          .sort((x, y) => x - y);
        assert.ok(low !== undefined && high !== undefined);
        assert.ok(weighKey(selection, low, weight) <= weighKey(selection, high, weight));
      },
    );
    fc.assert(property, { seed: 1, numRuns: 500 });
  });
});

describe("comesBefore", () => {
  it("comesBefore is a total order by value, then key, then earlier admission", () => {
    const property = fc.property(ranks, ranks, ranks, (a, b, c) => {
      const isSame = a.value === b.value && a.key === b.key && a.sequence === b.sequence;
      assert.equal(comesBefore(a, b) || comesBefore(b, a), !isSame);
      assert.ok(!(comesBefore(a, b) && comesBefore(b, a)));
      if (comesBefore(a, b) && comesBefore(b, c)) assert.ok(comesBefore(a, c));
    });
    fc.assert(property, { seed: 1, numRuns: 500 });
  });
});

describe("GroupMerge", () => {
  const groups = new Map<string, Head[]>();
  const merge = (from: "first" | "last") =>
    new GroupMerge().begin({
      groups,
      weights: { weightOf: (group) => (group === "half" ? 0.5 : 1) },
      headOf: (group) => groups.get(group)?.at(from === "first" ? 0 : -1),
      valueOf: (key, weight) => key * weight,
      from,
    });
  const head = (sequence: number, hostId: number, key: number): Head => ({ sequence, hostId, key });

  it("`GroupMerge` gives the links of all groups in one order, from either end", () => {
    for (const from of ["first", "last"] as const) {
      groups.set("one", [head(1, 1, 4), head(2, 1, 2)]);
      groups.set("half", [head(3, 1, 6), head(4, 1, 2)]);
      const merged = merge(from);
      const sequences: number[] = [];
      for (let next = merged.peek(); next !== undefined; next = merged.peek()) {
        sequences.push(next.sequence);
        if (from === "first") groups.get(next.group)?.shift();
        else groups.get(next.group)?.pop();
        merged.invalidateGroup(next.group);
      }
      const order = [1, 3, 2, 4];
      assert.deepEqual(sequences, from === "first" ? order : order.toReversed());
    }
  });

  it("`GroupMerge` reads the heads of a host again once they are invalidated, and no others", () => {
    groups.set("one", [head(1, 1, 9)]);
    groups.set("half", [head(2, 2, 8)]);
    const merged = merge("first");
    assert.equal(merged.peek()?.sequence, 1);
    groups.set("one", [head(3, 1, 1)]);
    groups.set("half", [head(4, 2, 99)]);
    assert.equal(merged.peek()?.sequence, 1);
    merged.invalidateHost(1);
    assert.equal(merged.peek()?.sequence, 2);
  });

  it("property: a merge that is begun again and again gives the order of a new one", () => {
    const kept = new GroupMerge();
    // Three thousand groups come and go, more than have a place at once.
    const key = fc.integer({ min: 0, max: 9 });
    const queues = fc.dictionary(
      fc.nat({ max: 3_000 }).map(String),
      fc.array(key, { minLength: 1 }),
      { maxKeys: 40, size: "max" },
    );
    const merged = (links: Record<string, number[]>, merge: GroupMerge): number[] => {
      const waiting = new Map(
        Object.entries(links).map(([group, keys]) => [
          group,
          keys.toSorted((a, b) => b - a).map((each, at) => head(100 * Number(group) + at, 1, each)),
        ]),
      );
      const order: number[] = [];
      const merging = merge.begin({
        groups: waiting,
        weights: { weightOf: (group) => group.length },
        headOf: (group) => waiting.get(group)?.[0],
        valueOf: (each, weight) => each * weight,
        from: "first",
      });
      for (let next = merging.peek(); next !== undefined; next = merging.peek()) {
        order.push(next.sequence);
        waiting.get(next.group)?.shift();
        merging.invalidateHost(1);
      }
      return order;
    };
    fc.assert(
      fc.property(queues, (links) => {
        assert.deepEqual(merged(links, kept), merged(links, new GroupMerge()));
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
