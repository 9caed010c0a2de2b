import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { oracleOrder } from "../../../bench/known-web/oracle-order.ts";
import { aGraph, nodeUrl } from "../../support/a-graph.ts";

const GRAPH = aGraph({ a: "bcd", b: "e", c: "f", d: "", e: "", f: "" });
const urls = (letters: string) => letters.split("").map(nodeUrl);

const task = (pages: string, targets: string) => {
  return {
    pages: new Set(urls(pages)),
    seeds: urls("a"),
    targets: new Set(urls(targets)),
    budget: 3,
  };
};

describe("the order of the greedy crawl that knows the truth", () => {
  it("The oracle goes by the page that links to the target", () => {
    assert.deepEqual(oracleOrder(GRAPH, task("abcdef", "f")), urls("acf"));
  });

  it("The oracle goes by no page that may not be fetched", () => {
    assert.deepEqual(oracleOrder(GRAPH, task("abdef", "ef")), urls("abe"));
  });
});
