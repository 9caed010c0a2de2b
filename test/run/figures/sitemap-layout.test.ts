import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { SiteArc } from "../../../lib/domain/methods/sitemap.ts";
import { drawnArcs, largestFirst, layOutSite } from "../../../lib/run/figures/sitemap-of-run.ts";
import { aPageType, aSiteArc, aSitemap } from "../../support/a-sitemap.ts";

const area = (diameter: number) => diameter ** 2;

describe("the layout of page types", () => {
  it("The sitemap layout puts page types on a circle, clockwise from the top in their order", () => {
    const { width, spots } = layOutSite(aSitemap(4).types);
    const [top, right, bottom, left] = spots.map(({ x, y }) => [x, y] as const);
    assert.ok(top !== undefined && right !== undefined);
    assert.ok(bottom !== undefined && left !== undefined);
    assert.equal(top[0], width / 2);
    assert.ok(right[0] > top[0] && left[0] < top[0]);
    assert.ok(top[1] < right[1] && right[1] < bottom[1]);
    assert.ok(Math.abs(right[1] - left[1]) < 1e-9);
  });

  it("The sitemap layout gives each page type an area by its pages", () => {
    const { spots } = layOutSite([
      aPageType(0, { pages: 400 }),
      aPageType(1, { pages: 100 }),
      aPageType(2, { pages: 50 }),
    ]);
    const [large = 0, middle = 0, small = 0] = spots.map(({ diameter }) => area(diameter));
    assert.ok(Math.abs(large / middle - 4) < 1e-9);
    assert.ok(Math.abs(middle / small - 2) < 1e-9);
  });

  it("The sitemap layout keeps all circles apart and inside, however many and however large", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { maxLength: 70 }), (pages) => {
        const types = pages.map((each, number) => aPageType(number, { pages: each }));
        const { width, height, spots } = layOutSite(types);
        for (const [index, { x, y, diameter }] of spots.entries()) {
          const next = spots[(index + 1) % spots.length];
          assert.ok(x > diameter && x < width - diameter && y > diameter && y < height - diameter);
          if (next === undefined || spots.length < 2) continue;
          const distance = Math.hypot(x - next.x, y - next.y);
          assert.ok(distance > (diameter + next.diameter) / 2);
        }
      }),
      { seed: 1 },
    );
  });

  it("The sitemap layout puts an only page type in the middle, and accepts an empty sitemap", () => {
    const { width, spots } = layOutSite(aSitemap(1).types);
    assert.equal(spots[0]?.x, width / 2);
    assert.deepEqual(layOutSite([]).spots, []);
  });
});

describe("the arcs of a drawing", () => {
  it("The sitemap layout draws all arcs when they are few, the largest on top", () => {
    const arcs = [aSiteArc(0, 1, 5), aSiteArc(1, 0, 50), aSiteArc(1, 1, 0.5)];
    const drawn = drawnArcs(aSitemap(2, arcs));
    assert.deepEqual(
      drawn.map(({ links }) => links),
      [0.5, 5, 50],
    );
  });

  it("The sitemap layout draws the largest of many arcs, with one at least for each type", () => {
    const types = 12;
    const arcs: SiteArc[] = [];
    for (let from = 0; from < types; from += 1) {
      for (let to = 0; to < types; to += 1) arcs.push(aSiteArc(from, to, 2 ** (from - to)));
    }
    const drawn = drawnArcs(aSitemap(types, arcs));
    assert.ok(drawn.length < arcs.length / 2, `${drawn.length} of ${arcs.length}`);
    const between = drawn.filter(({ from, to }) => from !== to);
    assert.equal(new Set(between.map(({ from }) => from)).size, types);
    assert.equal(new Set(between.map(({ to }) => to)).size, types);
    const links = (some: readonly SiteArc[]) => some.reduce((sum, arc) => sum + arc.links, 0);
    assert.ok(links(drawn) >= 0.95 * links(arcs));
  });

  it("The sitemap layout draws arcs in one order, whatever order they are given in", () => {
    const arcs = [aSiteArc(1, 0, 2), aSiteArc(0, 1, 2), aSiteArc(0, 0, 2), aSiteArc(1, 1, 7)];
    assert.deepEqual(largestFirst(arcs), largestFirst(arcs.toReversed()));
    assert.deepEqual(
      largestFirst(arcs).map(({ from, to }) => [from, to]),
      [
        [1, 1],
        [0, 0],
        [0, 1],
        [1, 0],
      ],
    );
  });
});
