import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { type Crawled, ORACLE, type Result } from "../../../bench/auto/crawled.ts";
import { printSinceBefore } from "../../../bench/auto/report/since-before.ts";
import { report } from "../../../bench/auto/report.ts";
import { areaUnder } from "../../../lib/domain/measures/ranked-collecting.ts";
import { aCrawl } from "./a-crawl.ts";

/** Crawls of two tasks by a strategy that finds so many pages at once. */
const crawls = (strategy: string, finds: number, parts: Partial<Crawled> = {}): Crawled[] =>
  ["bees thread", "bees profile"].map((task) => {
    const found = Array.from({ length: finds }, (_, at) => at + 1);
    const oracleArea = areaUnder({ found: [1, 2, 3, 4], budget: 10 });
    return aCrawl({ strategy, task, found, oracleArea, ...parts });
  });

/** Returns the tables that a function prints, each by its title. */
function tablesOf(test: TestContext, print: () => void): ReadonlyMap<string, string> {
  const { mock } = test.mock.method(console, "log", () => undefined);
  print();
  const texts = mock.calls.map(({ arguments: [text] }) => String(text));
  return new Map(
    texts.map((text) => [/\*\*(.*?)\*\*|<summary>(.*?)</.exec(text)?.[0] ?? "", text]),
  );
}

/** Returns the cells of a row of a table whose title holds these words. */
function rowOf(tables: ReadonlyMap<string, string>, title: string, row: string): string[] {
  const [, table = ""] = [...tables].find(([name]) => name.includes(title)) ?? [];
  const line = table.split("\n").find((each) => each.startsWith(`| ${row} `)) ?? "";
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

const REFUSED: Result = {
  ...{ group: "forums", task: "bees thread", strategy: "lokman", seed: 1, scale: 1 },
  refused: "no topic",
};

describe("tables of the bench of all tasks", () => {
  it("The table by group has the best strategy in bold, never the oracle, and a dash for a refusal", (test) => {
    const results = [...crawls("source", 2), ...crawls("tpm", 1), ...crawls(ORACLE, 4), REFUSED];
    const tables = tablesOf(test, () => report(results));
    assert.deepEqual(rowOf(tables, "relevant pages", "source"), [
      "source",
      "**0.200**",
      "**0.200**",
    ]);
    assert.deepEqual(rowOf(tables, "relevant pages", "tpm"), ["tpm", "0.100", "0.100"]);
    assert.deepEqual(rowOf(tables, "relevant pages", "(oracle)"), ["(oracle)", "0.400", "0.400"]);
    assert.deepEqual(rowOf(tables, "relevant pages", "lokman"), ["lokman", "–", "–"]);
  });

  it("A strategy that every task refuses has dashes alone, also for its cost", (test) => {
    const tables = tablesOf(test, () => report([...crawls("adaptive", 2), REFUSED]));
    const [name, ...cells] = rowOf(tables, "beside the harvest", "lokman");
    assert.equal(name, "lokman");
    assert.deepEqual(new Set(cells), new Set(["–"]));
  });

  it("The default strategy is compared with the specialist of its group, and has a verdict", (test) => {
    const results = [
      ...crawls("auto", 4),
      ...crawls("source", 2),
      ...crawls("auto:without=words", 2),
    ];
    const tables = tablesOf(test, () => report(results));
    const [group, specialist, , , harvest, verdict] = rowOf(tables, "÷ the specialist", "forums");
    assert.deepEqual([group, specialist, verdict], ["forums", "source", "met"]);
    assert.match(harvest ?? "", /^2\.00/);
    assert.match(rowOf(tables, "changed ÷", "without=words").at(-1) ?? "", /^0\.56$/);
    assert.equal(rowOf(tables, "share of the way", "forums").at(-1), "1.00");
  });

  it("A strategy that makes fewer tasks is compared on those, and counts 0 on the others", (test) => {
    const results = [...crawls("auto", 4), ...crawls("tpm", 4).slice(1)];
    const tables = tablesOf(test, () => report(results));
    const row = rowOf(tables, "beside every strategy", "tpm");
    assert.deepEqual([row[1], row[2], row[3], row[6]], ["1", "1.000", "1.000", "0.500"]);
  });

  it("The worst task comes first, beside the best simple strategy and with the spread over seeds", (test) => {
    const found = (finds: number) => Array.from({ length: finds }, (_, at) => at + 1);
    const of = (strategy: string, task: string, seed: number, finds: number) =>
      aCrawl({ strategy, task, seed, budget: 100, found: found(finds) });
    const results = [
      ...[of("auto", "good", 1, 20), of("auto", "good", 2, 30), of("auto", "bad", 1, 4)],
      ...[of("adaptive", "good", 1, 20), of("adaptive", "bad", 1, 2), of("source", "bad", 1, 8)],
      ...[of("tpm", "bad", 1, 50), of("auto", "nothing", 1, 0), of("adaptive", "nothing", 1, 0)],
    ];
    const tables = tablesOf(test, () => report(results));
    const title = "worst 0.50 (asked 0.75), mean 0.88 (asked 1), greatest spread over seeds 1.50";
    assert.deepEqual(rowOf(tables, title, "forums: bad").slice(1), [
      ...["100", "4", "source", "8", "0.50", "1.00"],
    ]);
    assert.deepEqual(rowOf(tables, title, "forums: good").slice(1), [
      ...["100", "20 30", "adaptive", "20", "1.25", "1.50"],
    ]);
    assert.deepEqual(rowOf(tables, title, "forums: nothing"), []);
  });

  it("A strategy is compared with what it found in the results of another version", (test) => {
    const tables = tablesOf(test, () =>
      printSinceBefore(crawls("auto", 4, { cpuMs: 20 }), crawls("auto", 2)),
    );
    const row = rowOf(tables, "now ÷ before", "auto");
    assert.deepEqual([row[1], row[3], row[4]], ["2", "2.00", "0.50"]);
  });
});
