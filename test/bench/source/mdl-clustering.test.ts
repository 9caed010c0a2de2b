import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { mdlClusters, schemaDistance } from "../../../bench/source/mdl-clustering.ts";

/** A page with one link on each of these paths. */
const onPaths = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, ["/x"]]));
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

describe("clusters by description length", () => {
  it("MDL clustering keeps pages without a common path apart", () => {
    const { labels, clusters } = mdlClusters([
      ...times(3, onPaths("/nav/a", "/ul/li/a")),
      ...times(2, onPaths("/table/tr/td/a")),
    ]);
    assert.deepEqual([...labels], [0, 0, 0, 1, 1]);
    assert.equal(clusters, 2);
  });

  it("MDL clustering puts a page into the class where it costs least: worked by hand", () => {
    // Alone, {a, b, c} costs its three paths. With three pages {a, b} it costs a path more and three marks
    // of a missing path, 4 in all, so it stays alone; with one page {a, b} it costs 2.
    const abc = onPaths("a", "b", "c");
    assert.equal(mdlClusters([...times(3, onPaths("a", "b")), abc]).clusters, 2);
    assert.equal(mdlClusters([onPaths("a", "b"), abc]).clusters, 1);
  });

  it("MDL clustering merges groups nearer than the distance limit, whatever the cost", () => {
    const paths = ["a", "b", "c", "d", "e"];
    const nine = times(9, onPaths(...paths));
    const six = times(6, onPaths(...paths, "f"));
    // 1 of 6 paths differs: 0.167 < 0.2.
    assert.equal(mdlClusters([...nine, ...six]).clusters, 1);
    assert.equal(mdlClusters([...nine, ...six], 0.1).clusters, 2);
  });

  it("The MDL schema distance is the symmetric difference divided by the union", () => {
    assert.equal(schemaDistance(new Set("ab"), new Set("bc")), 2 / 3);
    assert.equal(schemaDistance(new Set("ab"), new Set("ab")), 0);
    assert.equal(schemaDistance(new Set(""), new Set("ab")), 1);
    assert.equal(schemaDistance(new Set(), new Set()), 0);
  });

  it("MDL clustering places every page, and pages with equal paths together", () => {
    const page = fc.subarray(["a", "b", "c", "d"]).map((paths) => onPaths(...paths));
    const property = fc.property(fc.array(page, { maxLength: 30 }), (pages) => {
      const { labels, clusters } = mdlClusters(pages);
      const clusterOf = new Map<string, number>();
      for (const [at, links] of pages.entries()) {
        const label = labels[at] ?? -1;
        assert.ok(label >= 0 && label < clusters);
        const key = Object.keys(links).join(" ");
        assert.equal(clusterOf.get(key) ?? label, label);
        clusterOf.set(key, label);
      }
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
