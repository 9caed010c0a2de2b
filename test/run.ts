import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve, sep } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { changedFiles, testsReaching } from "./support/changed-tests.ts";
import { familyMs } from "./support/processor-ms.ts";
import {
  ONE_FAILED,
  printTestCounts,
  type TestCost,
  type TestCounts,
  testCostsIn,
  testCountsIn,
} from "./support/test-counts.ts";

/**
 * `npm test [-- FILE…]`: runs all tests but those of `test/cloud` and `test/python`, or the files named, in two processes more
 * than there are processors. `npm test -- --changed` runs those that the changes since `origin/main` reach, and
 * `--changed=REF` those since another commit. `--dearest=40` names the processor time of as many files.
 * A group that fails is printed in full; the last lines are the sums of all groups.
 */
const ROOT = resolve(import.meta.dirname, "..");

/** Loads the files of one process. */
const LOADER = join(import.meta.dirname, "support/load-files.ts");

/** Most tests make short-lived objects by the gigabyte: young ones in more room, in MB, are collected less often. */
const NODE_OPTIONS = ["--min-semi-space-size=16", "--max-semi-space-size=64"];

/**
 * Files that one process runs, by folder, the longest first: so all processors are busy to the end, and
 * modules are loaded few times. Tests of the page wait for browsers.
 */
const FILES_A_PROCESS = [
  { folder: "test/bench/smoke", files: 1 },
  { folder: "test/docs/", files: 1 },
  { folder: "test/run/", files: 8 },
  { folder: "test/public/", files: 1 },
  { folder: "test/stack/", files: 12 },
  { folder: "test/workbench/host/", files: 7 },
  { folder: "test/cli/", files: 13 },
  { folder: "test/crawl/", files: 16 },
  { folder: "test/mcp/", files: 6 },
  { folder: "test/features/", files: 18 },
  { folder: "test/adapters/", files: 24 },
  // CDK and its checks take five seconds to begin: all suites share them, and the stacks they read.
  { folder: "test/infra/", files: 12 },
  { folder: "", files: 44 },
];

/** Its handlers read the environment when they are loaded: each file needs a process of its own. */
const ISOLATED = "test/functions/";

/** Processes at once: while two wait for browsers, programs or crawl delays, others have their processors. */
const AT_ONCE = availableParallelism() + 2;

/** Files of which the processor time is named where nobody asks for more. */
const DEAREST = 10;

interface Finished {
  readonly files: readonly string[];
  /** Standard output and standard error, in the order of their arrival. */
  readonly output: string;
  readonly code: number | null;
  readonly seconds: number;
  /** `undefined` where the process ended without its summary. */
  readonly counts: TestCounts | undefined;
}

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => interrupted.abort());
const DEAREST_FLAG = "--dearest=";
const words = process.argv.slice(2);
const flag = words.findLast((word) => word.startsWith(DEAREST_FLAG));
/** Files of which the processor time is named. */
const dearest = Number(flag?.slice(DEAREST_FLAG.length) ?? DEAREST);
process.exitCode = await runAll(filesOf(words.filter((word) => word !== flag)));

/** Returns the files that the words ask for. */
function filesOf(words: readonly string[]): readonly string[] {
  const [first = "", ref = "origin/main"] = words[0]?.split("=") ?? [];
  if (first !== "--changed") return words.length > 0 ? words : allFiles();
  const changed = changedFiles(ROOT, ref);
  const files = testsReaching(ROOT, allFiles(), changed);
  console.log(`${changed.length} changed files reach ${files.length} test files`);
  return files;
}

/** Runs test files, and returns the exit code. */
async function runAll(files: readonly string[]): Promise<number> {
  const begun = performance.now();
  const groups = groupsOf(files);
  const finished: Finished[] = [];
  const work = async (): Promise<void> => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      if (interrupted.signal.aborted) return;
      const result = await runGroup(group);
      finished.push(result);
      console.log(hasPassed(result) ? lineOf(result) : result.output);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  printFailures(finished.filter((result) => !hasPassed(result)));
  printCosts(finished.flatMap(({ output }) => testCostsIn(output)));
  const all = finished.map(({ counts = ONE_FAILED }) => counts);
  const counts = printTestCounts(all, performance.now() - begun);
  const isWhole = !interrupted.signal.aborted && counts.tests > 0;
  return isWhole && finished.every(hasPassed) ? 0 : 1;
}

function allFiles(): string[] {
  const files = globSync(["test/*.test.ts", "test/!(cloud|python)/**/*.test.ts"], { cwd: ROOT });
  return files.map((file) => file.replaceAll(sep, "/")).toSorted();
}

/** Files in groups of one process each, those that take longest first. */
function groupsOf(files: readonly string[]): string[][] {
  const isolated = files.filter((file) => file.startsWith(ISOLATED)).map((file) => [file]);
  let rest = files.filter((file) => !file.startsWith(ISOLATED));
  const shared = FILES_A_PROCESS.flatMap(({ folder, files: size }) => {
    const inside = rest.filter((file) => file.startsWith(folder));
    rest = rest.filter((file) => !file.startsWith(folder));
    const count = Math.ceil(inside.length / size);
    return Array.from({ length: count }, (_, group) =>
      inside.slice(group * size, (group + 1) * size),
    );
  });
  return [...shared, ...isolated];
}

async function runGroup(files: readonly string[]): Promise<Finished> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...NODE_OPTIONS, LOADER], {
    cwd: ROOT,
    env: { ...environment(), TEST_FILES: JSON.stringify(files) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill("SIGTERM");
  interrupted.signal.addEventListener("abort", end);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  await once(child, "close");
  interrupted.signal.removeEventListener("abort", end);
  const seconds = (performance.now() - begun) / 1_000;
  return { files, output, code: child.exitCode, seconds, counts: testCountsIn(output) };
}

/** Programs that tests start load what was compiled before, except where V8 measures coverage. */
function environment(): NodeJS.ProcessEnv {
  if (process.env["NODE_V8_COVERAGE"] !== undefined) return process.env;
  return { NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"), ...process.env };
}

function hasPassed({ code, counts }: Finished): boolean {
  return code === 0 && counts !== undefined;
}

function lineOf({ files, seconds, counts }: Finished): string {
  const more = files.length > 1 ? ` and ${files.length - 1} more` : "";
  return `✔ ${files[0]}${more}: ${counts?.tests} tests, ${seconds.toFixed(1)} s`;
}

/** Names the dearest files, and says what all cost. */
function printCosts(costs: readonly TestCost[]): void {
  const byCost = costs.toSorted((a, b) => b.loadMs + b.runMs - a.loadMs - a.runMs);
  console.log("Processor time of the dearest files, to load and to run:");
  for (const { file, loadMs, runMs } of byCost.slice(0, dearest))
    console.log(`  ${seconds(loadMs)} + ${seconds(runMs)} s  ${file}`);
  console.log(`Processor time of all: ${seconds(familyMs())} s`);
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

/** Names what failed once more, after all that passed. */
function printFailures(failed: readonly Finished[]): void {
  for (const { files, code, output } of failed) {
    console.log(`✖ exit code ${code}: ${files.join(" ")}`);
    const titles = stripVTControlCharacters(output).match(/^ *✖ .*$/gm) ?? [];
    for (const title of new Set(titles.map((line) => line.trim()))) console.log(`  ${title}`);
  }
}
