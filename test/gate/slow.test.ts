import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { describe, it } from "node:test";
import { STORIES } from "../slow.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** The helpers that decide how long a test runs, the contracts that use them, and the example that has one. */
const IMPORT =
  /(?:from|import) "[./]+(?:examples\/my-strategy\.test|support\/(?:slow|crash-everywhere|journalled-stores)|contract\/(?:strategy|frontier-(?:properties|servers|windows)))\.ts"/;

describe("the slow run of the tests", () => {
  it("`npm run test:slow` lists every test file that runs longer in it, and no other", () => {
    const files = globSync(["test/*.test.ts", "test/!(cloud|python)/**/*.test.ts"], { cwd: ROOT })
      .map((file) => file.replaceAll(sep, "/"))
      .filter((file) => IMPORT.test(readFileSync(join(ROOT, file), "utf8")));
    assert.deepEqual(Object.keys(STORIES).toSorted(), files.toSorted());
  });
});
