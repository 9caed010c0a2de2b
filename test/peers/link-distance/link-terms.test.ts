import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  compileLinkSpace,
  learnLinkSpace,
  linkTerms,
} from "../../../peers/link-distance/link-terms.ts";
import { aUrl } from "../../support/a-url.ts";

const PAGE = aUrl("http://site.example/index.html");
const someLink = (path: string, anchor: string) =>
  linkTerms(aUrl(`http://site.example${path}`), PAGE, anchor);

describe("the terms of a link", () => {
  it("Link terms are lemmas and pairs of the path, split at compounds, and of the anchor text", () => {
    const { href, anchor } = someLink("/~ada/courses/CS414.html", "Course notes");
    assert.deepEqual(
      [...href.keys()],
      [...["ada", "course", "cs", "414"], ...["ada course", "course cs", "cs 414"]],
    );
    assert.deepEqual([...anchor.keys()], ["course", "note", "course note"]);
  });

  it("Link terms include the host when a link leads away from its page, not without a page", () => {
    const url = aUrl("http://honey.example/hive");
    assert.ok(linkTerms(url, PAGE, "").href.has("honey"));
    assert.deepEqual([...linkTerms(url, undefined, "").href.keys()], ["hive"]);
  });
});

describe("the space of links", () => {
  it("The link space has the terms of at least two links, separated into URL and anchor text", () => {
    const links = [someLink("/bee/a", "hive"), someLink("/bee/b", "hive"), someLink("/c", "bee")];
    const space = learnLinkSpace(links);
    assert.deepEqual([space.href.terms, space.anchor.terms], [["bee"], ["hive"]]);
    const { width, vectorOf } = compileLinkSpace(space);
    assert.equal(width, 2);
    const columns = links.map((link) => [...vectorOf(link).columns]);
    assert.deepEqual(columns, [[0, 1], [0, 1], []]);
    // Each text has the length 1, reduced by nothing.
    assert.deepEqual([...vectorOf(someLink("/bee", "hive")).values], [1, 1]);
    assert.deepEqual(JSON.parse(JSON.stringify(space)), space);
  });
});
