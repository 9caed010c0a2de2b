import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { truthOf } from "../../../../demo/demo-truth.ts";
import { demoOrigin } from "../../../../demo/demo-web.ts";
import { writeWarcFile } from "../../../../lib/adapters/warc/write-warc-file.ts";
import { harvestCurve } from "../../../../lib/domain/measures/harvest-rate.ts";
import type { Comparison } from "../../../../lib/evaluation/compare-strategies.ts";
import { STRATEGY_NAMES } from "../../../../lib/project/registry.ts";
import { harvestSvg, splitStrategies } from "../../../../peers/commands/compare/compare.ts";
import type {
  ComparisonSummary,
  Repetition,
} from "../../../../peers/commands/compare/summarise-comparisons.ts";
import { PEERS } from "../../../../peers/registry.ts";
import { writeDemoWarc } from "../../../support/demo-warc.ts";
import { runCli } from "../../../support/run-cli.ts";
import { cases, movingSeed } from "../../../support/slow.ts";

/** What `--json` writes. */
type Written = Comparison & {
  readonly summary: ComparisonSummary;
  readonly repetitions?: readonly Repetition[];
};

/** Pages by each strategy that is played twice. */
const PAGES = String(cases(30, 80));

/** Those that are: every eighth one, from another place on each day; all in the slow run. */
const STEP = cases(8, 1);
const PLAYED = [
  "random",
  ...[...STRATEGY_NAMES, ...Object.keys(PEERS), "source:goal=target"].filter(
    (name, at) => name !== "random" && (at + movingSeed()) % STEP === 0,
  ),
];

describe("the list of strategies", () => {
  it("The list of strategies splits at commas, and leaves a strategy its options", () => {
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

  async function compare(...more: string[]): Promise<{ result: Written; stdout: string }> {
    const out = join(folder, "out.json");
    const { code, stdout, stderr } = await runCli([...args, "--json", out, ...more]);
    assert.equal(code, 0, stderr);
    const result: Written = JSON.parse(readFileSync(out, "utf8"));
    return { result, stdout };
  }

  it("`dowser compare` gives each strategy the same budget and judges it by truth", async () => {
    const { result, stdout } = await compare(
      "--strategies",
      "breadth-first,best-first",
      "--budget",
      "100",
    );
    const { strategies, budget, seed, knownTargets } = result;
    assert.deepEqual([budget, seed], [100, 1]);
    assert.ok(knownTargets !== null && knownTargets > 100);
    for (const [name, outcome] of Object.entries(strategies)) {
      const { fetched, targets, harvestRate, targetRecall, curve } = outcome;
      assert.equal(fetched, 100);
      assert.equal(harvestRate, targets / fetched);
      assert.equal(targetRecall, targets / knownTargets);
      assert.deepEqual(curve.at(-1), [fetched, targets]);
      assert.equal(curve.length, fetched);
      assert.match(stdout, new RegExp(`^${name} +100 `, "m"));
    }
    const { "breadth-first": blind, "best-first": focused } = strategies;
    assert.ok((focused?.targets ?? 0) > 1.5 * (blind?.targets ?? Infinity));
  });

  it("`dowser compare` gives the same results for one seed, except seconds, whatever the strategy", async () => {
    const run = async (seed: string, names: readonly string[]) => {
      const list = names.join(",");
      const { result } = await compare("--strategies", list, "--budget", PAGES, "--seed", seed);
      assert.deepEqual(Object.keys(result.strategies), names);
      const text = JSON.stringify(result).replaceAll(/"seconds":[\d.e-]+/g, '"seconds":0');
      return { text, random: result.strategies["random"]?.curve };
    };
    const first = await run("7", PLAYED);
    assert.equal((await run("7", PLAYED)).text, first.text);
    assert.notDeepEqual((await run("8", ["random"])).random, first.random);
  });

  it("`dowser compare` counts unrecorded draws separately, and spends no budget on them", async () => {
    const { result } = await compare("--strategies", "breadth-first", "--budget", "100000");
    const { fetched = 0, notRecorded = 0, targetRecall } = result.strategies["breadth-first"] ?? {};
    assert.ok(fetched > 1_000);
    assert.ok(notRecorded > 0);
    assert.ok((targetRecall ?? 0) > 0.95);
  });

  it("`dowser compare` repeats with several seeds, and prints means with intervals beside the oracle's", async () => {
    const files = ["svg", "md", "tex"].map((end) => join(folder, `tables.${end}`));
    const [svg = "", markdown = "", latex = ""] = files;
    const { result, stdout } = await compare(
      ...["--strategies", "breadth-first,random", "--budget", "30", "--seeds", "1..3,9"],
      ...["--oracle", "--reference", "random"],
      ...["--svg", svg, "--markdown", markdown, "--latex", latex],
    );
    const { repetitions = [], summary } = result;
    assert.deepEqual(
      repetitions.map(({ seed }) => seed),
      [1, 2, 3, 9],
    );
    assert.equal(summary.reference, "random");
    const { "breadth-first": blind, random } = summary.strategies;
    assert.equal(blind?.harvest[3]?.low, blind?.harvest[3]?.high);
    assert.ok((random?.harvest[3]?.low ?? 1) < (random?.harvest[3]?.high ?? 0));
    assert.equal(random?.difference, undefined);
    const rates = repetitions.map(({ strategies }) => strategies["random"]?.harvestRate ?? 0);
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    assert.ok(Math.abs((random?.harvest[3]?.estimate ?? 0) - mean) < 1e-9);
    for (const [index, { estimate: most }] of (summary.knowing?.bound.harvest ?? []).entries()) {
      assert.ok((summary.knowing?.greedy.harvest[index]?.estimate ?? 1) <= most);
      for (const { harvest } of [blind, random].flatMap((of) => of ?? []))
        assert.ok((harvest[index]?.high ?? 1) <= most);
    }
    assert.match(stdout, /^random +0\.\d{3} \[/m);
    assert.match(stdout, /^\(oracle: no crawl can have more\) +1\.0/m);
    assert.match(stdout, /means over 4 seeds; 95 % intervals by paired bootstrap/);
    assert.match(readFileSync(svg, "utf8"), /^<svg .*>random</s);
    assert.match(readFileSync(markdown, "utf8"), /^\| breadth-first +\| /m);
    assert.match(readFileSync(latex, "utf8"), /^breadth-first & /m);
  });

  it("`dowser compare` accepts several projects as repetitions, each with its own target when given", async () => {
    const other = join(folder, "other.yaml");
    const seeds = { urls: ["http://forum.demo.example/"] };
    writeFileSync(other, JSON.stringify({ name: "other", seeds, seed: 4 }));
    const [, first = "", ...rest] = args;
    const out = join(folder, "projects.json");
    const { code, stdout, stderr } = await runCli([
      ...["compare", first, other, ...rest, "--target", "type=thread", "--json", out],
      ...["--strategies", "breadth-first,random", "--budget", "50"],
    ]);
    assert.equal(code, 0, stderr);
    const { repetitions = [], summary }: Written = JSON.parse(readFileSync(out, "utf8"));
    assert.deepEqual(
      repetitions.map(({ project, seed }) => [project, seed]),
      [
        [first, 1],
        [other, 4],
      ],
    );
    const [one, two] = repetitions.map(({ knownTargets }) => knownTargets);
    assert.notEqual(one, two);
    assert.deepEqual(summary.resampled, { kind: "projects", count: 2 });
    assert.match(stdout, /means over 2 projects/);
  });

  it("`dowser compare` prints its usual table without new options, and warns of an incomplete recording", async () => {
    const { code, stdout, stderr } = await runCli([
      ...args,
      ...["--strategies", "breadth-first,random", "--budget", "200"],
    ]);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^strategy +fetched +relevant +harvest rate +recall +not recorded +seconds\n[─ ]+\nbreadth-first .*\nrandom .*\nbudget 200 pages; known relevant pages: \d+\n$/,
    );
    assert.match(stderr, /^random: the recording could not answer \d+\.\d % of its draws/m);
    assert.doesNotMatch(stderr, /breadth-first: the recording/);
  });

  it("`dowser compare` leaves pages whose truth is null out of harvest and recall, and counts them apart", async () => {
    const blind = ["--strategies", "breadth-first", "--budget", "60"];
    const lines = readFileSync(join(folder, "truth.jsonl"), "utf8").trim().split("\n");
    const hidden = join(folder, "hidden.jsonl");
    const values = [null, undefined, "true", "false"];
    const doubtful = lines.map((line, index) => {
      const { target, ...rest } = JSON.parse(line);
      const value = index % 4 < 2 ? values[index % 2] : target;
      return JSON.stringify({ ...rest, target: value });
    });
    writeFileSync(hidden, doubtful.join("\n"));
    const out = join(folder, "hidden.out.json");
    const asked = [...args.slice(0, 4), "--truth", hidden, "--target", "target=true"];
    const { code, stdout, stderr } = await runCli([...asked, ...blind, "--json", out]);
    assert.equal(code, 0, stderr);
    const result: Written = JSON.parse(readFileSync(out, "utf8"));
    const known = await compare(...blind);
    const [some, all] = [result, known.result].map((each) => each.strategies["breadth-first"]);
    assert.ok(some !== undefined && all !== undefined);
    const { fetched, targets, harvestRate, unjudged = 0, curve } = some;
    assert.equal(fetched, all.fetched);
    assert.ok(unjudged > 10 && unjudged < 50, `${unjudged} unjudged`);
    assert.equal(harvestRate, targets / (fetched - unjudged));
    assert.deepEqual(curve.at(-1), [fetched, targets, unjudged]);
    assert.equal(some.targetRecall, targets / (result.knownTargets ?? 0));
    assert.ok((result.knownTargets ?? 0) < (known.result.knownTargets ?? 0));
    const told = `pages without a verdict in the truth, left out: breadth-first ${unjudged}\n`;
    assert.ok(stdout.endsWith(told), stdout);
    assert.doesNotMatch(known.stdout, /without a verdict/);
    assert.deepEqual(all.unjudged, undefined);
  });

  it("`dowser compare` without a truth calls targets and harvest the crawl's own", async () => {
    const [, project = "", , web = ""] = args;
    const own = ["compare", project, "--web", web, "--budget", "20", "--strategies"];
    const { stdout } = await runCli([...own, "breadth-first"]);
    assert.match(stdout, /^strategy +fetched +predicted relevant +predicted harvest +recall /);
    assert.match(stdout, /; predicted, not judged: by the crawl itself; no person has checked\n$/);
    const repeated = await runCli([...own, "random", "--seeds", "1..2"]);
    assert.match(repeated.stdout, /^Harvest rate as predicted by the crawl\n/);
  });

  it("`dowser compare` is bounded by pages alone, whatever time and bytes the project allows", async () => {
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

  it("`dowser compare` refuses a recording without pages, and reports damage", async () => {
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

  it("`dowser compare` names errors on the command line, and exits with 2", async () => {
    const wrong: [string[], RegExp][] = [
      [["--strategies", "best", "--budget", "9"], /bad-strategy-option.*"best"/],
      [["--strategies", "random", "--budget", "0"], /whole number/],
      [["--strategies", "random"], /--budget/],
      [["--strategies", "random", "--budget", "9", "--seeds", "3..1"], /seeds like/],
      [["--strategies", "random", "--budget", "9", "--seeds", "1..2", "--seed", "1"], /--seed/],
      [["--strategies", "random", "--budget", "9", "--against", folder], /--web/],
      [["--strategies", "random", "--budget", "9", "--reference", "hits"], /unknown-reference/],
      [
        ["--strategies", "random", "--budget", "9", ...["--target", "a=1", "--target", "b=1"]],
        /targets-not-of-projects/,
      ],
    ];
    for (const [more, message] of wrong) {
      const { code, stderr } = await runCli([...args, ...more]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n\s+at /);
    }
  });

  it("`dowser compare` needs a web, and a truth when it runs an oracle", async () => {
    const [, project = "", , warc = ""] = args;
    const of = ["compare", project, "--strategies", "random", "--budget", "9"];
    const nowhere = await runCli(of);
    assert.match(nowhere.stderr, /compare-needs-web/);
    const blind = await runCli([...of, "--web", warc, "--oracle"]);
    assert.match(blind.stderr, /oracle-without-truth/);
    assert.deepEqual([nowhere.code, blind.code], [2, 2]);
  });

  it("`dowser compare` refuses a truth without a target, and names the values that it has", async () => {
    const given = args.slice(0, -1);
    const { code, stderr } = await runCli([
      ...given,
      "target=yes",
      ...["--strategies", "random", "--budget", "9"],
    ]);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /no page has target=yes[^]*values of target in it: (true, false|false, true)/,
    );
    assert.match(stderr, /\[no-known-target\]/);
  });

  it("`dowser compare` reports which line of a truth file is invalid", async () => {
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

const result = (hits: readonly boolean[]) => ({
  ...{ fetched: hits.length, targets: 1, harvestRate: 0, targetRecall: null },
  ...{ notRecorded: 0, seconds: 0, curve: harvestCurve(hits) },
});

const REPETITION: Repetition = {
  ...{ project: "a.yaml", seed: 1, budget: 3, knownTargets: 2 },
  strategies: { "a<b>": result([true, false, true]), blind: result([false]) },
};

describe("the curves of a comparison", () => {
  it("A comparison's curves are one line for each strategy, named in the legend", () => {
    const svg = harvestSvg([REPETITION]);
    assert.match(svg, /^<svg .*<\/svg>\s*$/s);
    assert.match(svg, />a&lt;b&gt;</);
    assert.match(svg, />blind</);
    assert.match(svg, />relevant pages</);
    assert.doesNotMatch(svg, /<script|<style|oracle/);
  });

  it("A comparison's curves are dashed for oracle crawls", () => {
    const curve = harvestCurve([true, true]);
    const svg = harvestSvg([{ ...REPETITION, knowing: { greedy: curve, bound: curve } }]);
    assert.match(svg, />\(oracle: greedy, knows the truth\)</);
    assert.match(svg, /stroke-dasharray/);
    assert.doesNotMatch(harvestSvg([REPETITION]), /stroke-dasharray/);
  });

  it("A comparison's curves are the same text for the same comparison", () => {
    assert.equal(harvestSvg([REPETITION]), harvestSvg([REPETITION]));
  });
});
