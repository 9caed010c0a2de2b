import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  after,
  before,
  type CollectedTest,
  collectFile,
  describe as collectSuite,
  it as collectTest,
  runTests,
} from "../../../bench/mutation/collected-tests.ts";

async function run(tests: readonly CollectedTest[]): Promise<(readonly [string, boolean])[]> {
  const results: (readonly [string, boolean])[] = [];
  for await (const { test, failure } of runTests(tests, () => {}))
    results.push([test.name, failure === undefined]);
  return results;
}

describe("tests that run many times in one process", () => {
  it("Collected tests run again with their hooks, and tell each time whether they pass", async () => {
    let isBroken = false;
    const log: string[] = [];
    const tests = await collectFile("a.test.ts", async () => {
      collectSuite("a suite", () => {
        before(() => log.push("before"));
        after(() => log.push("after"));
        collectTest("passes", (context) => context.after(() => log.push("end")));
        collectTest("may fail", () => assert.equal(isBroken, false));
        collectTest("is skipped", { skip: "reason" }, () => assert.fail());
      });
      collectTest("stands alone", () => log.push("alone"));
    });
    assert.deepEqual(
      tests.map(({ name, isSkipped }) => [name, isSkipped]),
      [
        ["passes", false],
        ["may fail", false],
        ["is skipped", true],
        ["stands alone", false],
      ],
    );
    const runnable = tests.filter(({ isSkipped }) => !isSkipped);
    const passed = [
      ["passes", true],
      ["may fail", true],
      ["stands alone", true],
    ];
    assert.deepEqual(await run(runnable), passed);
    assert.deepEqual(log.splice(0), ["before", "end", "after", "alone"]);
    isBroken = true;
    assert.deepEqual(await run(runnable), [passed[0], ["may fail", false], passed[2]]);
    assert.deepEqual(log.splice(0), ["before", "end", "after", "alone"]);
    isBroken = false;
    assert.deepEqual(await run(runnable.slice(1, 2)), [passed[1]]);
    assert.deepEqual(log, ["before", "after"]);
  });
});
