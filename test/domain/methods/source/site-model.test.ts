import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { typeName } from "../../../../lib/domain/methods/sitemap.ts";
import type { NavigationTable } from "../../../../lib/domain/methods/source/navigation-table.ts";
import {
  compileSite,
  describeSite,
  learnSite,
  type SiteChoice,
} from "../../../../lib/domain/methods/source/site-model.ts";
import { sparseRows } from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { aSample, type SampledDraft, siteUrl } from "../../../support/a-sample.ts";

const CHOICE: SiteChoice = { minPts: 4, eps: "knee", leastNoise: 0.04, paths: "all" };
const LIST = { "/html/body/ul/li/a": 9, "/html/body/ul.rows/li/a": 9 };
const POST = { "/html/body/div/p/text()": 3, "/html/body/div.post/p/text()": 3 };
const ODD = { "/html/body/table/tr/td/text()": 50 };

/** Six lists, each with a link to a post, eight posts and an odd page. */
const DRAFTS: readonly SampledDraft[] = [
  ...Array.from({ length: 6 }, (_, list) => ({
    ...{ path: `/list${list}`, links: { "/ul/a": `/post${list}` } },
    paths: { ...LIST, "/html/body/b/text()": 1 + (list % 2) },
  })),
  ...Array.from({ length: 8 }, (_, post) => ({
    ...{ path: `/post${post}`, paths: { ...POST, "/html/body/b/text()": 1 + (post % 3) } },
  })),
  { path: "/odd", paths: ODD },
];
const SAMPLE = aSample(...DRAFTS);
const site = learnSite(SAMPLE, CHOICE);

describe("a site learned from a sample", () => {
  it("A site model has a type per template, the largest first, and leaves out odd pages", () => {
    assert.deepEqual(site.labels, [...Array(6).fill(1), ...Array(8).fill(0), -1]);
    assert.equal(site.places[siteUrl("/post3")], 0);
    assert.equal(site.places[siteUrl("/list3")], 1);
    assert.equal(site.places[siteUrl("/odd")], -1);
  });

  it("A site model states where links of a type lead", () => {
    assert.deepEqual(site.table, [{ cluster: 1, apath: "/ul/a", links: 6, landed: [[0, 6]] }]);
    assert.deepEqual([...compileSite(site).navigation.destinationOf(1, "/ul/a").shares], [[0, 1]]);
  });

  it("A site model places further pages by their structure", () => {
    const { clusterOf, nearestClusterOf } = compileSite(site);
    const post = { paths: { ...POST, "/html/body/b/text()": 2 } };
    assert.equal(clusterOf(post), 0);
    const mixed = { paths: { ...POST, "/html/body/ul/li/a": 4, "/html/body/b/text()": 9 } };
    assert.equal(clusterOf(mixed), -1);
    assert.equal(nearestClusterOf(mixed), 0);
  });

  it("A site model is the same after storage as JSON", () => {
    const kept: typeof site = JSON.parse(JSON.stringify(site));
    assert.deepEqual(kept, site);
    const { clusterOf } = compileSite(kept);
    for (const { structure, url } of SAMPLE.pages)
      assert.equal(clusterOf(structure), site.places[url], url);
  });

  it("A site model clusters the chosen pages and places the others in these clusters", () => {
    const chosen = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10];
    const { labels, places, sitemap } = learnSite(SAMPLE, CHOICE, chosen);
    assert.equal(labels.length, chosen.length);
    assert.equal(places[siteUrl("/list5")], places[siteUrl("/list0")]);
    assert.equal(places[siteUrl("/post7")], places[siteUrl("/post0")]);
    assert.notEqual(places[siteUrl("/post7")], places[siteUrl("/list5")]);
    const pages = sitemap.types.reduce((sum, type) => sum + type.pages, sitemap.outliers);
    assert.equal(pages, DRAFTS.length);
  });

  it("A site model separates pages that differ only in classes, unless it uses tags only", () => {
    const classes = aSample(
      ...Array.from({ length: 12 }, (_, page) => ({
        path: `/${page}`,
        paths: {
          "/html/body/p/text()": 1 + (page % 2),
          [`/html/body/p.${page < 6 ? "left" : "right"}/text()`]: 1,
        },
      })),
    );
    const types = (paths: SiteChoice["paths"]) =>
      new Set(learnSite(classes, { ...CHOICE, paths }).labels.filter((label) => label >= 0)).size;
    assert.equal(types("all"), 2);
    assert.equal(types("tags"), 1);
  });

  it("A site model has no types when there are no pages or too few", () => {
    for (const pages of [[], DRAFTS.slice(0, 1), DRAFTS.slice(0, 3)]) {
      const few = learnSite(aSample(...pages), CHOICE);
      assert.equal(few.sitemap.types.length, 0);
      assert.deepEqual(JSON.parse(JSON.stringify(few)), few);
      const { clusterOf, nearestClusterOf } = compileSite(few);
      assert.equal(clusterOf({ paths: POST }), -1);
      assert.equal(nearestClusterOf({ paths: POST }), -1);
    }
  });
});

const row = (...values: readonly [number, number]) => {
  const columns = values.flatMap((value, column) => (value === 0 ? [] : [column]));
  return {
    columns: Int32Array.from(columns),
    values: Float64Array.from(values.filter((value) => value !== 0)),
  };
};
const ROWS = sparseRows([row(1, 0), row(0, 1), row(1, 0), row(1, 0)], 2);
const CLUSTERING = { labels: Int32Array.of(0, 0, 1, 1), clusters: 2 };
const TABLE: NavigationTable = [
  { cluster: 1, apath: "/menu/a", links: 4, landed: [[0, 2]] },
  { cluster: 1, apath: "/list/a", links: 10, landed: [[0, 3]] },
  { cluster: 1, apath: "/foot/a", links: 9, landed: [[0, 1]] },
  {
    ...{ cluster: 0, apath: "/next/a", links: 8 },
    landed: [
      [0, 1],
      [1, 3],
    ],
  },
];
const placed = ["/a", "/b", "/c", "/d", "/e", "/f", "/g"].map((path, at) => ({
  url: siteUrl(path),
  cluster: [0, 1, 0, -1, 0, 1, 0][at] ?? 0,
}));
const sitemap = describeSite(placed, ROWS, CLUSTERING, TABLE);

describe("the sitemap of a site", () => {
  it("The sitemap names types by the number of their cluster, and unplaced pages as outliers", () => {
    assert.deepEqual([0, 1, -1].map(typeName), ["type-1", "type-2", "outlier"]);
    assert.deepEqual(
      sitemap.types.map(({ name }) => name),
      ["type-1", "type-2"],
    );
  });

  it("The sitemap counts the pages of each type and outliers, with the first three as examples", () => {
    assert.deepEqual(
      sitemap.types.map(({ pages }) => pages),
      [4, 2],
    );
    assert.equal(sitemap.outliers, 1);
    assert.deepEqual(sitemap.types[0]?.examples, ["/a", "/c", "/e"].map(siteUrl));
    assert.deepEqual(sitemap.types[1]?.examples, ["/b", "/f"].map(siteUrl));
  });

  it("The sitemap has one arc per pair of types, with expected links and their main place", () => {
    assert.deepEqual(sitemap.arcs, [
      { from: 0, to: 0, links: 2, apath: "/next/a" },
      { from: 0, to: 1, links: 6, apath: "/next/a" },
      { from: 1, to: 0, links: 23, apath: "/list/a" },
    ]);
  });

  it("The sitemap gives the distance of a type's pages to their mean", () => {
    assert.deepEqual(
      sitemap.types.map(({ spread }) => spread.toFixed(12)),
      [Math.SQRT1_2.toFixed(12), (0).toFixed(12)],
    );
  });

  it("The sitemap scores types as hubs and authorities by these links", () => {
    const oneWay = describeSite(placed, ROWS, CLUSTERING, TABLE.slice(0, 3));
    assert.deepEqual(
      oneWay.types.map(({ hub, authority }) => [hub, authority]),
      [
        [0, 1],
        [1, 0],
      ],
    );
  });

  it("The sitemap is empty for a site without pages", () => {
    const nothing = describeSite(
      [],
      sparseRows([], 0),
      { labels: new Int32Array(0), clusters: 0 },
      [],
    );
    assert.deepEqual(nothing, { types: [], outliers: 0, arcs: [] });
  });
});
