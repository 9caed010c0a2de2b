import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  drawPaths,
  shortestPaths,
  trueRelevances,
  withNeighbours,
} from "../../../bench/courses/draw-paths.ts";
import type { MarkedPath } from "../../../lib/domain/methods/strategy.ts";
import { aGraph, nodeUrl } from "../../support/a-graph.ts";

/** Two ways to d, one of them longer; e and f are beyond reach. */
const GRAPH = aGraph({ a: "bc", b: "e", c: "d", e: "d", d: "a", f: "d" });

const lettersOf = (path: MarkedPath | undefined) => path?.map((url) => url.at(-1)).join("");
const pathTo = (letter: string, graph = GRAPH) =>
  lettersOf(shortestPaths(graph, nodeUrl("a"))(nodeUrl(letter)));

describe("shortest paths", () => {
  it("A shortest path leads from the root over as few links as possible", () => {
    assert.equal(pathTo("d"), "acd");
    assert.equal(pathTo("e"), "abe");
  });

  it("A shortest path goes through the page found first when two are equally near", () => {
    assert.equal(pathTo("d", aGraph({ a: "cb", b: "d", c: "d", d: "" })), "acd");
  });

  it("A shortest path to the root is the root alone, and an unreachable page has none", () => {
    assert.equal(pathTo("a"), "a");
    assert.equal(pathTo("f"), undefined);
    assert.equal(pathTo("z"), undefined);
  });
});

describe("drawn paths", () => {
  const targets = new Set(["a", "d", "e", "f"].map(nodeUrl));
  const draw = (count: number, seed: number) =>
    drawPaths({ graph: GRAPH, root: nodeUrl("a"), targets }, count, seed).map(lettersOf);

  it("Drawn paths lead to targets within reach, each once, never to the root", () => {
    assert.deepEqual(new Set(draw(10, 1)), new Set(["abe", "acd"]));
    assert.equal(draw(10, 1).length, 2);
  });

  it("Drawn paths are as many as asked for, the same for one seed, others for another", () => {
    const drawn = Array.from({ length: 20 }, (_, seed) => draw(1, seed).join());
    assert.deepEqual(
      drawn,
      Array.from(drawn, (_, seed) => draw(1, seed).join()),
    );
    assert.deepEqual(new Set(drawn), new Set(["abe", "acd"]));
  });

  it("Drawn paths include the pages that they link to, after their own", () => {
    const pages = withNeighbours(GRAPH, [["a", "c", "d"].map(nodeUrl)]);
    assert.deepEqual([...pages], ["a", "c", "d", "b"].map(nodeUrl));
  });
});

describe("true relevances", () => {
  it("True relevances follow the shortest paths to all targets, and are 0 for other pages", () => {
    const targets = new Set([nodeUrl("d")]);
    const relevances = trueRelevances({ graph: GRAPH, root: nodeUrl("a"), targets });
    const of = ["a", "b", "c", "d", "f"].map((letter) => relevances.get(nodeUrl(letter)));
    assert.deepEqual(of, [0, 0, 1 / 2, 1, 0]);
  });
});
