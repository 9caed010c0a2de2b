import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { benchNames } from "../../../bench/entry/benches.ts";
import { runAll } from "../../../bench/entry/run-all.ts";

const ENTRY = join(import.meta.dirname, "../../../bench/run.ts");

const run = (...args: string[]) => promisify(execFile)(process.execPath, [ENTRY, ...args]);

describe("the entry of all benches", () => {
  it("`npm run bench` lists each bench with what it measures when none is named", async () => {
    const { stdout } = await run();
    for (const name of benchNames()) assert.match(stdout, new RegExp(`^${name} +\\S.*  \\S`, "m"));
  });

  it("`npm run bench` lists the existing benches when it gets an unknown name", async () => {
    for (const args of [["nothing"], ["all", "scope", "nothing"]])
      await assert.rejects(run(...args), { code: 2, stderr: /no bench "nothing".*scope/ });
  });

  it("The entry of all benches writes what a bench prints between the markers of its page, and says which were left", async () => {
    const folder = mkdtempSync(join(tmpdir(), "dowser-results-"));
    try {
      const file = join(folder, "scope.md");
      writeFileSync(file, "A.\n\n<!-- bench:scope -->\n\nold\n\n<!-- /bench:scope -->\n\nB.\n");
      assert.deepEqual(await runAll(["scope"], folder, ["--smoke"]), []);
      const text = readFileSync(file, "utf8");
      assert.match(text, /^A\.\n\n<!-- bench:scope -->\n\n`npm run bench -- scope`: .*, Node \d+/);
      assert.match(
        text,
        /\n\| canonicalUrl \| +[\d,]+ \|\n[\s\S]*<!-- \/bench:scope -->\n\nB\.\n$/,
      );
      writeFileSync(file, "no markers");
      assert.deepEqual(await runAll(["scope"], folder, ["--smoke"]), ["scope"]);
      assert.equal(readFileSync(file, "utf8"), "no markers");
      rmSync(file);
      assert.deepEqual(await runAll(["scope"], folder, ["--smoke"]), ["scope"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
