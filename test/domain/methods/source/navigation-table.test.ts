import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  clusterLinks,
  compileNavigation,
  navigationTable,
  type PlacedPage,
} from "../../../../lib/domain/methods/source/navigation-table.ts";
import type { Url } from "../../../../lib/domain/web/url/url.ts";
import { aUrl } from "../../../support/a-url.ts";

/** A site of lists (cluster 0), threads (1) and profiles (2), its pages named by a letter and a number. */
const CLUSTERS: Readonly<Record<string, number>> = { l: 0, t: 1, p: 2, o: -1 };
const url = (name: string): Url => aUrl(`https://a.example/${name}`);
const clusterOf = (name: string): number => CLUSTERS[name.slice(0, 1)] ?? -1;

function page(name: string, links: Readonly<Record<string, string>>): PlacedPage {
  const urls = (names: string) => names.split(" ").map(url);
  return {
    url: url(name),
    cluster: clusterOf(name),
    links: Object.fromEntries(Object.entries(links).map(([apath, names]) => [apath, urls(names)])),
  };
}

/** Where URLs of the names given ended up; of the others nothing was followed. */
const followed = (names: string) => {
  const known = new Map(names.split(" ").map((name) => [url(name), clusterOf(name)]));
  return (link: Url) => known.get(link);
};

const LIST = page("l1", { "/body/ul/a": "t1 t2 t3 l2", "/body/p/a": "p1" });
const OTHER_LIST = page("l2", { "/body/ul/a": "t4 t1" });
const THREAD = page("t1", { "/body/div/a.user": "p1 p2", "/body/a": "l1" });

describe("the navigation table", () => {
  it("The navigation table joins the links of a cluster's pages and counts followed destinations", () => {
    const table = navigationTable([LIST, OTHER_LIST, THREAD], followed("l1 t1 l2 p1"));
    assert.deepEqual(table, [
      // t1 stands on both lists: two links of six; t2, t3 and t4 were not followed.
      {
        cluster: 0,
        apath: "/body/ul/a",
        links: 6,
        landed: [
          [0, 1],
          [1, 2],
        ],
      },
      { cluster: 0, apath: "/body/p/a", links: 1, landed: [[2, 1]] },
      { cluster: 1, apath: "/body/div/a.user", links: 2, landed: [[2, 1]] },
      { cluster: 1, apath: "/body/a", links: 1, landed: [[0, 1]] },
    ]);
  });

  it("The navigation table ignores outliers as sources and destinations of links", () => {
    const outlier = page("o1", { "/body/a": "t1" });
    const table = navigationTable([outlier, page("t1", { "/body/a": "o1" })], followed("t1 o1"));
    assert.deepEqual(table, [{ cluster: 1, apath: "/body/a", links: 1, landed: [] }]);
  });

  it("The navigation table expects all links of an Apath to lead where the followed ones led", () => {
    const arcs: string[] = [];
    const table = navigationTable([LIST, OTHER_LIST], followed("l1 t1 l2 p1"));
    clusterLinks(table)((from, to, weight) => arcs.push(`${from} ${to} ${weight}`));
    assert.deepEqual(arcs, ["0 0 2", "0 1 4", "0 2 1"]);
  });
});

describe("a link's destination", () => {
  const table = navigationTable([LIST, OTHER_LIST, THREAD], followed("l1 t1 l2 p1"));
  const { destinationOf, named } = compileNavigation(table);
  const shares = (cluster: number, apath: string) =>
    Object.fromEntries(destinationOf(cluster, apath).shares);

  it("A link's destination is taken first from its own cluster and Apath", () => {
    assert.deepEqual(shares(0, "/body/ul/a"), { 0: 1 / 3, 1: 2 / 3 });
  });

  it("A link's destination is taken next from the same Apath in other clusters", () => {
    assert.deepEqual(shares(2, "/body/p/a"), { 2: 1 });
  });

  it("A link's destination is taken next from the Apaths with the longest common prefix", () => {
    assert.deepEqual(shares(0, "/body/div/a.other"), { 2: 1 });
    assert.deepEqual(shares(1, "/body/span/a"), { 0: 2 / 6, 1: 2 / 6, 2: 2 / 6 });
  });

  it("A link's destination is taken last from its cluster, then from all known links", () => {
    assert.deepEqual(shares(0, "/frameset/a"), { 0: 1 / 4, 1: 2 / 4, 2: 1 / 4 });
    assert.deepEqual(shares(2, "/frameset/a"), { 0: 2 / 6, 1: 2 / 6, 2: 2 / 6 });
    assert.deepEqual(Object.fromEntries(compileNavigation([]).destinationOf(0, "/a").shares), {});
  });

  it("A link's destination can be found again by its name", () => {
    for (const apath of ["/body/ul/a", "/body/x/a", "/a"]) {
      const destination = destinationOf(0, apath);
      assert.deepEqual(named(destination.name), destination);
    }
  });
});
