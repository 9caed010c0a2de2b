import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { splitStrategies } from "../../lib/cli/compare.ts";
import { STRATEGY_NAMES } from "../../lib/config/strategy-schema.ts";
import type { Comparison } from "../../lib/crawl/compare-strategies.ts";
import { truthOf } from "../../lib/demo/demo-truth.ts";
import { demoOrigin } from "../../lib/demo/demo-web.ts";
import { writeWarcFile } from "../../lib/warc/write-warc-file.ts";
import { writeDemoWarc } from "../support/demo-warc.ts";
import { runCli } from "../support/run-cli.ts";

describe("the list of strategies", () => {
  it("splits at commas, and leaves a strategy its options", () => {
    assert.deepEqual(splitStrategies("a,b"), ["a", "b"]);
    assert.deepEqual(splitStrategies("source:goal=target,tpm, breadth-first"), [
      ...["source:goal=target", "tpm", "breadth-first"],
    ]);
    assert.deepEqual(splitStrategies("s:x=1,y=2,t:z=3"), ["s:x=1,y=2", "t:z=3"]);
  });
});

describe("dowser compare", () => {
  let folder = "";
  let args: string[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-compare-"));
    const { warc, truth, demo } = await writeDemoWarc(folder);
    const project = join(folder, "project.yaml");
    const { good, bad } = demo.examples;
    const thread = truthOf(demo).find(({ type, target }) => type === "thread" && target);
    const way = ["/", "/horticulture/", "/horticulture/courses/"];
    const path = way.map((page) => demoOrigin("university") + page).join(" ");
    writeFileSync(join(folder, "paths.txt"), `${path}\n`);
    const examples = { good, bad, examplePage: thread?.url, paths: "paths.txt" };
    const need = { topic: "beekeeping", ...examples };
    writeFileSync(project, JSON.stringify({ name: "t", need, seeds: { urls: demo.seeds } }));
    args = ["compare", project, "--web", warc, "--truth", truth, "--target", "target=true"];
  });
  after(() => rmSync(folder, { recursive: true }));

  async function compare(...more: string[]): Promise<{ result: Comparison; stdout: string }> {
    const out = join(folder, "out.json");
    const { code, stdout, stderr } = await runCli([...args, "--json", out, ...more]);
    assert.equal(code, 0, stderr);
    const result: Comparison = JSON.parse(readFileSync(out, "utf8"));
    return { result, stdout };
  }

  it("gives each strategy the same budget and judges it by truth", async () => {
    const { result, stdout } = await compare(
      "--strategies",
      "breadth-first,best-first",
      "--budget",
      "200",
    );
    const { strategies, budget, seed, knownTargets } = result;
    assert.deepEqual([budget, seed], [200, 1]);
    assert.ok(knownTargets !== null && knownTargets > 100);
    for (const [name, outcome] of Object.entries(strategies)) {
      const { fetched, targets, harvestRate, targetRecall, curve } = outcome;
      assert.equal(fetched, 200);
      assert.equal(harvestRate, targets / fetched);
      assert.equal(targetRecall, targets / knownTargets);
      assert.deepEqual(curve.at(-1), [fetched, targets]);
      assert.equal(curve.length, fetched);
      assert.match(stdout, new RegExp(`^${name} +200 `, "m"));
    }
    const { "breadth-first": blind, "best-first": focused } = strategies;
    assert.ok((focused?.targets ?? 0) > 1.5 * (blind?.targets ?? Infinity));
  });

  it("gives identical results for one seed, apart from the seconds, with every strategy", async () => {
    const run = async (seed: string) => {
      const names = [...STRATEGY_NAMES, "source:goal=target", "source:variant=paper"];
      const list = names.join(",");
      const { result } = await compare("--strategies", list, "--budget", "80", "--seed", seed);
      assert.deepEqual(Object.keys(result.strategies), names);
      return JSON.stringify(result).replaceAll(/"seconds":[\d.e-]+/g, '"seconds":0');
    };
    const first = await run("7");
    assert.equal(await run("7"), first);
    assert.notEqual(await run("8"), first);
  });

  it("counts draws that the recording lacks apart, and spends no budget on them", async () => {
    const { result } = await compare("--strategies", "breadth-first", "--budget", "100000");
    const { fetched = 0, notRecorded = 0, targetRecall } = result.strategies["breadth-first"] ?? {};
    assert.ok(fetched > 1_000);
    assert.ok(notRecorded > 0);
    assert.ok((targetRecall ?? 0) > 0.95);
  });

  it("is bounded by pages alone, whatever time and bytes the project allows", async () => {
    const project = join(folder, "hasty.yaml");
    const budget = { hours: "20ms", bytes: "1KB" };
    const seeds = { urls: ["http://news.demo.example/"] };
    writeFileSync(project, JSON.stringify({ name: "t", seeds, budget }));
    const out = join(folder, "hasty.json");
    const { code, stderr } = await runCli([
      ...["compare", project, ...args.slice(2), "--json", out],
      ...["--strategies", "breadth-first", "--budget", "40"],
    ]);
    assert.equal(code, 0, stderr);
    const result: Comparison = JSON.parse(readFileSync(out, "utf8"));
    assert.equal(result.strategies["breadth-first"]?.fetched, 40);
  });

  it("refuses a recording without pages, and tells of damage", async () => {
    const [, , , warc = ""] = args;
    const project = join(folder, "plain.yaml");
    const seeds = { urls: ["http://forum.demo.example/"] };
    writeFileSync(project, JSON.stringify({ name: "t", seeds }));
    const crawl = (file: string) =>
      runCli([...["compare", project, "--web", file, "--strategies", "random", "--budget", "5"]]);
    const whole = readFileSync(warc);
    const empty = join(folder, "empty.warc.gz");
    await writeWarcFile(empty, [], {});
    const none = await crawl(empty);
    assert.equal(none.code, 2);
    const damaged = join(folder, "damaged.warc.gz");
    writeFileSync(damaged, Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.from("x")]));
    const some = await crawl(damaged);
    assert.equal(some.code, 0, some.stderr);
    assert.match(some.stderr, /1 places of the recording are damaged/);
  });

  it("names what is wrong on the command line, and exits with 2", async () => {
    const wrong: [string[], RegExp][] = [
      [["--strategies", "best", "--budget", "9"], /bad-strategy-option.*"best"/],
      [["--strategies", "random", "--budget", "0"], /whole number/],
      [["--strategies", "random"], /--budget/],
    ];
    for (const [more, message] of wrong) {
      const { code, stderr } = await runCli([...args, ...more]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n\s+at /);
    }
  });

  it("says which line of a truth file is none", async () => {
    const truth = join(folder, "bad.jsonl");
    writeFileSync(truth, '{"url": "http://a.example/"}\n{"url": 1}\n');
    const { code, stderr } = await runCli([
      ...args,
      ...["--truth", truth, "--strategies", "random", "--budget", "9"],
    ]);
    assert.equal(code, 2);
    assert.match(stderr, /bad-truth.*bad\.jsonl:2/);
  });
});
