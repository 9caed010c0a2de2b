import { globSync } from "node:fs";
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  INSTRUMENTER_CONSTANTS,
  type InstrumenterContext,
  type StrykerOptions,
} from "@stryker-mutator/api/core";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import {
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import fc from "fast-check";
import { type CollectedTest, collectFile, runTests } from "./collected-tests.ts";

const { NAMESPACE } = INSTRUMENTER_CONSTANTS;

const COLLECTOR = new URL("./collected-tests.ts", import.meta.url).href;

// Only whether a property fails counts: the search for its simplest example would take minutes.
fc.configureGlobal({ endOnFailure: true });

/** Puts the collector in the place of `node:test`, except for the collector itself. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "node:test" && context.parentURL !== COLLECTOR
      ? { url: COLLECTOR, shortCircuit: true }
      : next(specifier, context),
});

/**
 * Runs tests of `node:test` for Stryker: all in the process that holds the mutants, and for each
 * mutant only the tests that reach it. Stryker has no such runner of its own (its issue 5421).
 */
class NodeTestRunner implements TestRunner {
  static readonly inject = tokens(commonTokens.options);
  readonly #patterns: readonly string[];
  #tests: ReadonlyMap<string, CollectedTest> | undefined;
  /** Time that each test took last, in ms. */
  readonly #ms = new Map<string, number>();

  constructor(options: StrykerOptions) {
    this.#patterns = testPatterns(options);
  }

  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: false };
  }

  async dryRun({ coverageAnalysis }: DryRunOptions): Promise<DryRunResult> {
    const result = await this.#run(undefined, true);
    const { mutantCoverage } = mutants();
    const isCovered = coverageAnalysis !== "off" && mutantCoverage !== undefined;
    return isCovered && result.status === DryRunStatus.Complete
      ? { ...result, mutantCoverage }
      : result;
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, mutantActivation, hitLimit, testFilter, disableBail } = options;
    const context = mutants();
    if (mutantActivation === "static") context.activeMutant = activeMutant.id;
    await this.#collect();
    context.activeMutant = activeMutant.id;
    context.hitCount = hitLimit === undefined ? undefined : 0;
    context.hitLimit = hitLimit;
    const result = await this.#run(testFilter, disableBail);
    context.activeMutant = undefined;
    context.hitLimit = undefined;
    const verdict = toMutantRunResult(result, true);
    if (verdict.status === MutantRunStatus.Killed) await this.#prove(verdict.killedBy);
    return verdict;
  }

  /**
   * Runs the tests that killed a mutant again without it. Where one fails, an earlier mutant has
   * left something behind: Stryker starts a new process and tries the mutant again.
   */
  async #prove(ids: readonly string[]): Promise<void> {
    const result = await this.#run(ids, true);
    if (result.status !== DryRunStatus.Complete) throw new Error("the tests run no more");
    const failed = result.tests.find(({ status }) => status === TestStatus.Failed);
    if (failed !== undefined) throw new Error(`fails without a mutant: ${failed.name}`);
  }

  /** Runs the tests with these ids, or all; ends at the first failure unless told otherwise. */
  async #run(ids: readonly string[] | undefined, toTheEnd: boolean): Promise<DryRunResult> {
    const tests = await this.#collect();
    const context = mutants();
    const chosen = [...tests.values()].filter((test) => ids?.includes(idOf(test)) ?? true);
    const results: TestResult[] = chosen
      .filter(({ isSkipped }) => isSkipped)
      .map((test) => ({ ...place(test), timeSpentMs: 0, status: TestStatus.Skipped }));
    const runnable = this.#quickFirst(chosen.filter(({ isSkipped }) => !isSkipped));
    const begin = (test: CollectedTest) => {
      context.currentTestId = idOf(test);
    };
    for await (const { test, failure, ms } of runTests(runnable, begin)) {
      const timeout = determineHitLimitReached(context.hitCount, context.hitLimit);
      if (timeout !== undefined) return timeout;
      const timed = { ...place(test), timeSpentMs: ms };
      this.#ms.set(timed.id, ms);
      if (failure === undefined) results.push({ ...timed, status: TestStatus.Success });
      else results.push({ ...timed, status: TestStatus.Failed, failureMessage: failure });
      if (failure !== undefined && !toTheEnd) break;
    }
    context.currentTestId = undefined;
    return { status: DryRunStatus.Complete, tests: results };
  }

  /** Puts tests of quick files first; tests of one file keep their order. */
  #quickFirst(tests: readonly CollectedTest[]): readonly CollectedTest[] {
    const msOfFile = new Map<string, number>();
    for (const test of tests) {
      const { id, fileName } = place(test);
      msOfFile.set(fileName, (msOfFile.get(fileName) ?? 0) + (this.#ms.get(id) ?? 0));
    }
    const ms = (test: CollectedTest) => msOfFile.get(place(test).fileName) ?? 0;
    return tests.toSorted((a, b) => ms(a) - ms(b));
  }

  async #collect(): Promise<ReadonlyMap<string, CollectedTest>> {
    if (this.#tests !== undefined) return this.#tests;
    const tests = new Map<string, CollectedTest>();
    for (const file of globSync([...this.#patterns]).toSorted()) {
      const load = () => import(pathToFileURL(resolve(file)).href);
      for (const test of await collectFile(file, load)) tests.set(idOf(test), test);
    }
    this.#tests = tests;
    return tests;
  }
}

function testPatterns(options: StrykerOptions): readonly string[] {
  const { patterns } = { patterns: options["nodeTestFiles"] };
  const isList = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((item) => typeof item === "string");
  if (!isList(patterns)) throw new Error("nodeTestFiles is no list of patterns");
  return patterns;
}

/** A test's id: its file, its suites and its title. */
function idOf({ suites, name }: CollectedTest): string {
  return [...suites.map((suite) => suite.name), name].join(" › ");
}

function place(test: CollectedTest): { id: string; name: string; fileName: string } {
  const id = idOf(test);
  return { id, name: id, fileName: test.suites[0]?.name ?? "" };
}

/** Instrumented code looks here which change is active, and counts here what it runs through. */
type Mutants = {
  -readonly [Key in keyof InstrumenterContext]: InstrumenterContext[Key] | undefined;
};

function mutants(): Mutants {
  const global: typeof globalThis & { [NAMESPACE]?: Mutants } = globalThis;
  const held = global[NAMESPACE] ?? {};
  global[NAMESPACE] = held;
  return held;
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, "node-test", NodeTestRunner),
];
