import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { figuresOf, type JudgedPage } from "../../../bench/judge/figures.ts";

const page = (actual: boolean, utility: number): JudgedPage => {
  return { actual, said: utility >= 0.5, utility };
};

describe("the figures of judged pages", () => {
  it("A judge that is sure and right has errors of 0 and all other figures of 1", () => {
    const figures = figuresOf([page(true, 1), page(true, 1), page(false, 0), page(false, 0)]);
    assert.deepEqual(figures, {
      ...{ auc: 1, averagePrecision: 1, rPrecision: 1, precision: 1, recall: 1, countRatio: 1 },
      ...{ calibrationError: 0, shareError: 0 },
    });
  });

  it("A judge that calls too many pages relevant has a ratio above 1, and the error of its utilities", () => {
    const figures = figuresOf([
      page(true, 0.9),
      page(false, 0.8),
      page(false, 0.6),
      page(false, 0),
    ]);
    assert.deepEqual([figures.auc, figures.rPrecision], [1, 1]);
    assert.equal(figures.precision, 1 / 3);
    assert.equal(figures.countRatio, 3);
    assert.ok(Math.abs(figures.calibrationError - (0.1 + 0.8 + 0.6) / 4) < 1e-12);
    assert.ok(Math.abs(figures.shareError - (2.3 / 4 - 1 / 4)) < 1e-12);
  });

  it("A judge that calls no page relevant has a precision of 0", () => {
    const { precision, recall, countRatio } = figuresOf([page(true, 0.4), page(false, 0.1)]);
    assert.deepEqual([precision, recall, countRatio], [0, 0, 0]);
  });

  it("The average precision is the mean precision at relevant pages, where pages of equal utility share a rank", () => {
    const averageOf = (...pages: JudgedPage[]) => figuresOf(pages).averagePrecision;
    assert.equal(averageOf(page(true, 0.9), page(false, 0.8), page(true, 0.7)), (1 + 2 / 3) / 2);
    assert.equal(averageOf(page(false, 0.8), page(true, 0.8)), 1 / 2);
  });

  it("Pages of equal utility count in R-precision as if they were in random order", () => {
    const same = [page(true, 0.2), page(false, 0.2), page(false, 0.2), page(false, 0.2)];
    assert.equal(figuresOf(same).rPrecision, 0.25);
    assert.equal(
      figuresOf([page(true, 0.7), page(true, 0.2), ...same]).rPrecision,
      (1 + 0.4 * 2) / 3,
    );
  });
});
