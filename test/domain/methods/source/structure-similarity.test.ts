import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { pathWeights, similarityTo } from "../../../../lib/domain/methods/source/site-model.ts";

const page = (...paths: readonly string[]) => ({
  paths: Object.fromEntries(paths.map((path) => [path, 1])),
});

describe("similarity to an example", () => {
  it("Structural similarity is the cosine of the sets of paths", () => {
    const similarity = similarityTo(["/a", "/b", "/c", "/d"]);
    assert.equal(similarity(page("/a", "/b", "/c", "/d")), 1);
    assert.equal(similarity(page("/a")), 1 / Math.sqrt(4));
    assert.equal(similarity(page("/x")), 0);
    assert.equal(similarity(page()), 0);
    assert.equal(similarityTo([])(page("/a")), 0);
  });

  it("Structural similarity ignores how often a path occurs on the page", () => {
    const similarity = similarityTo(["/a", "/b"]);
    assert.equal(similarity({ paths: { "/a": 90, "/b": 1 } }), 1);
  });

  it("Structural similarity weighs a path by its rarity: log(|D| / df + 1)", () => {
    const weights = pathWeights([page("/menu", "/post"), page("/menu", "/post"), page("/menu")]);
    assert.deepEqual(weights, {
      shared: { "/menu": Math.log(2), "/post": Math.log(3 / 2 + 1) },
      single: Math.log(4),
    });
    const similarity = similarityTo(["/menu", "/post"], weights);
    const length = Math.hypot(Math.log(2), Math.log(2.5));
    assert.ok(Math.abs(similarity(page("/menu")) - Math.log(2) / length) < 1e-12);
  });

  it("Structural similarity treats a path on none of the pages like a path on one page", () => {
    const weights = pathWeights([page("/menu", "/once"), page("/menu")]);
    const similarity = similarityTo(["/menu", "/once"], weights);
    assert.equal(
      similarity(page("/menu", "/new")),
      similarityTo(["/menu", "/x"], weights)(page("/menu", "/y")),
    );
    assert.ok(similarity(page("/menu", "/new")) < similarity(page("/menu")));
  });

  it("Structural similarity lies in [0,1] and is symmetric", () => {
    const paths = fc.uniqueArray(fc.constantFrom("/a", "/b", "/c", "/d", "/e"));
    const property = fc.property(paths, paths, fc.array(paths), (one, other, rest) => {
      const weights = pathWeights([one, other, ...rest].map((list) => page(...list)));
      const there = similarityTo(one, weights)(page(...other));
      assert.ok(there >= 0 && there <= 1);
      assert.ok(Math.abs(there - similarityTo(other, weights)(page(...one))) < 1e-12);
    });
    fc.assert(property, { seed: 1 });
  });
});
