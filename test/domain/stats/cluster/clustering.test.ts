import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NOISE, numberBySize } from "../../../../lib/domain/stats/cluster/clustering.ts";

describe("numbers of clusters", () => {
  it("Clusters are numbered by size, then by first page, and noise stays noise", () => {
    const { labels, clusters } = numberBySize(Int32Array.of(7, NOISE, 4, 9, 9, 4, 9));
    assert.deepEqual([...labels], [2, NOISE, 1, 0, 0, 1, 0]);
    assert.equal(clusters, 3);
  });
});
