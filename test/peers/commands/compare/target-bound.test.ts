import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { harvestCurve } from "../../../../lib/domain/measures/harvest-rate.ts";
import { greedyOrder, targetBound } from "../../../../peers/commands/compare/greedy-order.ts";

/** Pages with the pages that they link to. */
type Web = readonly (readonly number[])[];

function linksOf(web: Web) {
  const firstTarget = Int32Array.from({ length: web.length + 1 }, (_, page) =>
    web.slice(0, page).reduce((sum, { length }) => sum + length, 0),
  );
  return { pages: web.length, firstTarget, targets: Int32Array.from(web.flat()) };
}

function boundOf(web: Web, wanted: readonly number[], budget = web.length, seeds = [0]) {
  const isTarget = (page: number) => wanted.includes(page);
  return targetBound(linksOf(web), { seeds, isTarget, budget });
}

/** Most wanted pages of any set of so many pages that can be fetched: by going through all of them. */
function optimumOf(web: Web, wanted: readonly number[]): number[] {
  const best = Array.from({ length: web.length + 1 }, () => 0);
  for (let set = 1; set < 2 ** web.length; set += 1) {
    const pages = [...web.keys()].filter((page) => (set & (2 ** page)) !== 0);
    if (!canBeFetched(web, pages)) continue;
    const found = pages.filter((page) => wanted.includes(page)).length;
    best[pages.length] = Math.max(best[pages.length] ?? 0, found);
  }
  for (let pages = 1; pages < best.length; pages += 1)
    best[pages] = Math.max(best[pages] ?? 0, best[pages - 1] ?? 0);
  return best;
}

/** From page 0 along links between these pages alone. */
function canBeFetched(web: Web, pages: readonly number[]): boolean {
  if (!pages.includes(0)) return false;
  const reached = new Set([0]);
  for (const page of reached)
    for (const target of web[page] ?? []) if (pages.includes(target)) reached.add(target);
  return reached.size === pages.length;
}

const aWeb = (most: number): fc.Arbitrary<Web> =>
  fc.integer({ min: 1, max: most }).chain((pages) =>
    fc.array(fc.uniqueArray(fc.nat(pages - 1), { maxLength: 4 }), {
      minLength: pages,
      maxLength: pages,
    }),
  );

describe("targetBound", () => {
  it("targetBound counts every page as a target when no other page precedes a target", () => {
    assert.deepEqual(boundOf([[1], [2], []], [0, 1, 2]), [0, 1, 2, 3]);
  });

  it("targetBound allows for the non-target pages before the target that has most of them", () => {
    // 2 has one page before it, 5 has three: 0, 3 and 4.
    assert.deepEqual(boundOf([[2, 3], [], [], [4], [5], []], [2, 5]), [0, 0, 1, 1, 1, 2, 2]);
  });

  it("targetBound takes the path with the fewest non-target pages, not the shortest path", () => {
    // 5 by 0 and 4 alone, by 0, 1, 2 and 3 past three wanted pages.
    const web = [[1, 4], [2], [3], [5], [5], []];
    assert.deepEqual(boundOf(web, [1, 2, 3, 5]), [0, 0, 1, 2, 3, 4, 4]);
  });

  it("targetBound leaves out unreachable pages and starts from any seed", () => {
    assert.deepEqual(boundOf([[], [2], []], [2]), [0, 0, 0, 0]);
    assert.deepEqual(boundOf([[], [2], []], [2], 3, [0, 1]), [0, 0, 1, 1]);
  });

  it("targetBound is at least what any fetchable set of pages reaches, on any small web", () => {
    fc.assert(
      fc.property(aWeb(8), fc.array(fc.nat(7)), (web, wanted) => {
        const bound = boundOf(web, wanted);
        optimumOf(web, wanted).forEach((most, pages) => {
          assert.ok(most <= (bound[pages] ?? -1), `${most} within ${pages} pages`);
        });
      }),
      { seed: 1 },
    );
  });

  it("targetBound is never below the greedy order and grows by at most one per page", () => {
    fc.assert(
      fc.property(aWeb(30), fc.array(fc.nat(29)), (web, wanted) => {
        const bound = boundOf(web, wanted);
        const isTarget = (page: number) => wanted.includes(page);
        const order = greedyOrder(linksOf(web), { seeds: [0], isTarget, budget: web.length });
        for (const [pages, found] of harvestCurve(order.map(isTarget)))
          assert.ok(found <= (bound[pages] ?? -1));
        bound.forEach((most, pages) => {
          const step = pages === 0 ? most : most - (bound[pages - 1] ?? 0);
          assert.ok(step === 0 || (step === 1 && pages > 0));
        });
      }),
      { seed: 1 },
    );
  });
});
