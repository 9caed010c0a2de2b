import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hubsAndAuthorities } from "../../../lib/domain/graph/hubs-and-authorities.ts";
import { aGraph } from "../../support/a-graph.ts";

describe("HITS", () => {
  it("is the principal eigenvector: two hubs, worked by hand", () => {
    // a → x, y; b → y: AᵀA of (x, y) is [[1, 1], [1, 2]], its largest eigenvalue (3 + √5) / 2.
    const { authorities, hubs, gain } = hubsAndAuthorities(aGraph({ a: "xy", b: "y" }));
    const [, , x = 0, y = 0] = authorities;
    assert.equal((y / x).toFixed(6), ((1 + Math.sqrt(5)) / 2).toFixed(6));
    assert.equal((gain ** 2).toFixed(6), ((3 + Math.sqrt(5)) / 2).toFixed(6));
    assert.ok((hubs[0] ?? 0) > (hubs[1] ?? 0));
  });

  it("has scores of length 1", () => {
    const { authorities, hubs } = hubsAndAuthorities(aGraph({ a: "bcd", b: "cd", c: "a" }));
    for (const scores of [authorities, hubs]) {
      assert.equal(Math.hypot(...scores).toFixed(9), "1.000000000");
    }
  });

  it("is zero where nothing is linked", () => {
    const { authorities, gain } = hubsAndAuthorities(aGraph({ a: "", b: "" }));
    assert.deepEqual([...authorities], [0, 0]);
    assert.equal(gain, 0);
  });
});
