/**
 * The part of `node:test` that the tests of this project use, so that one process can run the same
 * test many times: Node runs each test once. `node-test-runner.ts` puts it in the place of
 * `node:test`.
 */
export { mock } from "node:test";

/** A function of a test or of a hook. */
type Work = (context: Context) => unknown;

interface Options {
  readonly skip?: boolean | string;
}

/** A test with the suites that it belongs to, the outermost first. */
export interface CollectedTest {
  readonly name: string;
  readonly suites: readonly Suite[];
  readonly isSkipped: boolean;
  readonly work: Work;
}

/** A file, or a `describe` in it. */
interface Suite {
  readonly name: string;
  readonly isSkipped: boolean;
  readonly before: Work[];
  readonly after: Work[];
  readonly beforeEach: Work[];
  readonly afterEach: Work[];
}

const collected: CollectedTest[] = [];
const open: Suite[] = [];
/** Bodies of suites that are collected asynchronously. */
const pending: Promise<void>[] = [];

function newSuite(name: string, isSkipped: boolean): Suite {
  return { name, isSkipped, before: [], after: [], beforeEach: [], afterEach: [] };
}

/** Collects the tests of one file, which `load` imports. */
export async function collectFile(
  file: string,
  load: () => Promise<unknown>,
): Promise<readonly CollectedTest[]> {
  collected.length = 0;
  open.push(newSuite(file, false));
  await load();
  await Promise.all(pending.splice(0));
  open.pop();
  return [...collected];
}

export function describe(name: string, ...rest: readonly (Options | (() => unknown))[]): void {
  const { options, work } = parts(rest);
  const suite = newSuite(name, isSkip(options) || open.some(({ isSkipped }) => isSkipped));
  open.push(suite);
  const result = work();
  open.splice(open.indexOf(suite), 1);
  if (result instanceof Promise) throw new Error(`the suite "${name}" is asynchronous`);
}

export function it(name: string, ...rest: readonly (Options | Work)[]): void {
  const { options, work } = parts(rest);
  const isSkipped = isSkip(options) || open.some((suite) => suite.isSkipped);
  collected.push({ name, suites: [...open], isSkipped, work });
}

export const before = (work: Work): void => void innermost().before.push(work);
export const after = (work: Work): void => void innermost().after.push(work);
export const beforeEach = (work: Work): void => void innermost().beforeEach.push(work);
export const afterEach = (work: Work): void => void innermost().afterEach.push(work);

function innermost(): Suite {
  const suite = open.at(-1);
  if (suite === undefined) throw new Error("a hook stands outside of a file");
  return suite;
}

function parts<Body extends (...args: never[]) => unknown>(
  rest: readonly (Options | Body)[],
): { readonly options: Options; readonly work: Body } {
  const work = rest.find((part) => typeof part === "function");
  const options = rest.find((part) => typeof part === "object") ?? {};
  if (work === undefined) throw new Error("a test without a function");
  return { options, work };
}

function isSkip({ skip = false }: Options): boolean {
  return skip !== false;
}

/** The argument of a test's function. */
class Context {
  readonly name: string;
  readonly #after: Work[] = [];

  constructor(name: string) {
    this.name = name;
  }

  after(work: Work): void {
    this.#after.push(work);
  }

  /** A test that skips itself ends there; one that was collected has passed its own check. */
  skip(): void {}

  diagnostic(): void {}

  async test(name: string, ...rest: readonly (Options | Work)[]): Promise<void> {
    const { options, work } = parts(rest);
    if (!isSkip(options)) await runWork(name, work);
  }

  async end(): Promise<void> {
    for (const work of this.#after.reverse()) await work(this);
  }
}

async function runWork(name: string, work: Work): Promise<void> {
  const context = new Context(name);
  try {
    await work(context);
  } finally {
    await context.end();
  }
}

/** Tells whether a test passed, and for how long it ran, in ms. */
interface RunResult {
  readonly test: CollectedTest;
  readonly failure: string | undefined;
  readonly ms: number;
}

/**
 * Runs tests in turn, with the hooks of their suites, and yields each one's result. A suite begins
 * with its first test and ends after its last one.
 */
export async function* runTests(
  tests: readonly CollectedTest[],
  onStart: (test: CollectedTest) => void,
): AsyncGenerator<RunResult> {
  const begun: Suite[] = [];
  try {
    for (const test of tests) {
      onStart(test);
      const startedAt = performance.now();
      const failure = await failureOf(async () => {
        await endOthers(begun, test.suites);
        await runOne(test, begun);
      });
      yield { test, failure, ms: performance.now() - startedAt };
    }
  } finally {
    await failureOf(async () => endOthers(begun, []));
  }
}

async function runOne(test: CollectedTest, begun: Suite[]): Promise<void> {
  const context = new Context(test.name);
  for (const suite of test.suites) {
    if (begun.includes(suite)) continue;
    begun.push(suite);
    for (const work of suite.before) await work(context);
  }
  for (const { beforeEach: hooks } of test.suites) for (const work of hooks) await work(context);
  try {
    await runWork(test.name, test.work);
  } finally {
    for (const { afterEach: hooks } of test.suites.toReversed())
      for (const work of hooks) await work(context);
  }
}

/** Ends the suites that a next test does not belong to, the innermost first. */
async function endOthers(begun: Suite[], staying: readonly Suite[]): Promise<void> {
  for (const suite of begun.toReversed()) {
    if (staying.includes(suite)) continue;
    begun.splice(begun.indexOf(suite), 1);
    for (const work of suite.after) await work(new Context(suite.name));
  }
}

async function failureOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}
