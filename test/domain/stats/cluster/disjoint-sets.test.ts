import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { DisjointSets } from "../../../../lib/domain/stats/cluster/clustering.ts";

describe("disjoint sets", () => {
  it("Disjoint sets are the connected components, each named by its least member", () => {
    const pair = fc.tuple(fc.nat(11), fc.nat(11));
    const property = fc.property(fc.array(pair, { maxLength: 16 }), (pairs) => {
      const sets = new DisjointSets(12);
      const component = Array.from({ length: 12 }, (_, member) => member);
      for (const [a, b] of pairs) {
        sets.join(a, b);
        const [x, y] = [component[a] ?? 0, component[b] ?? 0];
        for (const [member, known] of component.entries())
          if (known === x || known === y) component[member] = Math.min(x, y);
      }
      for (const [member, least] of component.entries()) assert.equal(sets.find(member), least);
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
