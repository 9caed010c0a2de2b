import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type HarvestCurve, harvestCurve } from "../../../../lib/domain/measures/harvest-rate.ts";
import {
  type Repetition,
  summariseComparisons,
} from "../../../../peers/commands/compare/summarise-comparisons.ts";

const BUDGET = 4;

/** A curve as pages in order, targets as `t`. */
const curve = (pages: string): HarvestCurve =>
  harvestCurve(pages.split("").map((page) => page === "t"));

function aRepetition(
  curves: Readonly<Record<string, string>>,
  parts: Partial<Repetition> = {},
): Repetition {
  const strategies = Object.entries(curves).map(([name, pages]) => {
    const targets = pages.replaceAll(".", "").length;
    const rates = { harvestRate: targets / pages.length, targetRecall: targets / 4 };
    const result = { fetched: pages.length, targets, ...rates, notRecorded: 1, seconds: 2 };
    return [name, { ...result, curve: curve(pages) }];
  });
  return {
    ...{ project: "a.yaml", seed: 1, budget: BUDGET, knownTargets: 4 },
    strategies: Object.fromEntries(strategies),
    ...parts,
  };
}

const estimates = (intervals: readonly { readonly estimate: number }[] = []) =>
  intervals.map(({ estimate }) => estimate);

describe("the summary of repeated comparisons", () => {
  it("The comparison summary has means over seeds, and differences to the reference paired by seed", () => {
    const summary = summariseComparisons(
      [
        aRepetition({ blind: "....", keen: "tt.." }),
        aRepetition({ blind: "...t", keen: "ttt." }, { seed: 2 }),
      ],
      "blind",
    );
    const { blind, keen } = summary.strategies;
    assert.deepEqual(summary.resampled, { kind: "seeds", count: 2 });
    assert.deepEqual(estimates(blind?.harvest), [0, 0, 0, 0.125]);
    assert.deepEqual(estimates(keen?.harvest), [1, 1, 1, 0.625]);
    assert.equal(blind?.difference, undefined);
    assert.deepEqual(keen?.difference?.at(-1), { estimate: 0.5, low: 0.5, high: 0.5 });
    assert.deepEqual(keen?.harvest.at(-1), { estimate: 0.625, low: 0.5, high: 0.75 });
    assert.deepEqual(keen?.targetRecall, { estimate: 0.625, low: 0.5, high: 0.75 });
  });

  it("The comparison summary says how soon targets are found, and nothing of what a crawl never reaches", () => {
    const web = { knownTargets: 2, webPages: 10 };
    const { blind, keen } = summariseComparisons(
      [
        aRepetition({ blind: "...t", keen: "tt.." }, web),
        aRepetition({ blind: "....", keen: ".tt." }, { ...web, seed: 2 }),
      ],
      "blind",
    ).strategies;
    const { workSaved, extraRelevantFound, ...exact } = keen?.collecting ?? {};
    assert.deepEqual(exact, {
      meanPagesToTarget: (1.5 + 2.5) / 2,
      normalisedLoss: (0 + 2 / 7) / 2,
      pagesToRecall: [1.5, 2.5, 2.5],
    });
    assert.deepEqual(
      [workSaved?.toFixed(9), extraRelevantFound?.toFixed(9)],
      ["0.700000000", "0.150000000"],
    );
    assert.deepEqual(blind?.collecting?.pagesToRecall, [null, null, null]);
    assert.equal(blind?.collecting?.workSaved, null);
    const untold = aRepetition({ blind: "...t" }, { knownTargets: null });
    assert.equal(
      summariseComparisons([untold], "blind").strategies["blind"]?.collecting,
      undefined,
    );
  });

  it("The comparison summary treats several projects as cases, each with its mean over seeds", () => {
    const of = (project: string, seed: number, keen: string) =>
      aRepetition({ blind: "....", keen }, { project, seed });
    const { resampled, strategies, repetitions } = summariseComparisons(
      [of("a", 1, "t..."), of("a", 2, "t.tt"), of("b", 1, "...."), of("b", 2, "....")],
      "blind",
    );
    assert.deepEqual([resampled, repetitions], [{ kind: "projects", count: 2 }, 4]);
    assert.deepEqual(strategies["keen"]?.harvest.at(-1), { estimate: 0.25, low: 0, high: 0.5 });
  });

  it("The comparison summary counts pages that an early end left unfetched, and draws without answer", () => {
    const { strategies } = summariseComparisons([aRepetition({ short: "tt" })], "short");
    const { short } = strategies;
    assert.equal(short?.harvest.at(-1)?.estimate, 0.5);
    assert.deepEqual([short?.fetched, short?.notRecorded, short?.seconds], [2, 1, 2]);
    assert.equal(short?.notRecordedShare, 1 / 3);
  });

  it("The comparison summary has no recall without a truth", () => {
    const untold = aRepetition({ blind: "t..." }, { knownTargets: null });
    assert.equal(summariseComparisons([untold], "blind").strategies["blind"]?.targetRecall, null);
  });

  it("The comparison summary treats oracle crawls like strategies", () => {
    const knowing = { greedy: curve("tt"), bound: curve("tttt") };
    const summary = summariseComparisons([aRepetition({ blind: "...." }, { knowing })], "blind");
    assert.deepEqual(estimates(summary.knowing?.greedy.harvest), [1, 1, 1, 0.5]);
    assert.equal(summary.knowing?.bound.targetRecall?.estimate, 1);
    const without = summariseComparisons([aRepetition({ blind: "...." })], "blind");
    assert.equal("knowing" in without, false);
  });

  it("The comparison summary is the same for the same seed", () => {
    const repetitions = ["t...", "tt..", "ttt."].map((keen, seed) =>
      aRepetition({ blind: "...t", keen }, { seed }),
    );
    const first = summariseComparisons(repetitions, "blind");
    assert.deepEqual(summariseComparisons(repetitions, "blind"), first);
  });
});
