import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { labelAddText } from "../../lib/cli/label/label.ts";
import { aCrawledSite } from "../support/a-crawled-site.ts";
import { runCli } from "../support/run-cli.ts";
import { linking } from "../support/scripted-web.ts";
import { IS_SLOW } from "../support/slow.ts";

const SCRIPT = join(import.meta.dirname, "../../examples/read_export.py");
const SITE = "http://site.example";

describe("examples/read_export.py", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "dowser-python-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Returns a Python with pandas and pyarrow: that of the machine, or in the slow run one from PyPI. */
  function pythonWithPandas(test: TestContext): string | undefined {
    const has = (python: string, words: readonly string[]) =>
      spawnSync(python, words, { stdio: "ignore" }).status === 0;
    if (has("python3", ["-c", "import pandas, pyarrow"])) return "python3";
    const venv = join(folder, "venv");
    if (!IS_SLOW) test.skip("python3 has no pandas and pyarrow; npm run test:slow installs them");
    else if (!has("python3", ["-m", "venv", venv])) test.skip("there is no python3 with venv");
    else {
      const python = join(venv, "bin/python");
      if (has(python, ["-m", "pip", "install", "--quiet", "pandas", "pyarrow"])) return python;
      test.skip("PyPI does not answer");
    }
    return undefined;
  }

  it("The example opens a Parquet export in pandas, with types, texts and labels", async (test) => {
    const python = pythonWithPandas(test);
    if (python === undefined) return;
    const run = await aCrawledSite(folder, [
      [`${SITE}/`, `<title>All</title><p>Bees and honey.</p>${linking("/a", "/b")}`],
      [`${SITE}/a`, "<title>Hive</title><p>Bees make honey, 蜂蜜.</p>"],
      [`${SITE}/b`, "<title>Stones</title><p>Stones lie there.</p>"],
    ]);
    await labelAddText(run, [`${SITE}/a`, "good", `${SITE}/b`, "bad"], { json: true });
    const out = join(folder, "pages.parquet");
    const { code, stderr } = await runCli(["export", run, "--format", "parquet", "--out", out]);
    assert.equal(code, 0, stderr);
    const text = execFileSync(python, [SCRIPT, out], { encoding: "utf8" });
    assert.match(text, /^3 pages, \d of them predicted relevant\n/);
    assert.match(text, /fetched from \d{4}-\d\d-\d\d [\d:.]+\+00:00 to /);
    assert.match(text, /Labels of people[^]*\nFalse [^]*\nTrue /);
  });
});
