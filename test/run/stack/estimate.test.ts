import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { parseProject } from "../../../lib/project/load-project.ts";
import { type Estimate, estimateOf, formatEstimate } from "../../../lib/run/stack/estimate.ts";
import { aFolder } from "../../support/a-folder.ts";
import { runCli } from "../../support/run-cli.ts";

const PROJECT = `
name: bees
need: { topic: bees }
seeds: { urls: ["http://a.example/", "http://a.example/other", "http://b.example/"] }
budget: { pages: 5000 }
politeness: { minDelayMs: 2s }
`;
const project = await parseProject(PROJECT, "project.yaml");
const asked = { pages: undefined, hosts: undefined };

function aProjectFile(context: TestContext, text = PROJECT): string {
  const file = path.join(aFolder(context), "project.yaml");
  writeFileSync(file, text);
  return file;
}

describe("an estimate", () => {
  it("An estimate uses the project's budget, delay and seed hosts by default", () => {
    const { pages, hosts, minDelayMs } = estimateOf(project, asked);
    assert.deepEqual({ pages, hosts, minDelayMs }, { pages: 5_000, hosts: 2, minDelayMs: 2_000 });
  });

  it("An estimate has the same sum for the dollars of the services and of the parts", () => {
    const { cost, parts, perMillionPages } = estimateOf(project, { pages: 1_000_000, hosts: 500 });
    const sum = Object.values(parts).reduce((total, dollars) => total + dollars, 0);
    assert.ok(Math.abs(sum - cost.total) < 1e-9);
    assert.equal(perMillionPages, cost.total);
  });

  it("An estimate counts the pages that an assessor reads, by its price and up to its cap", async () => {
    const text = (more: string) =>
      `${PROJECT}assessor: { url: "https://m.example/v1", model: m, price: { in: 10, out: 50 }${more} }\n`;
    const of = async (more: string) =>
      estimateOf(await parseProject(text(more), "project.yaml"), { pages: 5_000, hosts: 2 });
    const counting = await of("");
    assert.ok(Math.abs((counting.cost.services["assessor"] ?? 0) - 400 * 0.012) < 1e-9);
    const sum = Object.values(counting.parts).reduce((total, dollars) => total + dollars, 0);
    assert.ok(Math.abs(sum - counting.cost.total) < 1e-9);
    assert.match(
      formatEstimate(counting),
      /^m reads 400 pages of a crawl for about 4\.80 \$, no l/m,
    );
    const learning = await of(", for: [learn], dollars: 1");
    assert.deepEqual(learning.assessor, { model: "m", pages: 120, dollars: 1, most: 1 });
    assert.match(formatEstimate(learning), /about 1\.00 \$, at most 1\.00 \$/);
    assert.equal(learning.perMillionPages, counting.perMillionPages);
    assert.equal(estimateOf(project, asked).assessor, null);
  });

  it("An estimate is lower when there are more hosts, since waiting costs nothing", () => {
    const totals = [1, 10, 100].map(
      (hosts) => estimateOf(project, { pages: 100_000, hosts }).cost.total,
    );
    assert.deepEqual(
      totals,
      totals.toSorted((a, b) => b - a),
    );
  });

  it("An estimate reckons with the workers, links in flight and memory of the project", async () => {
    const bursty = await parseProject(
      `${PROJECT}stack: { workers: 20, inFlight: 8192, memory: 512 }\n`,
      "project.yaml",
    );
    const wide = { pages: 1_000_000, hosts: 2_000 };
    const [usual, burst] = [project, bursty].map((each) => estimateOf(each, wide));
    assert.deepEqual(burst?.limits, { workers: 20, inFlight: 8_192, harvesterMb: 512 });
    assert.ok((burst?.forecast.hours ?? 0) < (usual?.forecast.hours ?? 0) / 2);
  });

  it("An estimate knows how much more a strategy that learns writes, and how many pages a planner so holds", async () => {
    const plain = await parseProject(`${PROJECT}strategy: best-first\n`, "project.yaml");
    const wide = { pages: 1_000_000, hosts: 1_000 };
    const [learnt, once] = [project, plain].map((each) => estimateOf(each, wide));
    const [more = 0, less = 0] = [learnt, once].map((each) => each?.forecast.journalBytes);
    assert.ok(more > 4 * less && less > 0, `${more}, ${less}`);
    assert.deepEqual([learnt?.room, once?.room], [1_300_000, 3_200_000]);
    assert.deepEqual([learnt?.strategy, once?.strategy], ["auto", "best-first"]);
  });

  it("An estimate for three hosts reckons with the small harvesters of few hosts", () => {
    const of = (hosts: number) => estimateOf(project, { pages: 10_000, hosts }).limits.harvesterMb;
    assert.deepEqual([3, 4].map(of), [224, 384]);
  });

  it("An estimate is printed with its largest part and its assumptions", () => {
    const text = formatEstimate(estimateOf(project, { pages: 1_000_000, hosts: 500 }));
    for (const expected of [
      "1,000,000 pages of 500 hosts, 2000 ms",
      "110.8 after the first 40,960 pages; with more hosts it would be faster",
      "5 workers of 384 MB, at most 4,096 links in flight",
      "its planner holds about 1,300,000 pages with auto",
      "the stack at rest: $1.70 a month",
      "most of it: listing, $",
      "its pages are listed as rows; packed they would be cheaper (stack.records)",
      "Lambda",
      "total",
      "us-east-1, 2026-11",
      "assumed, not measured",
    ]) {
      assert.ok(text.includes(expected), `${expected} in\n${text}`);
    }
    const more = formatEstimate(estimateOf(project, { pages: 1_000_001, hosts: 500 }));
    assert.match(more, /its pages are listed in packed items;.*\n[^]*most of it: harvest, /);
  });
});

describe("dowser estimate", () => {
  it("`dowser estimate` prints a table, or everything as JSON", async (t) => {
    const file = aProjectFile(t);
    const { code, stdout } = await runCli(["estimate", file, "--pages", "1000", "--hosts", "40"]);
    assert.equal(code, 0);
    assert.match(stdout, /^1,000 pages of 40 hosts/);
    const json = await runCli(["estimate", file, "--json"]);
    const estimate: Estimate = JSON.parse(json.stdout);
    assert.deepEqual(estimate, estimateOf(project, asked));
  });

  it("`dowser estimate` exits with 2 when project or options are wrong", async (t) => {
    const bad = aProjectFile(t, "name: -");
    assert.equal((await runCli(["estimate", bad])).code, 2);
    assert.equal((await runCli(["estimate", bad, "--hosts", "0"])).code, 2);
    const large = await runCli(["estimate", aProjectFile(t), "--pages", "100000000"]);
    assert.equal(large.code, 2);
    assert.match(large.stderr, /100000000 pages are more .* with auto: about 1300000 fill/);
    const budget = PROJECT.replace("pages: 5000", "pages: 2000000");
    const learnt = await runCli(["estimate", aProjectFile(t, budget)]);
    assert.match(learnt.stderr, /2000000 pages are more .* with auto/);
    const plain = aProjectFile(t, `${budget}strategy: best-first\n`);
    assert.equal((await runCli(["estimate", plain])).code, 0);
  });
});
