import { stripVTControlCharacters } from "node:util";

/** The sums with which Node's test runner ends, in its order. */
const COUNTS = ["tests", "suites", "pass", "fail", "cancelled", "skipped", "todo"] as const;

/** How many tests were run, by what became of them. */
export type TestCounts = Readonly<Record<(typeof COUNTS)[number], number>>;

/** One failed test, for a process that ends without its sums: what else it would have run is not known. */
export const ONE_FAILED: TestCounts = countsBy((name) =>
  name === "tests" || name === "fail" ? 1 : 0,
);

/** Returns the last sums in the output of a test runner; `undefined` where there are none. */
export function testCountsIn(output: string): TestCounts | undefined {
  const lines = stripVTControlCharacters(output).split("\n");
  const summary = lines.slice(lines.findLastIndex((line) => /^[ℹ#] tests /.test(line)));
  const counts = countsBy((name) => {
    const line = summary.find((each) => new RegExp(`^[ℹ#] ${name} `).test(each));
    return Number(/\d+$/.exec(line ?? "")?.[0]);
  });
  return Object.values(counts).every(Number.isInteger) ? counts : undefined;
}

/** Prints the sums of several runs, and the time (ms) they took together, as one run would. */
export function printTestCounts(all: readonly TestCounts[], durationMs: number): TestCounts {
  const sums = countsBy((name) => all.reduce((sum, counts) => sum + counts[name], 0));
  for (const name of COUNTS) console.log(`# ${name} ${sums[name]}`);
  console.log(`# duration_ms ${Math.round(durationMs)}`);
  return sums;
}

function countsBy(countOf: (name: keyof TestCounts) => number): TestCounts {
  return {
    tests: countOf("tests"),
    suites: countOf("suites"),
    pass: countOf("pass"),
    fail: countOf("fail"),
    cancelled: countOf("cancelled"),
    skipped: countOf("skipped"),
    todo: countOf("todo"),
  };
}

/** Processor time of a test file and the programs that it started, in ms: to load it, and to run it. */
export interface TestCost {
  readonly file: string;
  readonly loadMs: number;
  readonly runMs: number;
}

const COST = /^# cost (\d+) \+ (\d+) ms (.*)$/gm;

/** Returns the line by which the process of a test file says what the file cost. */
export function costLine({ file, loadMs, runMs }: TestCost): string {
  return `# cost ${Math.round(loadMs)} + ${Math.round(runMs)} ms ${file}`;
}

/** Returns the costs in the output of a process. */
export function testCostsIn(output: string): TestCost[] {
  return Array.from(output.matchAll(COST), ([, load, run, file = ""]) => ({
    file,
    loadMs: Number(load),
    runMs: Number(run),
  }));
}
