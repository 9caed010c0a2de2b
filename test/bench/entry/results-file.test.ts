import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { benchNames, loadBench } from "../../../bench/entry/benches.ts";
import { resultsBlock, withBlock } from "../../../bench/entry/results-file.ts";

const RESULTS = join(import.meta.dirname, "../../../docs/results");

describe("the results page of a bench", () => {
  const text = "Prose.\n\n<!-- bench:a -->\n\nold\n\n<!-- /bench:a -->\n\nMore $& prose.\n";

  it("The results file gets a bench's block between its markers, and keeps all else", () => {
    const once = withBlock(text, "a", "new $& $1");
    assert.equal(
      once,
      text.replace("old", () => "new $& $1"),
    );
    assert.equal(withBlock(once ?? "", "a", "new $& $1"), once);
  });

  it("The results file stays unchanged without the markers of that bench", () => {
    assert.equal(withBlock(text, "b", "new"), undefined);
    assert.equal(withBlock("<!-- bench:a -->", "a", "new"), undefined);
    assert.equal(withBlock("<!-- /bench:a --> <!-- bench:a -->", "a", "new"), undefined);
  });

  it("The results file names command, machine and day of each block", () => {
    const measured = { machine: "Z80, 1 core, Node 24.0.0", at: new Date("2026-11-02T23:30:00Z") };
    assert.equal(
      resultsBlock("a", ["| 1 |", "| 2 |"], measured),
      "`npm run bench -- a`: Z80, 1 core, Node 24.0.0, 2 November 2026.\n\n| 1 |\n\n| 2 |",
    );
  });

  it("The results page of a bench exists for every bench, and is linked from the table of all results", async () => {
    const index = readFileSync(`${RESULTS}.md`, "utf8");
    assert.ok(benchNames().length > 10);
    for (const name of benchNames()) {
      const { default: bench, about } = await loadBench(name);
      assert.equal(typeof bench, "function", name);
      assert.match(about.measures, /^\S.{10,}$/, name);
      assert.match(about.takes, /minute|second/, name);
      const page = readFileSync(join(RESULTS, `${name}.md`), "utf8");
      assert.notEqual(withBlock(page, name, ""), undefined, name);
      assert.ok(index.includes(`](results/${name}.md)`), name);
    }
  });
});
