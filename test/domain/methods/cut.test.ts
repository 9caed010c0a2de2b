import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  type CutPage,
  isCalled,
  JUDGE_DECIDES,
  placeCuts,
} from "../../../lib/domain/methods/cut.ts";

const LEAST = 0.5;

const scored = (utility: number, label?: boolean): CutPage => ({
  ...{ utility, isTarget: utility >= LEAST },
  ...(label === undefined ? { least: LEAST } : { label }),
});

/** Scores evenly spread from one to another. */
const spread = (count: number, from: number, to: number): CutPage[] =>
  Array.from({ length: count }, (_, at) => scored(from + ((to - from) * at) / count));

const calledBy = (pages: readonly CutPage[], at: number | null): number =>
  pages.filter((page) => isCalled(page, { at })).length;

const someScores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
  minLength: 30,
  maxLength: 80,
});

describe("isCalled", () => {
  it("calls no more pages by a higher cut", () => {
    fc.assert(
      fc.property(someScores, fc.double({ min: 0, max: 1, noNaN: true }), (scores, at) => {
        const pages = scores.map((score) => scored(score));
        assert.ok(calledBy(pages, at / 2) >= calledBy(pages, at));
      }),
      { seed: 1 },
    );
  });

  it("leaves a page to the rule that decided it, whatever the cut", () => {
    const ruled = { utility: 0.9, isTarget: false };
    assert.equal(isCalled(ruled, { at: 0 }), false);
    assert.equal(isCalled({ utility: 0.1, isTarget: true }, { at: 1 }), true);
  });

  it("leaves a page to its judge where there is no cut", () => {
    assert.equal(isCalled(scored(0.6), JUDGE_DECIDES), true);
    assert.equal(isCalled(scored(0.4), JUDGE_DECIDES), false);
  });
});

describe("placeCuts", () => {
  it("finds a kind of pages that lies below the judge's threshold as a whole", () => {
    const pages = [...spread(200, 0.01, 0.1), ...spread(40, 0.37, 0.46)];
    const { complete } = placeCuts(pages);
    assert.equal(complete.by, "scores");
    assert.equal(calledBy(pages, complete.at), 40);
  });

  it("calls all pages where all are scored above the threshold", () => {
    const pages = spread(100, 0.6, 1);
    assert.equal(calledBy(pages, placeCuts(pages).complete.at), 100);
  });

  it("calls none where no page is scored high", () => {
    const pages = [...spread(200, 0.18, 0.2), ...spread(20, 0.24, 0.28)];
    assert.deepEqual(placeCuts(pages).complete, JUDGE_DECIDES);
    assert.equal(calledBy(pages, placeCuts(pages).complete.at), 0);
  });

  it("is where the user says, whatever the scores", () => {
    const pages = [...spread(200, 0.01, 0.1), ...spread(40, 0.37, 0.46)];
    const asked = { at: 0.42, by: "asked" };
    assert.deepEqual(placeCuts(pages, 0.42), { complete: asked, clean: asked });
    assert.deepEqual(placeCuts([], 0.42).complete, asked);
  });

  it("leaves few pages to their judge", () => {
    assert.deepEqual(placeCuts(spread(20, 0, 1)).clean, JUDGE_DECIDES);
  });

  it("calls no more pages in the clean set than in the complete one", () => {
    fc.assert(
      fc.property(someScores, (scores) => {
        const pages = scores.map((score) => scored(score));
        const { clean, complete } = placeCuts(pages);
        assert.ok(calledBy(pages, clean.at) <= calledBy(pages, complete.at));
      }),
      { seed: 1 },
    );
  });

  it("does not depend on the order of the pages", () => {
    fc.assert(
      fc.property(someScores, (scores) => {
        const pages = scores.map((score) => scored(score));
        assert.deepEqual(placeCuts(pages.toReversed()), placeCuts(pages));
      }),
      { seed: 1 },
    );
  });

  it("moves up when labels say that pages above it are wrong, and down when those below are right", () => {
    const pages = [...spread(300, 0.01, 0.2), ...spread(90, 0.4, 0.9)];
    const before = calledBy(pages, placeCuts(pages).complete.at);
    const labels = (from: number, to: number, label: boolean) =>
      spread(12, from, to).map(({ utility }) => scored(utility, label));
    const wrong = [...pages, ...labels(0.4, 0.55, false), ...labels(0.7, 0.9, true)];
    const cut = placeCuts(wrong).complete;
    assert.equal(cut.by, "labels");
    assert.ok(calledBy(pages, cut.at) < before);
    const right = [...pages, ...labels(0.14, 0.2, true), ...labels(0.01, 0.05, false)];
    assert.ok(calledBy(pages, placeCuts(right).complete.at) > before);
  });

  it("does not take labels of one queue for a sample of all pages", () => {
    const pages = [...spread(900, 0.01, 0.1), ...spread(100, 0.6, 0.9)];
    // Seven good and twenty-six bad pages, as uncertain as can be.
    const queue = Array.from({ length: 33 }, (_, at) => scored(0.58 + at / 1_000, at > 25));
    const called = calledBy(pages, placeCuts([...pages, ...queue]).complete.at);
    assert.ok(called >= 65 && called <= 135, `${called} called of a hundred`);
  });
});
