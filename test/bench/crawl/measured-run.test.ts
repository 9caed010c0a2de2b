import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { childSeconds, measuredRun } from "../../../bench/crawl/measured-run.ts";

describe("the cost of a run of a program", () => {
  it("The processor time is that of the shell's children, user and system", () => {
    assert.equal(childSeconds("0m0.010s 0m0.000s\n1m2.500s 0m0.250s\n"), 62.75);
  });

  it("The work of threads and of child processes counts as the program's", async () => {
    // Each look at the clock costs time of the system, too: one in a hundred thousand steps.
    const work =
      "const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end) for (let step = 0; step < 100_000; step += 1);";
    const program = process.execPath;
    const child = `require("node:child_process").execFileSync(${JSON.stringify(program)}, ["-e", ${JSON.stringify(work)}]);`;
    const thread = `new (require("node:worker_threads").Worker)(${JSON.stringify(work)}, { eval: true });`;
    for (const script of [work, child, thread]) {
      const { cpuSeconds, wallSeconds } = await measuredRun({ program, args: ["-e", script] });
      assert.ok(cpuSeconds >= 0.3, `${cpuSeconds} s`);
      assert.ok(wallSeconds > 0);
    }
  });

  it("A program that fails has no cost: the error has its last words", async () => {
    const args = ["-e", "console.error('no room'); process.exitCode = 3;"];
    await assert.rejects(measuredRun({ program: process.execPath, args }), /ended with 3: no room/);
  });
});
