import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runCli } from "../../support/run-cli.ts";

const STRATEGY = join(import.meta.dirname, "../../../examples/my-strategy.ts");

describe("a bench of methods", () => {
  let folder = "";
  let task = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-bench-"));
    const { code, stderr } = await runCli(["demo", "--record", folder]);
    assert.equal(code, 0, stderr);
    task = join(folder, "small.yaml");
    const whole = readFileSync(join(folder, "task.yaml"), "utf8");
    writeFileSync(task, `${whole.replace("budget: 300", "budget: 40")}seeds: [1, 2]\n`);
  });
  after(() => rmSync(folder, { recursive: true }));

  const inFolder = (name: string) => join(folder, name);

  async function bench(...args: readonly string[]) {
    const ran = await runCli(["bench", ...args]);
    return {
      ...ran,
      rows: ran.stdout.split("\n").filter((line) => /^\S+ .* 0\.1\.0 /u.test(line)),
    };
  }

  it("crawls each task by each method and seed, and the same again gives the same results", async () => {
    const args = [task, "--strategies", "breadth-first,depth-first"];
    const first = await bench(...args, "--results", inFolder("a.jsonl"));
    assert.equal(first.code, 0, first.stderr);
    await bench(...args, "--results", inFolder("b.jsonl"));
    const results = readFileSync(inFolder("a.jsonl"), "utf8");
    assert.equal(readFileSync(inFolder("b.jsonl"), "utf8"), results);
    const crawls = results
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      crawls.map(({ strategy, seed, fetched, module }) => [strategy, seed, fetched, module]),
      [
        ["breadth-first", 1, 40, null],
        ["depth-first", 1, 40, null],
        ["breadth-first", 2, 40, null],
        ["depth-first", 2, 40, null],
      ],
    );
    assert.equal(first.rows.length, 2);
  });

  it("compares with results of others, by who made them, the lowest loss first, and writes the page", async () => {
    const file = inFolder("mine.jsonl");
    const mine = ["--strategies", "best-first", "--by", "me", "--results", file];
    assert.equal((await bench(task, ...mine)).code, 0);
    const theirs = inFolder("theirs.jsonl");
    writeFileSync(theirs, readFileSync(file, "utf8").replaceAll('"by":"me"', '"by":"they"'));
    const page = inFolder("page.md");
    const { stdout } = await runCli(["leaderboard", file, theirs, "--markdown", page]);
    assert.match(stdout, /generated bees, sha256:[0-9a-f]{16}: 40 of \d+ pages/u);
    assert.match(stdout, /best-first +me /u);
    assert.match(stdout, /best-first +they /u);
    assert.match(readFileSync(page, "utf8"), /\| best-first +\| they/u);
  });

  it("keeps results of another task apart, as its hash says, and runs a strategy of one's own by its file", async () => {
    const other = inFolder("other.yaml");
    writeFileSync(other, readFileSync(task, "utf8").replace("budget: 40", "budget: 20"));
    const own = ["--strategies", STRATEGY, "--results", inFolder("own.jsonl")];
    const { code, stdout, stderr } = await bench(other, ...own, "--with", inFolder("mine.jsonl"));
    assert.equal(code, 0, stderr);
    assert.equal(stdout.match(/^generated bees, sha256/gmu)?.length, 2);
    const [line = ""] = readFileSync(inFolder("own.jsonl"), "utf8").split("\n");
    assert.match(JSON.parse(line).module, /^sha256:[0-9a-f]{64}$/u);
  });

  it("refuses a file that is no task, and one that is no results", async () => {
    const wrong = inFolder("wrong.yaml");
    writeFileSync(wrong, "name: x\n");
    const { code, stderr } = await bench(wrong, "--strategies", "random");
    assert.equal(code, 2);
    assert.match(stderr, /bad-task.*wrong\.yaml: project:/u);
    const shown = await runCli(["leaderboard", task]);
    assert.equal(shown.code, 2);
    assert.match(shown.stderr, /bad-results.*small\.yaml:1 /u);
  });
});
