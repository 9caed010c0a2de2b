import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarkedPaths } from "../../../lib/domain/methods/strategy.ts";
import { partBySite } from "../../../peers/link-distance/path-errors.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";

const at = (place: string) => aUrl(`http://${place}`);

/** Pages by place, each with the places that it links to. */
function marked(paths: readonly string[], links: Readonly<Record<string, readonly string[]>>) {
  return {
    paths: paths.map((path) => path.split(" ").map(at)),
    pages: Object.entries(links).map(([place, to]) =>
      aPage({ url: at(place), anchors: to.map((target) => anAnchor(`http://${target}`)) }),
    ),
  };
}

const urlsOf = ({ pages }: MarkedPaths) => pages.map(({ url }) => url);

describe("the parts of marked paths", () => {
  const [one, two, ...more] = partBySite(
    marked(["www.one.example/ catalog.one.example/a", "two.example/ elsewhere.example/b"], {
      "www.one.example/": ["catalog.one.example/a", "shared.example/"],
      "catalog.one.example/a": [],
      "one.example/far": [],
      "two.example/": ["elsewhere.example/b", "shared.example/", "one.example/far"],
      "elsewhere.example/b": [],
      "shared.example/": [],
    }),
  );
  assert.ok(one && two);

  it("Marked paths are divided by the registrable domain of their start pages", () => {
    assert.deepEqual([one.site, two.site, ...more], ["one.example", "two.example"]);
    assert.deepEqual(one.own.paths, two.others.paths);
    assert.deepEqual(two.own.paths, one.others.paths);
  });

  it("A part of marked paths has the pages of its domain, its paths and their links only", () => {
    assert.deepEqual(
      urlsOf(one.own),
      ["www.one.example/", "catalog.one.example/a", "one.example/far", "shared.example/"].map(at),
    );
    assert.deepEqual(urlsOf(one.others), ["two.example/", "elsewhere.example/b"].map(at));
    assert.deepEqual(urlsOf(two.others), ["www.one.example/", "catalog.one.example/a"].map(at));
  });

  it("Marked paths have no parts when there are no paths", () => {
    assert.deepEqual(partBySite({ paths: [], pages: [] }), []);
  });
});
