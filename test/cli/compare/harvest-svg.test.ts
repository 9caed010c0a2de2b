import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { harvestSvg } from "../../../lib/cli/compare/harvest-svg.ts";
import { harvestCurve } from "../../../lib/domain/measures/harvest-rate.ts";
import type { Repetition } from "../../../lib/evaluation/summarise-comparisons.ts";

const result = (hits: readonly boolean[]) => ({
  ...{ fetched: hits.length, targets: 1, harvestRate: 0, targetRecall: null },
  ...{ notRecorded: 0, seconds: 0, curve: harvestCurve(hits) },
});

const REPETITION: Repetition = {
  ...{ project: "a.yaml", seed: 1, budget: 3, knownTargets: 2 },
  strategies: { "a<b>": result([true, false, true]), blind: result([false]) },
};

describe("the curves of a comparison", () => {
  it("A comparison's curves are one line for each strategy, named in the legend", () => {
    const svg = harvestSvg([REPETITION]);
    assert.match(svg, /^<svg .*<\/svg>\s*$/s);
    assert.match(svg, />a&lt;b&gt;</);
    assert.match(svg, />blind</);
    assert.match(svg, />target pages</);
    assert.doesNotMatch(svg, /<script|<style|oracle/);
  });

  it("A comparison's curves are dashed for oracle crawls", () => {
    const curve = harvestCurve([true, true]);
    const svg = harvestSvg([{ ...REPETITION, knowing: { greedy: curve, bound: curve } }]);
    assert.match(svg, />\(oracle: greedy, knows the truth\)</);
    assert.match(svg, /stroke-dasharray/);
    assert.doesNotMatch(harvestSvg([REPETITION]), /stroke-dasharray/);
  });

  it("A comparison's curves are the same text for the same comparison", () => {
    assert.equal(harvestSvg([REPETITION]), harvestSvg([REPETITION]));
  });
});
