import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type EachLink,
  eachLink,
  hubsAndAuthorities,
  hubsTowards,
} from "../../../../lib/domain/methods/graph/link-graph.ts";
import { aGraph } from "../../../support/a-graph.ts";

/** HITS on a graph of single links. */
function hits(links: Parameters<typeof aGraph>[0]) {
  const graph = aGraph(links);
  return hubsAndAuthorities(graph.urls.length, (visit) =>
    eachLink(graph, (page, target) => visit(page, target, 1)),
  );
}

/** Links of the nodes 0, 1 … by weight: a row a node. */
const weighted =
  (rows: readonly (readonly number[])[]): EachLink =>
  (visit) => {
    for (const [from, row] of rows.entries())
      for (const [to, weight] of row.entries()) if (weight > 0) visit(from, to, weight);
  };

describe("HITS", () => {
  it("HITS counts a link of weight 2 as two links", () => {
    // 0 → 1 twice and 0 → 2: authorities (0, 2, 1) / √5.
    const { hubs, authorities } = hubsAndAuthorities(
      3,
      weighted([
        [0, 2, 1],
        [0, 0, 0],
        [0, 0, 0],
      ]),
    );
    assert.deepEqual([...hubs], [1, 0, 0]);
    assert.deepEqual(
      Array.from(authorities, (score) => score.toFixed(6)),
      [0, 2, 1].map((score) => (score / Math.sqrt(5)).toFixed(6)),
    );
  });

  it("HITS computes hub scores from given authorities", () => {
    const hubs = hubsTowards(
      Float64Array.of(0, 1, 0),
      weighted([
        [0, 3, 9],
        [0, 0, 9],
        [0, 4, 0],
      ]),
    );
    assert.deepEqual([...hubs], [0.6, 0, 0.8]);
  });

  it("HITS gives the principal eigenvector of two hubs: worked by hand", () => {
    // a → x, y; b → y: AᵀA of (x, y) is [[1, 1], [1, 2]], its largest eigenvalue (3 + √5) / 2.
    const { authorities, hubs, gain } = hits({ a: "xy", b: "y" });
    const [, , x = 0, y = 0] = authorities;
    assert.equal((y / x).toFixed(6), ((1 + Math.sqrt(5)) / 2).toFixed(6));
    assert.equal((gain ** 2).toFixed(6), ((3 + Math.sqrt(5)) / 2).toFixed(6));
    assert.ok((hubs[0] ?? 0) > (hubs[1] ?? 0));
  });

  it("HITS gives score vectors of length 1", () => {
    const { authorities, hubs } = hits({ a: "bcd", b: "cd", c: "a" });
    for (const scores of [authorities, hubs]) {
      assert.equal(Math.hypot(...scores).toFixed(9), "1.000000000");
    }
  });

  it("HITS gives zero scores when nothing is linked", () => {
    const { authorities, gain } = hits({ a: "", b: "" });
    assert.deepEqual([...authorities], [0, 0]);
    assert.equal(gain, 0);
  });
});
