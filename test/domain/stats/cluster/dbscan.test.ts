import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { NOISE } from "../../../../lib/domain/stats/cluster/clustering.ts";
import {
  distinctRows,
  NeighbourIndex,
} from "../../../../lib/domain/stats/cluster/neighbour-index.ts";
import { dbscan } from "../../../../lib/domain/stats/cluster/page-clusters.ts";
import { type SparseVector, sparseRows } from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { aSparseVector, distanceOf, someVectors, WIDTH } from "./some-vectors.ts";

const DENSITY = { eps: 1.1, minPts: 4 };

function cluster(vectors: readonly SparseVector[], density = DENSITY) {
  const distinct = distinctRows(sparseRows(vectors, WIDTH));
  return dbscan(new NeighbourIndex(distinct), distinct.pointOf, density);
}

const onALine = (...places: number[]) => places.map((place) => aSparseVector({ 0: place }));

describe("DBSCAN", () => {
  it("DBSCAN counts a row in its own neighbourhood", () => {
    assert.deepEqual([...cluster(onALine(1, 1, 1, 2)).labels], [0, 0, 0, 0]);
    assert.deepEqual([...cluster(onALine(1, 1, 2)).labels], [NOISE, NOISE, NOISE]);
  });

  it("DBSCAN chains core rows, adds border rows and leaves out the rest", () => {
    // 2, 3 and 4 are core; 1 and 5 are borders; 7 is alone.
    const { labels, clusters } = cluster(onALine(1, 2, 2, 3, 4, 4, 5, 7));
    assert.deepEqual([...labels], [0, 0, 0, 0, 0, 0, 0, NOISE]);
    assert.equal(clusters, 1);
  });

  it("DBSCAN does not extend a cluster from a border row", () => {
    // 1 has seven rows around and is core; 2 has six, 3 among them, which is out of reach of 1.
    const { labels } = cluster(onALine(0.5, 0.5, 1, 1, 1, 1, 2, 3), { eps: 1.1, minPts: 7 });
    assert.deepEqual([...labels], [0, 0, 0, 0, 0, 0, 0, NOISE]);
  });

  it("DBSCAN assigns a border row between two clusters to the nearer one", () => {
    const sixTimes = (place: number) => Array.from({ length: 6 }, () => place);
    const left = [...sixTimes(0.2), 1, 1, 1, 1, 1];
    const right = [3, 3, 3, 3, 3, ...sixTimes(3.8)];
    // 1.9 has eleven rows around: 1 and 3, no core of its own.
    for (const rows of [
      [1.9, ...left, ...right],
      [1.9, ...right, ...left],
    ]) {
      const { labels, clusters } = cluster(onALine(...rows), { eps: 1.15, minPts: 12 });
      assert.equal(clusters, 2);
      assert.equal(labels[0], labels[rows.indexOf(1)]);
      assert.notEqual(labels[0], labels[rows.indexOf(3)]);
    }
  });

  it("DBSCAN numbers clusters by size", () => {
    const { labels } = cluster(onALine(1, 1, 1, 1, 9, 9, 9, 9, 9));
    assert.deepEqual([...labels], [1, 1, 1, 1, 0, 0, 0, 0, 0]);
  });

  it("DBSCAN returns no clusters when there are no rows", () => {
    assert.deepEqual(cluster([]), { labels: new Int32Array(), clusters: 0 });
  });

  it("DBSCAN satisfies its definition of core rows, border rows and noise", () => {
    const property = fc.property(someVectors(), (vectors) => {
      const { labels, clusters } = cluster(vectors);
      const around = vectors.map((a) =>
        [...vectors.keys()].filter((row) => {
          const b = vectors[row];
          return b !== undefined && distanceOf(a, b) <= DENSITY.eps;
        }),
      );
      const isCore = (row: number) => (around[row]?.length ?? 0) >= DENSITY.minPts;
      for (const [row, near] of around.entries()) {
        const cores = near.filter(isCore);
        const label = labels[row] ?? NOISE;
        if (isCore(row)) {
          assert.notEqual(label, NOISE);
          for (const other of cores) assert.equal(labels[other], label);
        } else if (cores.length === 0) assert.equal(label, NOISE);
        else assert.ok(cores.some((core) => labels[core] === label));
        assert.ok(label < clusters);
      }
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  it("DBSCAN splits core rows in the same way whatever their order", () => {
    const shuffled = someVectors().chain((vectors) =>
      fc.tuple(
        fc.constant(vectors),
        fc.shuffledSubarray([...vectors.keys()], {
          minLength: vectors.length,
          maxLength: vectors.length,
        }),
      ),
    );
    const property = fc.property(shuffled, ([vectors, order]) => {
      const labels = cluster(vectors).labels;
      const other = cluster(order.map((row) => vectors[row] ?? aSparseVector({}))).labels;
      const core = (row: number) =>
        vectors.filter((vector) => distanceOf(vector, vectors[row] ?? vector) <= DENSITY.eps)
          .length >= DENSITY.minPts;
      const images = new Map<number, number>();
      for (const [place, row] of order.entries()) {
        assert.equal(labels[row] === NOISE, other[place] === NOISE);
        if (!core(row)) continue;
        const image = images.get(labels[row] ?? NOISE) ?? other[place] ?? NOISE;
        images.set(labels[row] ?? NOISE, image);
        assert.equal(other[place], image);
      }
      assert.equal(new Set(images.values()).size, images.size);
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });
});
