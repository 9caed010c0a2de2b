import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageType, Sitemap } from "../../../lib/domain/methods/sitemap.ts";
import type { NavigationTable } from "../../../lib/domain/methods/source/navigation-table.ts";
import { clusterBalance, contentWorth, targetWorth } from "../../../peers/source/published.ts";

const aType = (parts: Partial<PageType>): PageType => ({
  ...{ name: "", pages: 0, examples: [], hub: 0, authority: 0, spread: 0 },
  ...parts,
});
const aSite = (...types: readonly Partial<PageType>[]) => {
  const sitemap: Sitemap = { types: types.map(aType), outliers: 0, arcs: [] };
  return { sitemap };
};
const ALL = { info: true, dsim: true, balance: true, alpha: 0.5 };
const close = (actual: readonly number[], expected: readonly number[]) => {
  assert.equal(actual.length, expected.length);
  for (const [at, each] of expected.entries())
    assert.ok(
      Math.abs((actual[at] ?? Number.NaN) - each) < 1e-12,
      `${actual.join()} is not ${expected.join()}`,
    );
};

describe("the worth of a cluster to a crawl for user-created content", () => {
  const site = aSite({ hub: 0.6, authority: 0.8, spread: 0.2 }, { hub: 1, spread: 0.5 });

  it("A cluster's content score is Info · DSim with Info = α · authority + (1 − α) · hub", () => {
    close(contentWorth(site, ALL), [0.7 * 0.2, 0.5 * 0.5]);
    close(contentWorth(site, { ...ALL, alpha: 0.8 }), [0.76 * 0.2, 0.2 * 0.5]);
  });

  it("A cluster's content score uses the remaining factors when one or both are switched off", () => {
    close(contentWorth(site, { ...ALL, dsim: false }), [0.7, 0.5]);
    close(contentWorth(site, { ...ALL, info: false }), [0.2, 0.5]);
    close(contentWorth(site, { ...ALL, info: false, dsim: false }), [1, 1]);
  });

  it("A cluster's content score is 0 for pages that are all alike", () => {
    close(contentWorth(aSite({ hub: 1, authority: 1, spread: 0 }), ALL), [0]);
  });
});

describe("the worth of a cluster to a crawl for a target", () => {
  const table: NavigationTable = [
    { cluster: 0, apath: "/a", links: 3, landed: [[1, 3]] },
    { cluster: 2, apath: "/a", links: 4, landed: [[1, 2]] },
    { cluster: 2, apath: "/b", links: 9, landed: [[0, 1]] },
  ];
  const site = { ...aSite({ authority: 0.9 }, { spread: 0.3 }, {}), table };

  it("A cluster's target score is Info with only the target as authority, hubs (3, 0, 4) ÷ 5", () => {
    close(targetWorth(site, 1, 0.8), [0.2 * 0.6, 0.8, 0.2 * 0.8]);
  });

  it("A cluster's target score is the authority alone for a target without links to it", () => {
    close(targetWorth(site, 2, 0.8), [0, 0, 0.8]);
  });

  it("A cluster's target score is 0 when the target is no cluster", () => {
    close(targetWorth(site, -1, 0.8), [0, 0, 0]);
  });
});

describe("the balance of a cluster", () => {
  const site = {
    ...aSite({ pages: 6 }, { pages: 3 }),
    labels: [0, 0, 0, 0, 0, 0, 1, 1, 1, -1],
  };

  it("A cluster's balance is the share of the sample's pages outside it", () => {
    close(clusterBalance(site, { pages: 0, types: new Map() }), [0.4, 0.7]);
  });

  it("A cluster's balance changes with the crawled pages, including outliers", () => {
    const types = new Map([
      ["type-1", 2],
      ["type-2", 5],
      ["outlier", 3],
    ]);
    close(clusterBalance(site, { pages: 10, types }), [1 - 8 / 20, 1 - 8 / 20]);
  });
});
