import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Step } from "../gate.ts";

const GATE = join(import.meta.dirname, "../gate.ts");

const node = (code: string) => [process.execPath, "--eval", code];

/** Sums as a runner of tests prints them. */
const sums = (pass: number, fail: number) =>
  [`tests ${pass + fail}`, "suites 1", `pass ${pass}`, `fail ${fail}`, "cancelled 0", "skipped 0"]
    .concat("todo 0")
    .map((line) => `console.log("# ${line}");`)
    .join("");

/** Plays a gate of these steps in a process of its own. */
function play(...steps: readonly Step[]) {
  const code = `process.exitCode = await (await import(${JSON.stringify(GATE)})).runSteps(${JSON.stringify(steps)})`;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" });
}

const counts = (tests: number, pass: number, fail: number) =>
  new RegExp(
    `\\n# tests ${tests}\\n# suites \\d\\n# pass ${pass}\\n# fail ${fail}\\n# cancelled 0\\n# skipped 0\\n# todo 0\\n# duration_ms \\d+\\n$`,
  );

describe("the gate", () => {
  it("The gate names each step with its seconds, and ends with the sums of all tests", () => {
    const { status, stdout } = play(
      { name: "quiet", command: node("console.log('not shown')") },
      { name: "many", command: node(sums(5, 0)) },
      { name: "few", command: node(sums(2, 0)), after: ["quiet"] },
    );
    assert.equal(status, 0, stdout);
    assert.match(stdout, /^\[ +\d+ s\] ▶ quiet\n\[ +\d+ s\] ▶ many\n/);
    assert.match(stdout, /\[ +\d+ s\] ✔ few: [\d.]+ s, [\d.]+ s of processors\n/);
    assert.doesNotMatch(stdout, /not shown/);
    assert.match(stdout, counts(7, 7, 0));
  });

  it("The gate prints chosen lines of a step as they come, and the processor time of all", () => {
    const lines = "console.log('✔ a and 3 more: 9 tests, 1.0 s'); console.log('not shown')";
    const { stdout } = play({ name: "many", command: node(lines), shown: "^✔ .* tests, " });
    assert.match(stdout, /\n\[ +\d+ s\] ✔ a and 3 more: 9 tests, 1[.]0 s\n/);
    assert.doesNotMatch(stdout, /not shown/);
    assert.match(stdout, /\nProcessor time: \d+ s\n# tests/);
  });

  it("The gate says what a step and the programs that it started took of processors", () => {
    const busy =
      "for (const end = process.cpuUsage().user + 3e5; process.cpuUsage().user < end; );";
    const starts = `require("node:child_process").execFileSync(process.execPath, ["--eval", ${JSON.stringify(busy)}])`;
    const { stdout } = play({ name: "busy", command: node(starts) });
    const [, seconds] = /✔ busy: .*, ([\d.]+) s of processors\n/.exec(stdout) ?? [];
    assert.ok(Number(seconds) >= 0.3, stdout);
  });

  it("The gate prints a step that fails in full, and names it again before the sums", () => {
    const { status, stdout } = play(
      { name: "many", command: node(`${sums(4, 1)} process.exitCode = 1`) },
      { name: "lint", command: node("console.log('line 7'); process.exitCode = 3") },
    );
    assert.equal(status, 1);
    assert.match(stdout, /✖ lint: [\d.]+ s, [\d.]+ s of processors\nline 7\n✖ lint: exit code 3\n/);
    assert.match(stdout, /\n✖ many\n✖ lint\n# tests/);
    assert.match(stdout, counts(6, 4, 2));
  });

  it("The gate does not begin a step without what it needs", () => {
    const { status, stdout } = play(
      { name: "setup", command: ["/no/such/program"] },
      { name: "tests", command: node(sums(3, 0)), after: ["setup"] },
    );
    assert.equal(status, 1);
    assert.match(stdout, /✖ tests does not begin without setup\n/);
    assert.match(stdout, counts(2, 0, 2));
  });
});
