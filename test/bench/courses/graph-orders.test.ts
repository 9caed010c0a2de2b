import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { crawlInOrder } from "../../../bench/courses/graph-orders.ts";
import { aGraph, nodeUrl } from "../../support/a-graph.ts";

/** The root links to d, then to b, which leads to two of the targets. */
const SITE = {
  graph: aGraph({ a: "dcb", b: "ef", c: "", d: "a", e: "", f: "" }),
  root: nodeUrl("a"),
  targets: new Set(["d", "e", "f"].map(nodeUrl)),
};

const marksOf = (order: Parameters<typeof crawlInOrder>[1]) =>
  crawlInOrder(SITE, order)
    .isTarget.map((isTarget) => (isTarget ? "t" : "."))
    .join("");

describe("orders made from the whole graph", () => {
  it("Crawl orders from the whole graph put targets first when they know them", () => {
    assert.equal(marksOf("oracle"), ".t.tt");
  });

  it("Crawl orders from the whole graph follow a page's links in URL order, breadth-first", () => {
    assert.equal(marksOf("breadth-first-by-url"), "...ttt");
  });
});
