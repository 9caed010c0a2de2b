import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { openRecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { aFolder } from "../support/a-folder.ts";
import { aUrl } from "../support/a-url.ts";
import { runCli, startCli } from "../support/run-cli.ts";

describe("dowser demo", () => {
  it("`dowser demo` compares three orders, and keeps the runs in a given directory, once", async (test) => {
    const out = join(aFolder(test), "kept");
    const args = ["demo", "--pages", "15", "--out", out];
    const { code, stdout, stderr } = await runCli(args);
    assert.equal(code, 0, stderr);
    // The line of progress and the table have one harvest, that by truth.
    const shown = [...stderr.matchAll(/pages 15 · harvest (\d\.\d{3})/g)].map(([, rate]) => rate);
    const rates = ["auto", "best-first", "breadth-first"].map((name) =>
      Number(new RegExp(`^${name} +15 +\\d+ +(\\S+)`, "m").exec(stdout)?.[1]).toFixed(3),
    );
    assert.deepEqual(new Set(shown), new Set(rates));
    assert.match(stdout, /relevant pages found, by pages fetched \(0 to 15\)\nauto +\S/);
    assert.match(stdout, /breadth-first +15 /);
    assert.match(stdout, /best-first +15 /);
    assert.match(stdout, / 0 of them for pages that robots\.txt forbids/);
    assert.deepEqual(readdirSync(out).toSorted(), ["auto", "best-first", "breadth-first"]);

    const again = await runCli(args);
    assert.equal(again.code, 2);
    assert.match(again.stderr, /file-exists.*auto.*\n.*--out/);
    assert.equal(again.stdout, "");
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`\`dowser demo\` deletes its runs on ${signal}`, async (test) => {
      const temporary = aFolder(test);
      const env = { ...process.env, TMPDIR: temporary };
      const { child, done } = startCli(["demo"], { env });
      child.stderr.once("data", () => {
        assert.match(readdirSync(temporary).join(), /^dowser-demo-/);
        child.kill(signal);
      });
      const { code } = await done;
      assert.equal(code, 130);
      assert.deepEqual(readdirSync(temporary), []);
    });
  }

  it("`dowser demo --record` writes the generated web as a recording that can be crawled, with its truth", async (test) => {
    const folder = join(aFolder(test), "web");
    const { code, stdout, stderr } = await runCli(["demo", "--record", folder]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /pages of a generated web are in .*web\.warc\.gz/);
    const recording = await openRecordedWeb([join(folder, "web.warc.gz")]);
    const truth = readFileSync(join(folder, "truth.jsonl"), "utf8").trimEnd().split("\n");
    const target = truth.map((line) => JSON.parse(line)).find((line) => line.target === true);
    const outcome = await recording.fetch(aUrl(target.url), { bodyBytes: 1e6, timeoutMs: 1000 });
    recording.close();
    assert.equal(outcome.kind, "page");
  });

  it("`dowser demo` deletes its runs when it is done", async (test) => {
    const temporary = aFolder(test);
    mkdirSync(join(temporary, "other"));
    const env = { ...process.env, TMPDIR: temporary };
    const { code, stderr } = await startCli(["demo", "--pages", "5"], { env }).done;
    assert.equal(code, 0, stderr);
    assert.deepEqual(readdirSync(temporary), ["other"]);
  });
});
