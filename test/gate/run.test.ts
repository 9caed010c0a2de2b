import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { aFolder } from "../support/a-folder.ts";

const RUNNER = join(import.meta.dirname, "../run.ts");
const PASSES = `import { it } from "node:test"; it("adds", () => {}); it("waits", { skip: true }, () => {});`;
const FAILS = `import { it } from "node:test"; it("breaks", () => { throw new Error("seen"); });`;
const ENDS_EARLY = `import { it } from "node:test";
  it("first", () => {});
  await Promise.reject(new Error("not loaded"));
  it("second", () => {});`;
const DIES = `process.exit(0);`;
const LATE = `import { it } from "node:test";
  it("waits for ever", () => new Promise(() => { setImmediate(() => { throw new Error("late"); }); }));`;

/** Writes files with these texts. */
function filesWith(test: TestContext, ...texts: readonly string[]): string[] {
  const folder = aFolder(test);
  return texts.map((text, index) => {
    const file = join(folder, `${index}.mjs`);
    writeFileSync(file, text);
    return file;
  });
}

/** Runs the runner on files with these texts. */
const run = (test: TestContext, ...texts: readonly string[]) => start(...filesWith(test, ...texts));

/** Runs the runner with these words. */
function start(...words: readonly string[]) {
  // A runner within a runner would report to the outer one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, [RUNNER, ...words], {
    env,
    encoding: "utf8",
  });
  return { status, stdout };
}

describe("the runner of all tests", () => {
  it("The runner of all tests ends with the sums of what its processes ran", (test) => {
    const { status, stdout } = run(test, PASSES, PASSES);
    assert.equal(status, 0, stdout);
    assert.match(
      stdout,
      /\n# tests 4\n# suites 2\n# pass 2\n# fail 0\n# cancelled 0\n# skipped 2\n# todo 0\n# duration_ms \d+\n$/,
    );
  });

  it("The runner of all tests fails where a test fails, prints its error and names it again before the sums", (test) => {
    const { status, stdout } = run(test, PASSES, FAILS);
    assert.equal(status, 1);
    assert.match(stdout, /Error: seen[^]*\n✖ exit code 1: .*\n {2}✖ breaks .*[^]*\n# fail 1\n/);
  });

  it("The runner of all tests fails where a file throws while it loads, as its other tests never run", (test) => {
    const { status, stdout } = run(test, PASSES, ENDS_EARLY);
    assert.equal(status, 1);
    assert.match(stdout, /✖ \S+1\.mjs is loaded to its end[^]*Error: not loaded/);
  });

  it("The runner of all tests fails where a process ends without its summary", (test) => {
    const { status, stdout } = run(test, DIES);
    assert.equal(status, 1);
    assert.match(stdout, /\n# tests 1\n[^]*\n# pass 0\n# fail 1\n/);
  });

  it("The runner of all tests names the processor time of the dearest files, and of all", (test) => {
    const { stdout } = run(test, PASSES, PASSES);
    const line = "  [\\d.]+ [+] [\\d.]+ s  \\S+[.]mjs\n";
    assert.match(stdout, new RegExp(`to load and to run:\n(?:${line}){2}Processor time of all: `));
  });

  it("The runner of all tests names the processor time of as many files as it is asked for", (test) => {
    const { stdout } = start("--dearest=2", ...filesWith(test, PASSES, PASSES, PASSES));
    assert.match(stdout, /to load and to run:\n(?: {2}[\d.]+ [+] .*\n){2}Processor time of all: /);
    assert.match(stdout, /\n# tests 6\n/);
  });

  it("The runner of all tests fails where an error comes that nobody catches, though its test waits for ever", (test) => {
    const { status, stdout } = run(test, LATE);
    assert.equal(status, 1);
    assert.match(stdout, /nobody caught this error, in "waits for ever"[^]*Error: late/);
  });

  it("The runner of all tests fails where a file that it is given is not there", () => {
    const { status, stdout } = spawnSync(process.execPath, [RUNNER, "test/nothing.test.ts"], {
      encoding: "utf8",
    });
    assert.equal(status, 1);
    assert.match(stdout, /nothing\.test\.ts[^]*\n# pass 0\n# fail 1\n/);
  });
});
