/**
 * Loads the test files that `TEST_FILES` names, one after the other, before the first test is run. A file
 * that fails while it loads is a failed test: Node's runner in one process would leave out the rest of it
 * without a word. Prints the processor time of each file at the end.
 */
import { resolve } from "node:path";
import { before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { familyMs } from "./processor-ms.ts";
import { costLine } from "./test-counts.ts";

const files: readonly string[] = JSON.parse(process.env["TEST_FILES"] ?? "[]");
const allLoaded = Promise.withResolvers<void>();
let last = familyMs();
// The runner would begin with what it has as soon as a file awaits something.
before(async () => {
  await allLoaded.promise;
  last = familyMs();
});
for (const file of files) await load(file);
allLoaded.resolve();

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
