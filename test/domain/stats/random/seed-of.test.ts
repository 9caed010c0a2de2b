import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { seedOf } from "../../../../lib/domain/stats/random/seed-of.ts";

describe("the seed of a part", () => {
  it("The seed of a part is a 32-bit word that depends on the seed and the part", () => {
    const seeds = [0, 1, 2].flatMap((seed) => ["a", "b", ""].map((part) => seedOf(seed, part)));
    assert.equal(new Set(seeds).size, 9);
    for (const seed of seeds) assert.ok(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32);
    assert.equal(seedOf(1, "a"), seedOf(1, "a"));
  });
});
