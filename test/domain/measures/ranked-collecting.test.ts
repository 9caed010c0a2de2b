import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { harvestCurve } from "../../../lib/domain/measures/harvest-rate.ts";
import {
  areaUnder,
  type Collected,
  extraRelevantFound,
  meanPagesToTarget,
  normalisedLoss,
  pagesToRecall,
  rankedFigures,
  recallWithin,
  workSaved,
} from "../../../lib/domain/measures/ranked-collecting.ts";
import { foundOn } from "../../../peers/commands/compare/curve-points.ts";

const BUDGET = 50;

/** Any crawl of at most fifty pages, with at least one known target. */
const aCollection = fc
  .record({
    some: fc.uniqueArray(fc.integer({ min: 1, max: BUDGET })),
    missed: fc.integer({ min: 0, max: 20 }),
  })
  .map(({ some, missed }): Collected => {
    const found = some.toSorted((a, b) => a - b);
    return { found, known: Math.max(1, found.length + missed), budget: BUDGET };
  });

describe("metrics of ranked collecting", () => {
  it("Positions of targets are read off a harvest curve, pages without a verdict or not", () => {
    assert.deepEqual(foundOn(harvestCurve([false, true, undefined, true, false])), [2, 4]);
    assert.deepEqual(foundOn([]), []);
  });

  it("The area under the harvest curve is the sum of what was found after each page of the budget", () => {
    fc.assert(
      fc.property(aCollection, ({ found, budget }) => {
        let sum = 0;
        for (let pages = 1; pages <= budget; pages += 1)
          sum += found.filter((position) => position <= pages).length;
        assert.equal(areaUnder({ found, budget }), sum);
      }),
      { seed: 1 },
    );
  });

  it("The loss is 0 for an order that begins with all targets, and 1 for one that finds none", () => {
    assert.equal(normalisedLoss({ found: [1, 2, 3], known: 3, budget: 10 }), 0);
    assert.equal(normalisedLoss({ found: [], known: 3, budget: 10 }), 1);
    fc.assert(
      fc.property(aCollection, (collected) => {
        const loss = normalisedLoss(collected);
        assert.ok(loss >= 0 && loss <= 1, String(loss));
      }),
      { seed: 1 },
    );
  });

  it("A target that is never found counts as the budget and one page more", () => {
    assert.equal(meanPagesToTarget({ found: [2, 5, 10], known: 4, budget: 10 }), 28 / 4);
  });

  it("Recall within the pages to a share of the targets is at least the share", () => {
    const shares = fc.constantFrom(0.5, 0.8, 0.95, 1);
    fc.assert(
      fc.property(aCollection, shares, (collected, share) => {
        const pages = pagesToRecall(collected, share);
        if (pages === undefined) assert.ok(recallWithin(collected, BUDGET) < share);
        else assert.ok(recallWithin(collected, pages) >= share);
      }),
      { seed: 1 },
    );
  });

  it("Work saved over sampling is that of Cohen et al. (2006): 95 % of 100 targets within 300 of 1,000 pages save 65 %", () => {
    const found = Array.from({ length: 100 }, (_, at) => 3 * at + 3);
    const saved = workSaved({ found, known: 100 }, 0.95, 1000) ?? Number.NaN;
    assert.ok(Math.abs(saved - ((1000 - 285) / 1000 - 0.05)) < 1e-12);
    assert.equal(workSaved({ found: [], known: 1 }, 0.95, 1000), undefined);
  });

  it("Extra relevant found is the recall beyond what chance would have", () => {
    const found = [1, 2, 3, 4, 5];
    assert.equal(extraRelevantFound({ found, known: 10 }, 0.1, 100), 0.5 - 0.1);
  });

  it("The figures of a crawl are those of each metric; those of the whole web need its size", () => {
    const crawl = { found: [1, 2, 3, 9], known: 5, budget: 12 };
    const figures = rankedFigures(crawl, 100);
    assert.equal(figures.normalisedLoss, normalisedLoss(crawl));
    assert.deepEqual([figures.recallSoon, figures.recall], [3 / 5, 4 / 5]);
    assert.deepEqual(figures.pagesToRecall, [3, 9, undefined]);
    assert.equal(figures.workSaved, undefined, "a recall of 95 % is never reached");
    assert.equal(figures.extraRelevantFound, extraRelevantFound(crawl, 0.1, 100));
    assert.equal(rankedFigures(crawl, undefined).extraRelevantFound, undefined);
  });
});
