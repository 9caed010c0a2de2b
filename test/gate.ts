import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import packageJson from "../package.json" with { type: "json" };
import { familyMs } from "./support/processor-ms.ts";
import {
  ONE_FAILED,
  printTestCounts,
  type TestCounts,
  testCountsIn,
} from "./support/test-counts.ts";

/**
 * `npm run gate`: the checks, all tests, those on MiniStack and in Python, and the documentation site, beside each
 * other. Each step is named when it begins and, with its seconds and those of processors, when it ends, and the
 * tests group by group; a step that fails is printed in full. The last lines are the processor time and the sums
 * of all tests.
 */
const ROOT = resolve(import.meta.dirname, "..");

/** A program of the gate, which begins when those that it needs have ended well. */
export interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly after?: readonly string[];
  /** Whether it mostly waits, so that the processors serve it first: others then cost it no time. */
  readonly mostlyWaits?: boolean;
  /** Pattern of the lines that are printed as soon as it prints them. */
  readonly shown?: string;
}

/** A script of `package.json`, without npm: to start it takes 0.3 s of processor time. */
const run = (script: keyof typeof packageJson.scripts, more = "") => [
  "bash",
  "-c",
  `${packageJson.scripts[script]}${more}`,
];

/** Bash runs the step at a priority (`$1`), and says last what it and all that it started took of processors. */
const TIMED = 'TIMEFORMAT="# processor %U + %S s"; time nice -n "$1" "${@:2}"';
const TIME = /^# processor ([\d.]+) [+] ([\d.]+) s\n/m;

/** So much lower is the priority of steps that others go before. */
const LOWER = 10;

const STEPS: readonly Step[] = [
  { name: "packages of the system", command: ["bash", ".ci/packages"] },
  {
    name: "tests on MiniStack",
    command: [process.execPath, "test/cloud/run.ts", "--required"],
    after: ["packages of the system"],
    mostlyWaits: true,
  },
  {
    name: "tests in Python",
    command: [process.execPath, "test/python/run.ts", "--required"],
    after: ["packages of the system"],
    mostlyWaits: true,
  },
  { name: "format", command: run("check:format") },
  { name: "lint and types", command: run("check:lint"), after: ["format"] },
  { name: "folders", command: run("check:folders"), after: ["lint and types"] },
  { name: "dead code", command: run("check:dead"), after: ["folders"] },
  { name: "structure", command: run("check:structure"), after: ["dead code"] },
  { name: "packages", command: run("check:packages"), after: ["structure"] },
  { name: "subjects", command: run("check:subjects"), after: ["packages"] },
  { name: "old figures", command: run("check:results"), after: ["subjects"] },
  // Pages and links are checked without the scripts of the pages, which take as long to bundle once more.
  { name: "site", command: run("docs", " -- --mpa") },
  {
    name: "tests",
    command: [process.execPath, "test/run.ts"],
    after: ["packages of the system"],
    shown: "^✔ .* tests, |^Processor time| [+] [\\d.]+ s  test/",
  },
];

interface Ended {
  readonly name: string;
  readonly passed: boolean;
  readonly counts: TestCounts | undefined;
}

const running = new Set<ChildProcess>();

if (import.meta.main) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stopAll);
  process.exitCode = await runSteps(STEPS);
}

/** Runs all steps, prints what becomes of them, and returns the exit code. */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const begun = performance.now();
  const tell = (text: string) => {
    console.log(`[${((performance.now() - begun) / 1_000).toFixed(0).padStart(4)} s] ${text}`);
  };
  const ends = new Map<string, Promise<Ended>>();
  for (const step of steps) {
    const needed = (step.after ?? []).map((name) => {
      const end = ends.get(name);
      if (end === undefined) throw new Error(`no step before ${step.name} is called ${name}`);
      return end;
    });
    ends.set(step.name, afterAll(step, needed, tell));
  }
  const ended = await Promise.all(ends.values());
  const failed = ended.filter(({ passed }) => !passed);
  console.log(`Processor time: ${(familyMs() / 1_000).toFixed(0)} s`);
  for (const { name } of failed) console.log(`✖ ${name}`);
  const counts = ended.flatMap((end) => countsOf(end));
  printTestCounts(counts, performance.now() - begun);
  return failed.length === 0 ? 0 : 1;
}

async function afterAll(
  step: Step,
  needed: readonly Promise<Ended>[],
  tell: (text: string) => void,
): Promise<Ended> {
  const before = await Promise.all(needed);
  const missing = before.find(({ passed }) => !passed);
  if (missing === undefined) return runStep(step, tell);
  tell(`✖ ${step.name} does not begin without ${missing.name}`);
  return { name: step.name, passed: false, counts: undefined };
}

async function runStep({ name, command, mostlyWaits, shown }: Step, tell: (text: string) => void) {
  const begun = performance.now();
  tell(`▶ ${name}`);
  const lower = mostlyWaits === true ? 0 : LOWER;
  const child = spawn("bash", ["-c", TIMED, "step", String(lower), ...command], {
    cwd: ROOT,
    env: environment(),
    // A group of its own ends with all programs that it has started.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  if (shown !== undefined)
    createInterface(child.stdout).on("line", (line) => {
      if (new RegExp(shown).test(line)) tell(line);
    });
  await once(child, "close").catch((error: unknown) => {
    output += String(error);
  });
  running.delete(child);
  const passed = child.exitCode === 0;
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  const [line = "", user, system] = TIME.exec(output) ?? [];
  output = output.replace(line, "");
  const ofProcessors = (Number(user) + Number(system)).toFixed(1);
  tell(`${passed ? "✔" : "✖"} ${name}: ${seconds} s, ${ofProcessors} s of processors`);
  if (!passed) console.log(`${output.trimEnd()}\n✖ ${name}: exit code ${child.exitCode}`);
  return { name, passed, counts: testCountsIn(output) };
}

function environment(): NodeJS.ProcessEnv {
  const { PATH = "" } = process.env;
  return {
    // Linter, compiler and bundler are in Go: with more heap they collect garbage less often.
    GOGC: "400",
    // Programs load what was compiled before.
    NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"),
    ...process.env,
    PATH: [join(ROOT, "node_modules/.bin"), PATH].join(delimiter),
  };
}

/** The sums of a step; one that failed in another way than by its tests is one failed test. */
function countsOf({ passed, counts }: Ended): TestCounts[] {
  const isSilent = !passed && (counts?.fail ?? 0) === 0;
  return [...(counts === undefined ? [] : [counts]), ...(isSilent ? [ONE_FAILED] : [])];
}

function stopAll(): void {
  for (const { pid } of running) {
    if (pid === undefined) continue;
    try {
      process.kill(-pid, "SIGTERM");
    } catch {
      // No process of the group is left.
    }
  }
}
