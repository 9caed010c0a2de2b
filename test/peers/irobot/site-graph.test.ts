import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { traversalPath } from "../../../peers/irobot/learn-path.ts";
import { siteArcs } from "../../../peers/irobot/site-arcs.ts";
import { siteVertices } from "../../../peers/irobot/site-vertices.ts";
import { aSample } from "../../support/a-sample.ts";

describe("the vertices of a sitemap", () => {
  it("Site graph vertices are pages with equal layout and URL pattern, without noise", () => {
    const { pages } = aSample(
      { path: "/" },
      { path: "/topic?t=1" },
      { path: "/topic?t=2" },
      { path: "/print/1" },
      { path: "/odd" },
    );
    const vertices = siteVertices(pages, { labels: Int32Array.of(1, 0, 0, 0, -1) });
    assert.deepEqual(
      vertices.map(({ layout, pages: places }) => [layout, places]),
      [
        [1, [0]],
        [0, [1, 2]],
        [0, [3]],
      ],
    );
  });
});

describe("the arcs of a sitemap", () => {
  const sample = aSample(
    { path: "/", links: { "/ul/a": "/l?b=1 /l?b=2", "/p/a": "/t?n=1" } },
    { path: "/l?b=1", links: { "/td/a": "/t?n=1 /t?n=2 /t?n=3 /user", "/i/a": "/t?n=1" } },
    { path: "/t?n=1" },
  );
  const vertices = siteVertices(sample.pages, { labels: Int32Array.of(0, 1, 2) });

  it("Site graph arcs join vertices by link place and count all links with followed URL patterns", () => {
    assert.deepEqual(siteArcs(sample, vertices), [
      { from: 0, to: 1, apath: "/ul/a", links: 2 },
      { from: 0, to: 2, apath: "/p/a", links: 1 },
      { from: 1, to: 2, apath: "/td/a", links: 3 },
      { from: 1, to: 2, apath: "/i/a", links: 1 },
    ]);
  });
});

describe("the traversal path", () => {
  const arc = (from: number, to: number, links: number) => ({ from, to, links, apath: "/a" });
  const all = () => true;

  it("The traversal path reaches each vertex once, by the arc with most links from reached ones", () => {
    const arcs = [arc(0, 1, 5), arc(0, 2, 2), arc(1, 2, 9), arc(3, 2, 99), arc(2, 1, 7)];
    assert.deepEqual(traversalPath(arcs, 0, all), [arc(0, 1, 5), arc(1, 2, 9)]);
  });

  it("The traversal path crosses uninformative vertices, but has no branch without an informative one", () => {
    const arcs = [arc(0, 1, 5), arc(1, 2, 9), arc(0, 3, 1), arc(3, 4, 1), arc(1, 5, 1)];
    const informs = (vertex: number) => vertex === 2;
    assert.deepEqual(traversalPath(arcs, 0, informs), [arc(0, 1, 5), arc(1, 2, 9)]);
  });

  it("The traversal path is empty when the seed belongs to no vertex", () => {
    assert.deepEqual(traversalPath([arc(0, 1, 5)], -1, all), []);
  });
});
