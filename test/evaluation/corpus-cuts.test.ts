import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isCalled } from "../../lib/domain/methods/cut.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { type CorpusPage, corpusCuts } from "../../lib/evaluation/corpus-cuts.ts";
import type { SampledPage } from "../../lib/evaluation/sample-pages.ts";
import { aUrl } from "../support/a-url.ts";

/** Pages of which a page of a score is relevant as often as the score says; every twentieth is decided by a rule. */
function somePages(count: number, isJudged: (at: number) => boolean) {
  const pages = Array.from({ length: count }, (_, at) => {
    const utility = hashToUnit(1, `score ${at}`);
    const isRelevant = hashToUnit(2, `truth ${at}`) < utility;
    const isRuled = at % 20 === 0;
    const page: CorpusPage = {
      url: aUrl(`http://a.test/${at}`),
      utility,
      isTarget: at % 40 === 0,
      least: isRuled ? undefined : 0.5,
      verdict: isJudged(at) ? isRelevant : undefined,
    };
    return { page, isRelevant };
  });
  return { pages: pages.map(({ page }) => page), truth: pages };
}

/** A sample of the called pages at a cut, of one stratum. */
function sampleOf(pages: readonly CorpusPage[], at: number, every: number): SampledPage[] {
  return pages
    .filter((page) => isCalled(page, { at }))
    .filter((_, place) => place % every === 0)
    .map(({ url, utility }) => {
      const about = { title: "", utility, isTarget: true };
      return { url, frame: "targets", stratum: "1", inclusionProbability: 1 / every, ...about };
    });
}

describe("what each cut would call", () => {
  it("Each cut calls as many pages as the one function of score and cut does, and every page is counted once", () => {
    const { pages } = somePages(400, () => false);
    const { outlooks, bins, fixed } = corpusCuts(pages, []);
    assert.equal(outlooks.length, 101);
    for (const { at, called } of outlooks)
      assert.equal(called, pages.filter((page) => isCalled(page, { at })).length, String(at));
    const counted = bins.reduce((sum, bin) => sum + bin.pages, 0);
    assert.deepEqual([counted + fixed.called + fixed.left, fixed.called], [400, 10]);
  });

  it("Without verdicts it is what the scores say, and has no interval", () => {
    const { pages } = somePages(400, () => false);
    for (const { by, precision, called } of corpusCuts(pages, []).outlooks) {
      assert.deepEqual([by, precision.low, precision.high, precision.cases], ["scores", 0, 1, 0]);
      assert.equal(precision.share === undefined, called === 0);
    }
  });

  it("Where all pages have labels, the share is the true one of each cut", () => {
    const { pages, truth } = somePages(400, () => true);
    for (const { at, by, precision, called } of corpusCuts(pages, []).outlooks) {
      if (called < 10) continue;
      const right = truth.filter(({ page, isRelevant }) => isRelevant && isCalled(page, { at }));
      assert.equal(by, "labels");
      assert.ok(Math.abs((precision.share ?? 0) - right.length / called) < 1e-9, String(at));
    }
  });

  it("Labels of high scores say little of low ones: each counts for pages of a like score", () => {
    const { pages, truth } = somePages(
      2_000,
      (at) => hashToUnit(1, `score ${at}`) > 0.9 || at % 5 === 0,
    );
    const all = corpusCuts(pages, []).outlooks.find(({ at }) => at === 0);
    const called = truth.filter(({ page }) => isCalled(page, { at: 0 }));
    const share = called.filter(({ isRelevant }) => isRelevant).length / called.length;
    const { low = 1, high = 0, cases = 0 } = all?.precision ?? {};
    assert.ok(cases > 400 && low < share && share < high, `${low} ${share} ${high}`);
  });

  it("A random sample goes before labels, at cuts whose pages it stands for", () => {
    const { pages, truth } = somePages(1_000, () => true);
    const sample = sampleOf(pages, 0.4, 5);
    for (const { at, by, precision, called } of corpusCuts(pages, [sample]).outlooks) {
      if (called < 100) continue;
      // Below 0.4 are pages that it was not drawn from: a tenth of them is let pass.
      if (at < 0.3) assert.equal(by, "labels", String(at));
      if (at < 0.4) continue;
      assert.equal(by, "sample", String(at));
      const right = truth.filter(({ page, isRelevant }) => isRelevant && isCalled(page, { at }));
      const share = right.length / called;
      assert.ok(precision.low <= share + 0.05 && share - 0.05 <= precision.high, String(at));
    }
  });
});
