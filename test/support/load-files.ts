/**
 * Loads the test files that `TEST_FILES` names, one after the other, before the first test is run. A file
 * that fails while it loads is a failed test: Node's runner in one process would leave out the rest of it
 * without a word. Prints the processor time of each file at the end.
 */
import asyncHooks, { type AsyncHook } from "node:async_hooks";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { familyMs } from "./processor-ms.ts";
import { costLine } from "./test-counts.ts";

const files: readonly string[] = JSON.parse(process.env["TEST_FILES"] ?? "[]");
const hooks = hooksMadeFromNowOn();
// Not before: Node's runner takes what makes hooks when it is loaded.
const { before, beforeEach, describe, it } = await import("node:test");
const allLoaded = Promise.withResolvers<void>();
let last = familyMs();
// The runner would begin with what it has as soon as a file awaits something.
before(async () => {
  await allLoaded.promise;
  for (const hook of hooks) hook.disable();
  for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, endBy);
  last = familyMs();
});
let current = "";
beforeEach(({ fullName }) => {
  current = fullName;
});
for (const file of files) await load(file);
allLoaded.resolve();

/**
 * Returns the asynchronous hooks of Node's runner, which come later. By them it knows in which suite a file
 * makes a test, and which test an error belongs to that nobody catches. To follow every promise costs a
 * quarter of the processor time of most tests, so they serve only until all files are loaded. After that an
 * error that nobody catches ends the process: its test might wait for ever.
 */
function hooksMadeFromNowOn(): readonly AsyncHook[] {
  const made: AsyncHook[] = [];
  const { createHook } = asyncHooks;
  asyncHooks.createHook = (callbacks) => {
    const hook = createHook(callbacks);
    made.push(hook);
    return hook;
  };
  return made;
}

function endBy(error: unknown): void {
  console.error(`✖ nobody caught this error, in "${current}" or of a test before it:`, error);
  process.exit(1);
}

async function load(file: string): Promise<void> {
  try {
    await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    it(`${file} is loaded to its end`, () => {
      throw error;
    });
  }
  const loadMs = msSinceLast();
  // A suite without tests has its turn when those of the file are done.
  describe(`end of ${file}`, () => {
    before(() => {
      const line = costLine({ file, loadMs, runMs: msSinceLast() });
      process.on("exit", () => console.log(line));
    });
  });
}

function msSinceLast(): number {
  const before = last;
  last = familyMs();
  return last - before;
}
