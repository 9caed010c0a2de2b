/**
 * Changes the code in small ways, one at a time, and counts the changes that no test notices.
 */
import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { MutantResult } from "@stryker-mutator/api/core";
import { Stryker } from "@stryker-mutator/core";
import { figures } from "../lib/domain/text/table.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "share of small changes to the deciding code that a test notices (mutation score)",
  takes: "60 minutes",
};

/**
 * Folders whose code decides, with the tests that specify it. Two tests are left out: the crash
 * test and the coverage of samples take a minute, and rarely notice alone.
 */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  "lib/domain/frontier": [
    "test/domain/frontier/*.test.ts",
    "test/adapters/sqlite/frontier/*.test.ts",
  ],
  "lib/crawl": ["test/crawl/*.test.ts"],
  "lib/domain/web/politeness": [
    "test/domain/web/politeness/*.test.ts",
    "test/domain/measures/audit/audit-host.test.ts",
    "test/domain/measures/request-gaps.test.ts",
    "test/adapters/web/live/robots-*.test.ts",
  ],
  "lib/stack": ["test/stack/**/*.test.ts", "test/project/plan-bundle.test.ts"],
  "lib/domain/stats/intervals": ["test/domain/stats/intervals/*.test.ts"],
  "lib/domain/measures": ["test/domain/measures/!(sample-coverage).test.ts"],
};

/** Where Stryker copies the code that it changes. */
const SANDBOX = ".stryker-tmp";

/** Time that a test may take longer than without a change, in ms, before it counts as endless. */
const PATIENCE_MS = 5_000;

/** Changes the code of these folders or files; of all folders by default. */
export default async function bench(args: string[]): Promise<void> {
  const chosen = args.length === 0 ? Object.keys(FOLDERS) : args;
  const rows: string[][] = [];
  const survivors: string[][] = [];
  for (const path of chosen) {
    const results = await mutate(path);
    rows.push(rowOf(path, results));
    survivors.push(...results.filter(hasSurvived).map(survivorRow));
  }
  printTable(
    "changes that a test notices",
    [
      { title: "code", align: "left" },
      ...["changes", "noticed", "endless", "survived", "in no test", "score"].map(figures),
    ],
    rows,
  );
  if (args.length === 0) return;
  const columns = ["place", "change", "state"].map((title) => ({ title, align: "left" as const }));
  printTable("changes that no test noticed", columns, survivors);
}

/** Changes the code of a folder or a file, and gives what became of each change. */
async function mutate(path: string): Promise<readonly MutantResult[]> {
  const folder = Object.keys(FOLDERS).find((each) => path.startsWith(each));
  if (folder === undefined)
    throw new Error(`${path} is in none of ${Object.keys(FOLDERS).join(", ")}`);
  mkdirSync(SANDBOX, { recursive: true });
  const stryker = new Stryker({
    mutate: [path.endsWith(".ts") ? path : `${path}/**/*.ts`],
    testRunner: "node-test",
    plugins: [join(import.meta.dirname, "mutation/node-test-runner.ts")],
    nodeTestFiles: FOLDERS[folder],
    coverageAnalysis: "perTest",
    // A change that acts while modules are loaded takes a process of its own, and all tests.
    ignoreStatic: true,
    tsconfigFile: "none",
    tempDirName: SANDBOX,
    reporters: ["progress-append-only"],
    concurrency: 2,
    timeoutMS: PATIENCE_MS,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 20,
    allowConsoleColors: false,
    warnings: false,
  });
  return stryker.runMutationTest();
}

function hasSurvived({ status }: MutantResult): boolean {
  return status === "Survived" || status === "NoCoverage";
}

function rowOf(path: string, results: readonly MutantResult[]): string[] {
  const count = (wanted: MutantResult["status"]) =>
    results.filter(({ status }) => status === wanted).length;
  const [killed, endless] = [count("Killed"), count("Timeout")];
  const [survived, uncovered] = [count("Survived"), count("NoCoverage")];
  const valid = killed + endless + survived + uncovered;
  const score = valid === 0 ? "–" : `${((100 * (killed + endless)) / valid).toFixed(1)} %`;
  return [path, ...[valid, killed, endless, survived, uncovered].map(String), score];
}

function survivorRow({ fileName, location, mutatorName, replacement, status }: MutantResult) {
  const change = (replacement ?? "").replace(/\s+/g, " ").slice(0, 60);
  return [`${relative(".", fileName)}:${location.start.line}`, `${mutatorName}: ${change}`, status];
}
