import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  bestRate,
  gainAbove,
  type HubYield,
  OpenYield,
} from "../../../../lib/domain/methods/source/learn-kinds.ts";

/** What a page brings with links of which so much is expected. */
function yieldOf(...worths: readonly number[]): HubYield {
  const links = new OpenYield();
  for (const worth of worths) links.addLink(worth);
  return links;
}

/** Mean worth of the bin of each link, the best first. */
function linksOf({ links, worth }: HubYield): number[] {
  return links
    .flatMap((count, bin) =>
      Array.from({ length: count }, () => (worth[bin] ?? 0) / (links[bin] ?? 1)),
    )
    .toReversed();
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Sums of the first 0, 1, 2 … of the best links, as many as there is room for. */
function prefixes(links: readonly number[], room: number): number[] {
  const most = Math.min(links.length, room);
  return Array.from({ length: most + 1 }, (_, taken) => sum(links.slice(0, taken)));
}

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}, not ${expected}`);
}

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const someLinks = fc.array(unit, { maxLength: 30 }).map((worths) => yieldOf(...worths));
const remaining = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(Infinity));

describe("what pages bring", () => {
  it("A page's link yield counts links by tenths of their expected value, with 1 in the last", () => {
    const { links, worth } = yieldOf(0, 0.05, 0.1, 0.95, 1);
    assert.deepEqual(links, [2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
    assert.deepEqual(worth, [0.05, 0.1, 0, 0, 0, 0, 0, 0, 0, 1.95]);
  });

  it("A page's link yield adds up, also in fractions", () => {
    const mean = new OpenYield();
    mean.add(yieldOf(0.75, 0.75), 0.5);
    mean.add(yieldOf(0.25), 0.5);
    assert.deepEqual(mean.links, [0, 0, 0.5, 0, 0, 0, 0, 1, 0, 0]);
    assert.deepEqual(mean.worth, [0, 0, 0.125, 0, 0, 0, 0, 0.75, 0, 0]);
  });
});

describe("the best mean worth a fetch", () => {
  it("The best mean score per fetch is the page's own when no better page is behind it", () => {
    assert.equal(bestRate(0.5, yieldOf(), 100), 0.5);
    assert.equal(bestRate(0.5, yieldOf(0.5, 0.25, 0), 100), 0.5);
  });

  it("The best mean score per fetch includes links that raise it: (score + Σ) ÷ (1 + links)", () => {
    assert.equal(bestRate(0, yieldOf(1, 1, 1), 100), 0.75);
    assert.equal(bestRate(0, yieldOf(1, 1, 1, 0.25), 100), 0.75);
  });

  it("The best mean score per fetch uses no more links than the budget leaves after the page", () => {
    assert.equal(bestRate(0, yieldOf(1, 1, 1), 3), 2 / 3);
    assert.equal(bestRate(0, yieldOf(1, 1, 1), 1), 0);
    assert.equal(bestRate(0.5, yieldOf(1), 0), 0.5);
  });

  it("The best mean score per fetch is the greatest over all numbers of links", () => {
    const property = fc.property(unit, someLinks, remaining, (worth, behind, left) => {
      const rates = prefixes(linksOf(behind), left - 1).map((all, taken) => {
        return (worth + all) / (1 + taken);
      });
      assertNear(bestRate(worth, behind, left), Math.max(...rates));
    });
    fc.assert(property, { seed: 1, numRuns: 500 });
  });

  it("The best mean score per fetch lies between the page's score and 1, and falls with the budget", () => {
    const property = fc.property(unit, someLinks, remaining, (worth, behind, left) => {
      const rate = bestRate(worth, behind, left);
      assert.ok(rate >= worth && rate <= 1 + 1e-12);
      assert.ok(bestRate(worth, behind, left - 1) <= rate + 1e-12);
    });
    fc.assert(property, { seed: 1 });
  });
});

describe("what is behind a page above the price of a fetch", () => {
  it("The gain behind a page is the value of its links above the price of a fetch", () => {
    assert.equal(gainAbove(0.5, yieldOf(1, 0.75, 0.25), 100), 0.75);
    assert.equal(gainAbove(1, yieldOf(1, 0.75), 100), 0);
    assert.equal(gainAbove(0, yieldOf(), 100), 0);
  });

  it("The gain behind a page counts no more links than the budget leaves, the best first", () => {
    assert.equal(gainAbove(0.5, yieldOf(0.75, 1, 1), 2), 1);
    assert.equal(gainAbove(0.5, yieldOf(1), 0), 0);
  });

  it("The gain behind a page is the greatest over all numbers of links", () => {
    const property = fc.property(unit, someLinks, remaining, (price, behind, left) => {
      const gains = prefixes(linksOf(behind), left).map((all, taken) => all - taken * price);
      assertNear(gainAbove(price, behind, left), Math.max(...gains));
    });
    fc.assert(property, { seed: 1, numRuns: 500 });
  });

  it("The gain behind a page is never below 0 and falls with the price", () => {
    const property = fc.property(unit, unit, someLinks, remaining, (one, other, behind, left) => {
      const dear = gainAbove(Math.max(one, other), behind, left);
      assert.ok(dear >= 0);
      assert.ok(dear <= gainAbove(Math.min(one, other), behind, left) + 1e-12);
    });
    fc.assert(property, { seed: 1 });
  });
});
