import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  calledTable,
  censoringWarnings,
  comparisonTables,
} from "../../../../peers/commands/compare/compare-tables.ts";
import type {
  ComparisonSummary,
  StrategySummary,
} from "../../../../peers/commands/compare/summarise-comparisons.ts";

const interval = (estimate: number) => ({ estimate, low: estimate - 0.1, high: estimate + 0.1 });

const aStrategy = (parts: Partial<StrategySummary> = {}): StrategySummary => ({
  ...{ fetched: 10, notRecorded: 0, notRecordedShare: 0, seconds: 1 },
  harvest: [interval(0.5)],
  targetRecall: interval(0.25),
  ...parts,
});

const aSummary = (parts: Partial<ComparisonSummary> = {}): ComparisonSummary => ({
  repetitions: 6,
  resampled: { kind: "seeds", count: 6 },
  reference: "blind",
  checkpoints: [{ share: 1, pages: 10 }],
  strategies: {
    blind: aStrategy(),
    keen: aStrategy({ difference: [interval(-0.2)], notRecorded: 1.5, notRecordedShare: 0.06 }),
  },
  ...parts,
});

const BASIS = { budget: 10, knownTargets: [7], truthNote: undefined };

const rowsOf = (summary: ComparisonSummary, table: number) =>
  comparisonTables(summary, BASIS).tables[table]?.rows;

describe("the tables of a comparison", () => {
  it("A comparison's tables give means with their intervals, and signed differences to the reference", () => {
    const rate = "0.500 [0.400, 0.600]";
    const recall = "0.250 [0.150, 0.350]";
    assert.deepEqual(rowsOf(aSummary(), 0), [
      ["blind", rate, recall, "10", "0", "1.0"],
      ["keen", rate, recall, "10", "1.5", "1.0"],
    ]);
    assert.deepEqual(rowsOf(aSummary(), 1), [["keen", "-0.200 [-0.300, -0.100]"]]);
  });

  it("A comparison's tables say how soon targets are found, with a dash for what is never reached", () => {
    const collecting = {
      ...{ meanPagesToTarget: 4.25, normalisedLoss: 0.5, pagesToRecall: [3, 7.5, null] },
      ...{ workSaved: null, extraRelevantFound: 0.15 },
    };
    const summary = aSummary({ strategies: { keen: aStrategy({ collecting }) } });
    const rows = comparisonTables(summary, BASIS).tables.at(-1)?.rows;
    assert.deepEqual(rows, [["keen", "0.500", "4.3", "3", "7.5", "–", "–", "0.150"]]);
  });

  it("The called set of each strategy is in means over the repetitions, where it was measured", () => {
    const called = (f1: number, ofTrue: number | null) => ({
      ...{ fetched: 10, targets: 4, harvestRate: 0.4, targetRecall: 1, notRecorded: 0, seconds: 1 },
      ...{ curve: [], called: { called: 4, relevant: 2, precision: 0.5, recall: 1, f1, ofTrue } },
    });
    const repetitions = [
      { strategies: { keen: called(0.6, 2) } },
      { strategies: { keen: called(0.8, null) } },
    ];
    assert.deepEqual(calledTable(repetitions).rows, [
      ["keen", "4", "2", "0.700", "0.500", "1.000", "2.00"],
    ]);
    assert.deepEqual(calledTable([{ strategies: {} }]).rows, []);
  });

  it("A comparison's tables give no interval when three decimals show no variation", () => {
    const still = { estimate: 0.5, low: 0.4998, high: 0.5002 };
    const table = rowsOf(aSummary({ strategies: { blind: aStrategy({ harvest: [still] }) } }), 0);
    assert.deepEqual(table?.[0]?.slice(0, 2), ["blind", "0.500"]);
  });

  it("A comparison's tables give no interval for one repetition, and no differences for one strategy", () => {
    const { tables, notes } = comparisonTables(
      aSummary({
        resampled: { kind: "seeds", count: 1 },
        strategies: { blind: aStrategy({ targetRecall: null }) },
      }),
      BASIS,
    );
    assert.deepEqual(
      tables.map(({ rows }) => rows),
      [[["blind", "0.500", "–", "10", "0", "1.0"]]],
    );
    assert.match(notes.join("\n"), /no interval can be told/);
  });

  it("A comparison's tables mark the rows of oracle crawls", () => {
    const of = { harvest: [interval(0.9)], targetRecall: interval(1) };
    const { tables, notes } = comparisonTables(
      aSummary({ knowing: { greedy: of, bound: of } }),
      BASIS,
    );
    assert.deepEqual(
      tables[0]?.rows.slice(-2).map(([name]) => name),
      ["(oracle: greedy, knows the truth)", "(oracle: no crawl can have more)"],
    );
    assert.match(notes.join("\n"), /need not be the best[\s\S]*need not be reached/);
  });

  it("A comparison's notes name what was resampled, the known targets, the truth, and unrecorded draws", () => {
    const notesOf = (parts: Partial<ComparisonSummary>, truthNote?: string) =>
      comparisonTables(aSummary(parts), { ...BASIS, knownTargets: [7, 9], truthNote }).notes.join(
        "\n",
      );
    const notes = notesOf({ resampled: { kind: "projects", count: 3 } }, "truth: ours");
    assert.match(notes, /known relevant pages: 7, 9/);
    assert.match(notes, /^truth: ours$/m);
    assert.match(notes, /over 3 projects, each the mean of 2 seeds.*over the projects; of so few/);
    assert.match(notes, /blind 0\.0 %, keen 6\.0 %/);
    assert.doesNotMatch(notes, /ran out of links/);
    assert.match(notesOf({ strategies: { blind: aStrategy({ fetched: 8 }) } }), /ran out of links/);
  });

  it("A comparison warns when more than a twentieth of the draws were not answered", () => {
    const strategies = {
      much: aStrategy({ notRecordedShare: 0.051 }),
      some: aStrategy({ notRecordedShare: 0.05 }),
    };
    assert.deepEqual(
      censoringWarnings(aSummary({ strategies })).map((line) => line.split(":")[0]),
      ["much"],
    );
  });
});
