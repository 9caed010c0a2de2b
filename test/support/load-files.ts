/**
 * Loads the test files that `TEST_FILES` names, one after the other. A file that fails while it loads is
 * a failed test: Node's runner in one process would leave out the rest of it without a word.
 */
import { resolve } from "node:path";
import { it } from "node:test";
import { pathToFileURL } from "node:url";

const files: readonly string[] = JSON.parse(process.env["TEST_FILES"] ?? "[]");
for (const file of files) {
  try {
    await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    it(`${file} is loaded to its end`, () => {
      throw error;
    });
  }
}
