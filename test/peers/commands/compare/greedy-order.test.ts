import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { greedyOrder } from "../../../../peers/commands/compare/greedy-order.ts";

/** Pages with the pages that they link to. */
type Web = readonly (readonly number[])[];

function linksOf(web: Web) {
  const firstTarget = Int32Array.from({ length: web.length + 1 }, (_, page) =>
    web.slice(0, page).reduce((sum, { length }) => sum + length, 0),
  );
  return { pages: web.length, firstTarget, targets: Int32Array.from(web.flat()) };
}

function orderOf(
  web: Web,
  wanted: readonly number[],
  budget = Number.POSITIVE_INFINITY,
  seeds = [0],
) {
  const isTarget = (page: number) => wanted.includes(page);
  return greedyOrder(linksOf(web), { seeds, isTarget, budget });
}

describe("greedyOrder", () => {
  it("greedyOrder fetches targets first, then pages that reveal targets, then all others", () => {
    // 1 leads nowhere, 2 to two wanted pages, 3 is wanted itself, as are 4 and 5.
    const web = [[1, 2, 3], [], [4, 5], [], [], []];
    assert.deepEqual(orderOf(web, [3, 4, 5]), [0, 3, 2, 4, 5]);
  });

  it("greedyOrder prefers the target, then the page, that reveals most, and the first among equals", () => {
    // Of 1 and 2, both wanted, 2 reveals 5; of 3 and 4, which are not, 4 reveals 7 and 8.
    const web = [[1, 2, 3, 4], [], [5], [6], [7, 8], [], [], [], []];
    assert.deepEqual(orderOf(web, [1, 2, 5, 6, 7, 8]), [0, 2, 1, 5, 4, 7, 8, 3, 6]);
  });

  it("greedyOrder begins with its seeds in their order and fetches none of them again", () => {
    const web = [[1, 3], [2], [0], []];
    assert.deepEqual(orderOf(web, [3], 10, [2, 1]), [2, 1, 0, 3]);
  });

  it("greedyOrder counts as revealed only pages that were not discovered before", () => {
    // 1 and 2 both lead to 4 and 5, 2 to 6 as well; after 2 nothing is left for 1.
    const web = [[1, 2, 3], [4, 5], [4, 5, 6], [7], [], [], [], []];
    assert.deepEqual(orderOf(web, [4, 5, 6, 7]), [0, 2, 4, 5, 6, 3, 7]);
  });

  it("greedyOrder takes the shortest path to a target that no queued page links to", () => {
    // 1 → 3 → 4 → 6 is a step longer than 2 → 5 → 6.
    const web = [[1, 2], [3], [5], [4], [6], [6], []];
    assert.deepEqual(orderOf(web, [6]), [0, 2, 5, 6]);
  });

  it("greedyOrder ends when all reachable targets are found or the budget is spent", () => {
    const web = [[1, 2], [], [], [4], []];
    assert.deepEqual(orderOf(web, [2, 4]), [0, 2]);
    assert.deepEqual(orderOf(web, [1, 2], 2), [0, 1]);
    assert.deepEqual(orderOf(web, []), [0]);
  });

  it("greedyOrder follows its rule at every step on any web", () => {
    fc.assert(
      fc.property(aWeb(), fc.array(fc.nat(11)), (web, wanted) => {
        const order = orderOf(web, wanted);
        for (let step = 1; step < order.length; step += 1)
          assertBest(web, wanted, order.slice(0, step), order[step] ?? -1);
        const reached = new Set(order);
        assert.equal(reached.size, order.length);
        for (const page of within(web)) if (wanted.includes(page)) assert.ok(reached.has(page));
      }),
      { seed: 1 },
    );
  });
});

function aWeb(): fc.Arbitrary<Web> {
  return fc
    .integer({ min: 1, max: 12 })
    .chain((pages) =>
      fc.array(fc.uniqueArray(fc.nat(pages - 1), { maxLength: 4 }), {
        minLength: pages,
        maxLength: pages,
      }),
    )
    .map((web) => web.map((targets, page) => targets.filter((target) => target !== page)));
}

/** Pages within reach of page 0. */
function within(web: Web): Set<number> {
  const reached = new Set([0]);
  for (const page of reached) for (const target of web[page] ?? []) reached.add(target);
  return reached;
}

function assertBest(web: Web, wanted: readonly number[], before: readonly number[], next: number) {
  const met = new Set([0, ...before.flatMap((page) => web[page] ?? [])]);
  const waiting = [...met].filter((page) => !before.includes(page));
  assert.ok(waiting.includes(next), `${next} waits`);
  const reveals = (page: number) =>
    (web[page] ?? []).filter((target) => wanted.includes(target) && !met.has(target)).length;
  const inSight = waiting.filter((page) => wanted.includes(page));
  const candidates = inSight.length > 0 ? inSight : waiting;
  assert.ok(candidates.includes(next), "a wanted page that waits comes first");
  const most = Math.max(...candidates.map(reveals));
  if (inSight.length > 0 || most > 0) {
    assert.equal(next, Math.min(...candidates.filter((page) => reveals(page) === most)));
    return;
  }
  const distance = (page: number) => stepsToWanted(web, wanted, met, page);
  assert.equal(distance(next), Math.min(...waiting.map(distance)));
}

/** Links from a page to the next wanted page not met; infinite where there is none. */
function stepsToWanted(web: Web, wanted: readonly number[], met: Set<number>, from: number) {
  const steps = new Map([[from, 0]]);
  for (const [page, step] of steps) {
    if (wanted.includes(page) && !met.has(page)) return step;
    for (const target of web[page] ?? []) if (!steps.has(target)) steps.set(target, step + 1);
  }
  return Number.POSITIVE_INFINITY;
}
