import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eachLink, linkGraph } from "../../../lib/domain/graph/link-graph.ts";
import { aGraph, nodeUrl } from "../../support/a-graph.ts";

describe("link graph", () => {
  it("numbers the pages in order of fetching, then what they link to", () => {
    const { urls, pages } = aGraph({ b: "ac", a: "bd" });
    assert.deepEqual(urls, ["b", "a", "c", "d"].map(nodeUrl));
    assert.equal(pages, 2);
  });

  it("holds each link once, page by page, without those of a page to itself", () => {
    const graph = aGraph({ a: "abc", b: "a" });
    const links: string[] = [];
    eachLink(graph, (page, target) => links.push(`${graph.urls[page]} ${graph.urls[target]}`));
    assert.deepEqual(
      links,
      ["ab", "ac", "ba"].map(([p = "", t = ""]) => `${nodeUrl(p)} ${nodeUrl(t)}`),
    );
  });

  it("is empty before the first page", () => {
    assert.deepEqual(linkGraph([]).urls, []);
  });
});
