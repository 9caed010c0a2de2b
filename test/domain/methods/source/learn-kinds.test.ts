import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { KindCounts, linkKind } from "../../../../lib/domain/methods/source/kind-counts.ts";
import { type JudgedPage, learnKinds } from "../../../../lib/domain/methods/source/learn-kinds.ts";
import type { Url } from "../../../../lib/domain/web/url/url.ts";
import { aUrl } from "../../../support/a-url.ts";

const url = (name: string): Url => aUrl(`http://site.example/${name}`);
const kind = linkKind(0, "/*", "/body/a");

/** A page by its name; its links stand at one place. */
function page(name: string, worth: number, links: string, path = "/body/a"): JudgedPage {
  const urls = links === "" ? [] : links.split(" ").map(url);
  return { url: url(name), cluster: 0, type: "type-1", worth, links: { [path]: urls } };
}

function learned(pages: readonly JudgedPage[], dead = "", skeletonOf?: (url: Url) => string) {
  const places = new Map(pages.map((each, place) => [each.url, place]));
  return learnKinds(pages, {
    kindOf: ({ cluster }, _url, path) => linkKind(cluster, "/*", path),
    landing: (to) => places.get(to),
    isDead: (to) => dead.split(" ").map(url).includes(to),
    ...(skeletonOf === undefined ? {} : { skeletonOf }),
  });
}

describe("what pages tell of links", () => {
  it("Link kind training counts each page once per kind, however many links lead to it", () => {
    const pages = [page("a", 0, "b c b"), page("b", 1, "c"), page("c", 0, "b", "/body/p/a")];
    const counts = new Map(learned(pages).counts.map(([name, ...rest]) => [name, rest]));
    assert.deepEqual(counts.get(kind), [2, 1, [["type-1", 2]]]);
    assert.deepEqual(counts.get(linkKind(0, "/*", "/body/p/a")), [1, 1, [["type-1", 1]]]);
    // b is reached at both places, and is one page of all.
    assert.deepEqual(counts.get(""), [2, 1, [["type-1", 2]]]);
  });

  it("Link kind training counts the links that no earlier page had, and their expected score", () => {
    const { counts, yields } = learned([
      page("a", 0, "b x y"),
      page("b", 1, "x z"),
      page("c", 0, "z"),
    ]);
    const table = KindCounts.of(counts, { formsCountOnce: false });
    const mean = table.mean(table.chainOf(kind));
    // Of three pages: b, x and y on the first, z on the second, none on the third.
    const { links = [], worth = [] } = yields["type-1"] ?? {};
    assert.equal(links.reduce((sum, each) => sum + each, 0).toFixed(9), (4 / 3).toFixed(9));
    assert.equal(
      worth.reduce((sum, each) => sum + each, 0).toFixed(9),
      ((4 / 3) * mean).toFixed(9),
    );
  });

  it("Link kind training weighs recent pages of a URL form more, so that used-up lists fade", () => {
    const [first, ...later] = ["b c d e f g h i", "b", "b", "b", "b", "b"].map((links, number) =>
      page(`list${number}`, 0, links),
    );
    assert.ok(first !== undefined);
    const linksIn = (pages: readonly JudgedPage[]) =>
      learned(pages, "", () => "/list").formYields["as /list"]?.links.reduce((a, b) => a + b, 0);
    assert.equal(linksIn([first]), 8);
    assert.ok(Number(linksIn([first, ...later])) < 8 / 6, "less than the mean of all six");
    assert.deepEqual(learned([first]).formYields, {});
  });

  it("Link kind training expects nothing of links that led to no page", () => {
    const { yields } = learned([page("a", 0, "b x y")], "x y");
    assert.equal(
      yields["type-1"]?.links.reduce((sum, each) => sum + each, 0),
      1,
    );
  });

  it("Link kind training counts the example as one page of its URL skeleton before any fetch", () => {
    const known = {
      kindOf: () => kind,
      landing: () => undefined,
      isDead: () => false,
      exampleSkeleton: "/*",
    };
    const table = KindCounts.of(learnKinds([page("a", 0, "b")], known).counts, {
      formsCountOnce: false,
    });
    // (2 · ½ + 1) ÷ (2 + 1), and nothing narrower.
    assert.equal(table.mean(table.chainOf(kind)).toFixed(9), (2 / 3).toFixed(9));
  });
});
