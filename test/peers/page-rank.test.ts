import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { linkGraph } from "../../lib/domain/methods/graph/link-graph.ts";
import { pageRank } from "../../peers/page-rank.ts";
import { aGraph, nodeUrl } from "../support/a-graph.ts";

const rounded = (values: Iterable<number>) => Array.from(values, (value) => value.toFixed(4));

describe("PageRank", () => {
  it("PageRank gives all pages of a ring the same rank", () => {
    assert.deepEqual(
      rounded(pageRank(aGraph({ a: "b", b: "c", c: "a" }))),
      Array(3).fill("0.3333"),
    );
  });

  it("PageRank solves its equation for two pages that link to a third: worked by hand", () => {
    // c links to nothing: x = 0.05 + 0.85 · y / 3, y = x + 0.85 · 2x, 2x + y = 1.
    const [a = 0, b = 0, c = 0] = pageRank(aGraph({ a: "c", b: "c" }));
    assert.equal(a, b);
    assert.equal((2 * a + c).toFixed(9), "1.000000000");
    assert.equal((c / a).toFixed(6), "2.700000");
  });

  it("PageRank gives a page's only link more than one of many", () => {
    const graph = aGraph({ a: "bc", c: "d", b: "" });
    const ranks = pageRank(graph);
    const of = (letter: string) => ranks[graph.urls.indexOf(nodeUrl(letter))] ?? 0;
    assert.ok(of("d") > of("b"));
  });

  it("PageRank gives a distribution over the nodes of any graph", () => {
    const pages = fc.uniqueArray(
      fc.record({
        url: fc.constantFrom(..."abcdef".split("")),
        to: fc.subarray("abcdefgh".split("")),
      }),
      { selector: ({ url }) => url, minLength: 1 },
    );
    const property = fc.property(pages, (list) => {
      const visits = list.map(({ url, to }) => ({ url: nodeUrl(url), outlinks: to.map(nodeUrl) }));
      const ranks = pageRank(linkGraph(visits));
      assert.equal(ranks.reduce((a, b) => a + b, 0).toFixed(9), "1.000000000");
      assert.ok(ranks.every((rank) => rank > 0));
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
