import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eachLink, linkGraph } from "../../../../lib/domain/methods/graph/link-graph.ts";
import { aGraph, nodeUrl } from "../../../support/a-graph.ts";

describe("link graph", () => {
  it("The link graph numbers pages in order of fetching, then the pages that they link to", () => {
    const { urls, pages } = aGraph({ b: "ac", a: "bd" });
    assert.deepEqual(urls, ["b", "a", "c", "d"].map(nodeUrl));
    assert.equal(pages, 2);
  });

  it("The link graph holds each link once, page by page, without self-links", () => {
    const graph = aGraph({ a: "abc", b: "a" });
    const links: string[] = [];
    eachLink(graph, (page, target) => links.push(`${graph.urls[page]} ${graph.urls[target]}`));
    assert.deepEqual(
      links,
      ["ab", "ac", "ba"].map(([p = "", t = ""]) => `${nodeUrl(p)} ${nodeUrl(t)}`),
    );
  });

  it("The link graph is empty before the first page", () => {
    assert.deepEqual(linkGraph([]).urls, []);
  });
});
