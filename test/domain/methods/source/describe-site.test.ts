import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { typeName } from "../../../../lib/domain/methods/sitemap.ts";
import { describeSite } from "../../../../lib/domain/methods/source/describe-site.ts";
import type { NavigationTable } from "../../../../lib/domain/methods/source/navigation-table.ts";
import { sparseRows } from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { siteUrl } from "../../../support/a-sample.ts";

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
