import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { GroupCount } from "../../../lib/domain/methods/group-tally.ts";
import { turnedPriority, weighHosts } from "../../../peers/link-learner/link-learner.ts";

const aCount = (parts: Partial<GroupCount>): GroupCount => {
  return { waiting: 1, misses: 0, pages: 0, targets: 0, utility: 0, types: new Map(), ...parts };
};

const tallyOf = (groups: ReadonlyMap<string, GroupCount>) => {
  return { pages: 0, remaining: 10, types: new Map<string, number>(), groups };
};

describe("hosts that take turns", () => {
  it("A host's weight halves for each link drawn more than from the least-drawn host", () => {
    const groups = new Map([
      ["a", aCount({ pages: 2, misses: 1 })],
      ["b", aCount({ pages: 1 })],
      ["none waits", aCount({ waiting: 0 })],
    ]);
    assert.deepEqual(
      weighHosts(tallyOf(groups), ["a", "b", "new"]),
      new Map([
        ["a", 0.25],
        ["b", 1],
        ["new", 1],
      ]),
    );
  });

  it("Host weights never let a link's score outweigh the turns of hosts", () => {
    const worth = fc.double({ min: 0, max: 1, noNaN: true });
    const property = fc.property(worth, worth, fc.nat(900), (best, worst, turns) => {
      const groups = new Map([
        ["often", aCount({ pages: turns + 1 })],
        ["seldom", aCount({ pages: turns })],
        ["least", aCount({})],
      ]);
      const weights = weighHosts(tallyOf(groups), groups.keys());
      const often = turnedPriority(best) * (weights.get("often") ?? 0);
      assert.ok(often < turnedPriority(worst) * (weights.get("seldom") ?? 0));
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
