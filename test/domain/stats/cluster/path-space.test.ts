import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  learnPathSpace,
  type PathSpace,
  pathVectorizer,
  vectorizePages,
} from "../../../../lib/domain/stats/cluster/page-clusters.ts";
import { rowOf } from "../../../../lib/domain/stats/vector/sparse-rows.ts";

const bagOf = (counts: Readonly<Record<string, number>>) => Object.entries(counts);

const bags = fc.array(
  fc.dictionary(fc.constantFrom("/a", "/b", "/c", "/d/e"), fc.integer({ min: 1, max: 9 })),
  { maxLength: 12 },
);

describe("a path space", () => {
  it("A path space weighs ln(tf + 1) · ln(|D| ÷ df + 1), scaled to sum 1: worked by hand", () => {
    const pages = [bagOf({ "/a": 3, "/b": 1 }), bagOf({ "/a": 1 }), bagOf({ "/a": 7 })];
    const space = learnPathSpace(pages, 1);
    assert.deepEqual(space, { paths: ["/a", "/b"], idf: [Math.log(2), Math.log(4)] });
    // ln 4 · ln 2 and ln 2 · ln 4 are the same: a half each.
    const { columns, values } = pathVectorizer(space)(bagOf({ "/b": 1, "/a": 3 }));
    assert.deepEqual([...columns], [0, 1]);
    assert.deepEqual([...values], [0.5, 0.5]);
  });

  it("A path space drops paths that occur on too few pages", () => {
    const pages = [bagOf({ "/a": 1, "/b": 9 }), bagOf({ "/a": 1 })];
    assert.deepEqual(learnPathSpace(pages, 2).paths, ["/a"]);
  });

  it("A path space maps a page without a known path to the zero vector", () => {
    const vectorOf = pathVectorizer(learnPathSpace([bagOf({ "/a": 1 })], 1));
    assert.equal(vectorOf(bagOf({ "/new": 4 })).columns.length, 0);
    assert.equal(vectorOf([]).values.length, 0);
  });

  it("A path space gives vectors of sum 1 with ascending columns", () => {
    const property = fc.property(bags, (counts) => {
      const pages = counts.map(bagOf);
      const space = learnPathSpace(pages, 2);
      const rows = vectorizePages(space, pages);
      for (const row of pages.keys()) {
        const { columns, values } = rowOf(rows, row);
        const sum = values.reduce((total, value) => total + value, 0);
        assert.ok(columns.length === 0 ? sum === 0 : Math.abs(sum - 1) < 1e-12);
        assert.ok(values.every((value) => value > 0));
        assert.ok(columns.every((column, at) => at === 0 || column > (columns[at - 1] ?? 0)));
      }
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("A path space does not depend on the order of pages or paths, and survives JSON", () => {
    const property = fc.property(bags, (counts) => {
      const pages = counts.map(bagOf);
      const space = learnPathSpace(pages, 2);
      const turned = pages.toReversed().map((bag) => bag.toReversed());
      assert.deepEqual(learnPathSpace(turned, 2), space);
      const reread: PathSpace = JSON.parse(JSON.stringify(space));
      assert.deepEqual(vectorizePages(reread, pages), vectorizePages(space, pages));
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });
});
