import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { learnPath } from "../../../peers/irobot/learn-path.ts";
import { compileUrlPattern } from "../../../peers/sampling/url-patterns.ts";
import { aSample, siteUrl } from "../../support/a-sample.ts";

const TEXT = { "/html/body/p/text()": 9 };

/** An index, lists of which one is a second page, topics, and a form. */
const SITE = aSample(
  { path: "/", paths: TEXT, links: { "/ul/a": "/list?b=1 /list?b=2", "/p/a": "/login" } },
  { path: "/list?b=1", paths: TEXT, links: { "/td/a": "/topic?t=1 /topic?t=2" } },
  { path: "/list?b=2", paths: TEXT, links: { "/td/a": "/topic?t=3", "/i/a": "/list?b=2&from=20" } },
  { path: "/list?b=2&from=20", paths: TEXT },
  { path: "/topic?t=1", paths: TEXT, links: { "/p/a": "/" } },
  { path: "/topic?t=2", paths: TEXT, links: { "/p/a": "/list?b=1" } },
  { path: "/login" },
);
const LAYOUTS = { labels: Int32Array.of(2, 0, 0, 0, 1, 1, 3) };

describe("the path that is learned from a sample", () => {
  const { arcs, root, vertexOf } = learnPath(SITE, LAYOUTS);

  it("The learned path leads from the seed's page over lists to topics, but not to forms", () => {
    assert.equal(vertexOf[siteUrl("/")], root);
    assert.deepEqual(
      arcs.map(({ from, to, apath }) => [from, to, apath]),
      [
        [root, vertexOf[siteUrl("/list?b=1")], "/ul/a"],
        [vertexOf[siteUrl("/list?b=1")], vertexOf[siteUrl("/topic?t=1")], "/td/a"],
      ],
    );
    const [, last] = arcs;
    assert.ok(last && compileUrlPattern(last.pattern)(siteUrl("/topic?t=77")));
    assert.equal(vertexOf[siteUrl("/login")], undefined);
  });

  it("The learned path treats pages with the layout of a vertex as its further pages", () => {
    assert.equal(vertexOf[siteUrl("/list?b=2&from=20")], vertexOf[siteUrl("/list?b=2")]);
  });

  it("The learned path is empty when no seed led to a page", () => {
    const nowhere = aSample({ path: "/", depth: 1 });
    assert.deepEqual(learnPath(nowhere, { labels: Int32Array.of(0) }), {
      ...{ arcs: [], root: -1, vertexOf: {} },
    });
  });
});
