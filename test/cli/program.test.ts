import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { aFolder } from "../support/a-folder.ts";
import { runCli } from "../support/run-cli.ts";

describe("the program", () => {
  it("The help has each command in a group that says what it is for, and no default that says nothing", async () => {
    const { stdout } = await runCli(["--help"]);
    const groups = stdout.split(/\n\n(?=\S[^\n]*:\n)/u);
    const ungrouped = groups.find((group) => group.startsWith("Commands:")) ?? "";
    assert.deepEqual(ungrouped.match(/^ {2}[a-z]+/gmu), ["  help"]);
    assert.deepEqual(
      groups.slice(2, 4).map((group) => group.match(/^(?:\S.*:| {2}[a-z]+)/gmu)),
      [
        [
          "Crawl:",
          "  ui",
          "  mcp",
          "  init",
          "  crawl",
          "  recrawl",
          "  new",
          "  demo",
          "  status",
          "  pause",
        ],
        ["Judge:", "  label", "  assess", "  sample", "  judge", "  cut"],
      ],
    );
    for (const command of ["crawl", "export", "init"])
      assert.doesNotMatch((await runCli([command, "--help"])).stdout, /default: (?:false|\[\])/u);
  });

  it("No message of the program passes on escape codes that a name or a URL holds", async () => {
    const hostile = "\u001b[31mred\u009b0m\u202e";
    for (const args of [
      [hostile],
      [`--${hostile}`],
      ["crawl", `${hostile}.yaml`],
      ["why", hostile, `http://x/${hostile}`],
      ["paths", "record", hostile, "--web", hostile],
      ["ontology", "import", hostile],
      ["report", hostile, "--stack"],
    ]) {
      const { code, stdout, stderr } = await runCli(args);
      assert.notEqual(code, 0);
      assert.match(stderr, /red/);
      assert.doesNotMatch(stdout + stderr, /(?!\n)[\p{Cc}\p{Cf}]/u, args.join(" "));
    }
  });

  it("Commands that run side by side print each to its own terminal", async (test) => {
    const folder = aFolder(test);
    const runs = Array.from({ length: 5 }, (_, run) => join(folder, `run-${run}`));
    const ended = await Promise.all(runs.map((run) => runCli(["report", run])));
    assert.deepEqual(
      ended.map(({ stderr }) => /run-\d/.exec(stderr)?.[0]),
      ["run-0", "run-1", "run-2", "run-3", "run-4"],
    );
  });

  it("A command returns its exit code, and leaves that of its process alone", async () => {
    const { code, stdout, stderr } = await runCli(["no-such-command"]);
    assert.deepEqual([code, stdout, process.exitCode], [2, "", undefined]);
    assert.match(stderr, /no-such-command/);
    assert.equal((await runCli(["--version"])).code, 0);
  });

  it("Options of one command are not those of the next", async () => {
    const withStack = await runCli(["--stack", "report", "no-run"]);
    assert.match(withStack.stderr, /^ +at /m);
    const without = await runCli(["report", "no-run"]);
    assert.doesNotMatch(without.stderr, /^ +at /m);
  });
});
