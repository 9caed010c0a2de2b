import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { aFolder } from "../support/a-folder.ts";
import { testsReaching } from "../support/changed-tests.ts";

/** A project whose tests reach its sources in different ways. */
const FILES: Readonly<Record<string, string>> = {
  "lib/sum.ts": 'import { add } from "./add.ts";',
  "lib/add.ts": "",
  "lib/thread.ts": 'new Worker(new URL("./in-thread.ts", import.meta.url));',
  "lib/in-thread.ts": "",
  "lib/lazy.ts": 'const late = await import("./late.ts");',
  "lib/late.ts": "",
  "lib/cli/dowser.ts": 'import "../sum.ts";',
  "test/sum.test.ts": 'import { sum } from "../lib/sum.ts";',
  "test/thread.test.ts": 'import { thread } from "../lib/thread.ts";',
  "test/lazy.test.ts": 'import { lazy } from "../lib/lazy.ts";',
  "test/cli.test.ts": 'import { runCli } from "./support/run-cli.ts";',
  "test/support/run-cli.ts": 'spawn(join(import.meta.dirname, "../../lib/cli/dowser.ts"));',
  "test/other.test.ts": 'import { it } from "node:test"; "../lib";',
  "test/gate/words.test.ts": "",
};

function reachedBy(test: TestContext, ...changed: readonly string[]): readonly string[] {
  const root = aFolder(test);
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const tests = Object.keys(FILES).filter((file) => file.endsWith(".test.ts"));
  const reached = testsReaching(root, tests, changed);
  return reached.filter((file) => !file.startsWith("test/gate/"));
}

describe("the tests that a change reaches", () => {
  it("A change reaches the tests that import it, through other files, too", (test) => {
    assert.deepEqual(reachedBy(test, "lib/add.ts"), ["test/sum.test.ts", "test/cli.test.ts"]);
  });

  it("A change of a worker or of a dynamic import reaches the tests of who loads it", (test) => {
    assert.deepEqual(reachedBy(test, "lib/in-thread.ts"), ["test/thread.test.ts"]);
    assert.deepEqual(reachedBy(test, "lib/late.ts"), ["test/lazy.test.ts"]);
  });

  it("A change of the program reaches the tests that start it", (test) => {
    assert.deepEqual(reachedBy(test, "lib/cli/dowser.ts"), ["test/cli.test.ts"]);
  });

  it("A change of a test reaches that test, and a change of the dependencies all", (test) => {
    assert.deepEqual(reachedBy(test, "test/other.test.ts"), ["test/other.test.ts"]);
    assert.equal(reachedBy(test, "package-lock.json").length, 5);
    assert.deepEqual(reachedBy(test, "docs/new.md"), []);
  });

  it("A change reaches the tests of the gate in any case: they read the files of all folders", (test) => {
    const tests = ["test/gate/words.test.ts"];
    assert.deepEqual(testsReaching(aFolder(test), tests, ["docs/new.md"]), tests);
  });
});
