import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { standardNormal } from "../../../../peers/link-distance/truncated-svd.ts";

const DRAWS = 20_000;

const draws = Array.from({ length: DRAWS }, (_, at) => standardNormal(1, `${at}`));

const shareBelow = (bound: number) => draws.filter((draw) => draw < bound).length / DRAWS;

describe("standard normal draws", () => {
  it("Standard normal draws depend on seed and text alone", () => {
    assert.equal(standardNormal(1, "7"), draws[7]);
    assert.notEqual(standardNormal(2, "7"), draws[7]);
    assert.notEqual(standardNormal(1, "8"), draws[7]);
  });

  it("Standard normal draws fall below the well-known quantiles as often as they should", () => {
    // Four standard errors of a share of 20,000 draws are 0.0142 at most.
    const quantiles = [
      [-1.6448536, 0.05],
      [-0.6744898, 0.25],
      [0, 0.5],
      [0.6744898, 0.75],
      [1.6448536, 0.95],
    ];
    for (const [bound = 0, share = 0] of quantiles)
      assert.ok(Math.abs(shareBelow(bound) - share) < 0.0142, `${bound}: ${shareBelow(bound)}`);
  });

  it("Standard normal draws do not affect the draw for the next text", () => {
    const products = draws.slice(1).map((draw, at) => draw * (draws[at] ?? 0));
    const mean = products.reduce((sum, value) => sum + value, 0) / products.length;
    assert.ok(Math.abs(mean) < 4 / Math.sqrt(DRAWS), `${mean}`);
  });
});
