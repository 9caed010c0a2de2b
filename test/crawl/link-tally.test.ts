import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type CompletedLink, LinkTally } from "../../lib/crawl/link-tally.ts";

const NOTHING_WAITS: ReadonlyMap<string, number> = new Map();

function aPage(group: string, utility: number, type?: string): CompletedLink {
  return { linkModel: "m", group, page: { utility, isTarget: utility > 0.5, type } };
}

function aMiss(group: string): CompletedLink {
  return { linkModel: "m", group, page: undefined };
}

function tallyOf(...links: readonly CompletedLink[]): LinkTally {
  const tally = new LinkTally();
  for (const link of links) tally.count(link, undefined);
  return tally;
}

const links: fc.Arbitrary<CompletedLink> = fc.record({
  linkModel: fc.constantFrom("m", "n"),
  group: fc.constantFrom("", "a", "b", "c"),
  page: fc.option(
    fc.record({
      utility: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
      isTarget: fc.boolean(),
      type: fc.constantFrom(undefined, "0", "1"),
    }),
    { nil: undefined },
  ),
});

describe("the tally of links", () => {
  it("The link tally counts pages, targets, utilities, types and misses of each group", () => {
    const tally = tallyOf(aPage("a", 0.75, "post"), aPage("a", 0.25), aMiss("a"), aMiss("b"));
    const { pages, remaining, types, groups } = tally.groupTally("m", NOTHING_WAITS, 7);
    assert.deepEqual([pages, remaining], [2, 7]);
    const ofPages = new Map([
      ["post", 1],
      ["", 1],
    ]);
    assert.deepEqual(types, ofPages);
    assert.deepEqual(tally.types("m"), ofPages);
    assert.deepEqual(groups.get("a"), {
      ...{ waiting: 0, misses: 1, pages: 2, targets: 1, utility: 1 },
      types: ofPages,
    });
    assert.equal(groups.get("b")?.misses, 1);
  });

  it("The link tally counts for each model only the links that it scored", () => {
    const tally = tallyOf(aPage("a", 1), { ...aPage("a", 1), linkModel: "other" });
    assert.equal(tally.groupTally("m", NOTHING_WAITS, 0).pages, 1);
    assert.equal(tally.groupTally("new", NOTHING_WAITS, 0).pages, 0);
    assert.deepEqual(tally.types("new"), new Map());
  });

  it("The link tally lists all queued groups by name, after those that were drawn from", () => {
    const waiting = new Map([
      ["z", 1],
      ["b", 2],
      ["a", 3],
    ]);
    const { groups } = tallyOf(aMiss("b"), aMiss("y")).groupTally("m", waiting, 0);
    assert.deepEqual([...groups.keys()], ["b", "y", "a", "z"]);
    assert.deepEqual(
      Array.from(groups.values(), (count) => count.waiting),
      [2, 0, 3, 1],
    );
  });

  it("The link tally replaces a record by its new version", () => {
    const tally = tallyOf(aPage("a", 0.5, "0"), aMiss("b"));
    tally.count(aPage("b", 1, "1"), aMiss("b"));
    assert.deepEqual(
      tally.groupTally("m", NOTHING_WAITS, 0),
      tallyOf(aPage("a", 0.5, "0"), aPage("b", 1, "1")).groupTally("m", NOTHING_WAITS, 0),
    );
    tally.count(aMiss("a"), aPage("b", 1, "1"));
    assert.deepEqual(tally.types("m"), new Map([["0", 1]]));
  });

  it("The link tally keeps its sums to the bit when a record is added again", () => {
    fc.assert(
      fc.property(fc.array(links, { minLength: 1 }), fc.nat(), (all, pick) => {
        const tally = tallyOf(...all);
        const again = all[pick % all.length];
        if (again !== undefined) tally.count({ ...again }, again);
        for (const model of ["m", "n"]) {
          assert.deepEqual(
            tally.groupTally(model, NOTHING_WAITS, 0),
            tallyOf(...all).groupTally(model, NOTHING_WAITS, 0),
          );
        }
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("The link tally keeps a sum to the bit that subtracting a utility and adding it again would change", () => {
    const all = [aPage("a", 0.1), aPage("a", 0.2), aPage("a", 0.4)];
    const tally = tallyOf(...all);
    tally.count(aPage("a", 0.2), aPage("a", 0.2));
    const utility = tally.groupTally("m", NOTHING_WAITS, 0).groups.get("a")?.utility;
    assert.equal(utility, 0.1 + 0.2 + 0.4);
  });

  it("The link tally counts a new version of a record in the place of the old one, whatever changed", () => {
    const holds = (before: CompletedLink, now: CompletedLink) => {
      const tally = tallyOf(before);
      tally.count(now, before);
      for (const model of ["m", "n"]) {
        assert.deepEqual(
          tally.groupTally(model, NOTHING_WAITS, 0),
          tallyOf(now).groupTally(model, NOTHING_WAITS, 0),
        );
      }
    };
    fc.assert(fc.property(links, links, holds), { seed: 1, numRuns: 500 });
  });

  it("The link tally keeps a group with as many misses as pages", () => {
    const { groups } = tallyOf(aPage("a", 1), aMiss("a")).groupTally("m", NOTHING_WAITS, 0);
    assert.deepEqual([groups.get("a")?.pages, groups.get("a")?.misses], [1, 1]);
  });

  it("The link tally returns counts that later records do not change", () => {
    const tally = tallyOf(aPage("a", 1));
    const { groups } = tally.groupTally("m", NOTHING_WAITS, 0);
    tally.count(aPage("a", 1), undefined);
    assert.equal(groups.get("a")?.pages, 1);
    assert.equal(groups.get("a")?.types.get(""), 1);
  });

  it("The link tally keeps the queued groups in order as they come and go", () => {
    const names = fc.uniqueArray(fc.nat({ max: 99 }).map(String), { maxLength: 60 });
    const isInOrder = (draws: readonly string[][]): void => {
      const tally = tallyOf(aMiss("5"), aPage("1", 1));
      for (const queued of draws) {
        const waiting = new Map(queued.map((group) => [group, Number(group)]));
        const { groups } = tally.groupTally("m", waiting, 0);
        const others = queued.filter((group) => group !== "5" && group !== "1").sort();
        assert.deepEqual([...groups.keys()], ["5", "1", ...others]);
        assert.equal(groups.size, 2 + others.length);
        for (const group of queued) assert.equal(groups.get(group)?.waiting, Number(group));
      }
    };
    fc.assert(fc.property(fc.array(names, { maxLength: 6 }), isInOrder), { seed: 1 });
  });
});
