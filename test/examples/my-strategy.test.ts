import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { demoOrigin } from "../../demo/demo-web.ts";
import myStrategy from "../../examples/my-strategy.ts";
import { EXIT } from "../../lib/run/print/print-error.ts";
import "../../examples/my-strategy.test.ts";
import { aFolder } from "../support/a-folder.ts";
import { aNeed } from "../support/a-need.ts";
import { anAnchor, aPage } from "../support/a-page.ts";
import { writeDemoWarc } from "../support/demo-warc.ts";
import { runCli } from "../support/run-cli.ts";

const ROOT = join(import.meta.dirname, "../..");
const MODULE = join(ROOT, "examples/my-strategy.ts");
const LINK = { depth: 0, priority: 1, group: "", parent: undefined, snippet: undefined };

/** The example's project, put on a demo web that is recorded in the folder. */
async function aProject(test: TestContext) {
  const folder = aFolder(test);
  const { warc } = await writeDemoWarc(folder);
  const file = join(folder, "my-strategy.yaml");
  const module = join(folder, "my-strategy.ts");
  // What it imports is found, though nothing is installed there.
  copyFileSync(MODULE, module);
  copyFileSync(join(ROOT, "examples/my-strategy.yaml"), file);
  const project = readFileSync(file, "utf8")
    .replace("https://bees.example.org/", `${demoOrigin("garden-blog")}/`)
    .replace("pages: 200", "pages: 15");
  writeFileSync(file, project);
  return { file, module, warc, run: join(folder, "run") };
}

describe("examples/my-strategy.ts", () => {
  it("The example strategy puts links with short paths before others of the same page", async () => {
    const strategy = await myStrategy.create({ penalty: 0.5 }, { seed: 1, pages: 100 });
    const need = aNeed({ topic: "bees" });
    const compiled = strategy.compile(strategy.train({ visits: [], misses: [] }, need, undefined));
    const urls = ["http://a.example/", "http://a.example/x", "http://a.example/x/y"];
    const page = aPage({ mainText: "bees", anchors: urls.map((url) => anAnchor(url)) });
    const links = compiled.scoreLinks(page, compiled.assessPage(page, LINK), LINK);
    const [home = 0, ...others] = links.map(({ priority }) => priority);
    assert.ok(home > 0);
    assert.deepEqual(others, [home / 2, home / 4]);
  });

  it("The example strategy crawls by the project file beside it, resumes, and is explained by why and report", async (test) => {
    const { file, module, warc, run } = await aProject(test);
    const crawl = ["crawl", file, "--web", warc, "--out", run, "--json"];
    const first = await runCli(crawl);
    assert.equal(first.code, EXIT.noTarget, first.stderr);
    assert.equal(JSON.parse(first.stdout).fetched, 15);
    const resumed = await runCli(crawl);
    assert.equal(resumed.code, EXIT.noTarget, resumed.stderr);
    assert.equal(JSON.parse(resumed.stdout).fetched, 15);
    const url = `${demoOrigin("garden-blog")}/`;
    const why = await runCli(["why", run, url, "--strategy-module", module]);
    assert.equal(why.code, 0, why.stderr);
    assert.equal(why.stderr, "");
  });

  it("The example strategy is named when its content has changed: a crawl does not resume, a report says so", async (test) => {
    const { file, module, warc, run } = await aProject(test);
    const crawl = ["crawl", file, "--web", warc, "--out", run, "--json"];
    assert.equal((await runCli(crawl)).code, EXIT.noTarget);
    writeFileSync(module, `${readFileSync(module, "utf8")}\n// Changed.\n`);
    const { code, stderr } = await runCli(crawl);
    assert.equal(code, 2);
    assert.match(stderr, /another content of the strategy module .*my-strategy\.ts/);
    const report = await runCli(["report", run, "--strategy-module", module]);
    assert.equal(report.code, 0, report.stderr);
    assert.match(report.stderr, /my-strategy\.ts has changed since the run began/);
  });

  it("The example strategy is compared with other strategies, by its path with options", async (test) => {
    const { file, module, warc, run } = await aProject(test);
    const mine = `${module}:penalty=0.5`;
    const strategies = ["--strategies", `breadth-first,${mine}`, "--json", run];
    const options = ["--web", warc, "--budget", "20", ...strategies];
    const { code, stderr } = await runCli(["compare", file, ...options]);
    assert.equal(code, 0, stderr);
    const { strategies: results } = JSON.parse(readFileSync(run, "utf8"));
    assert.deepEqual(Object.keys(results), ["breadth-first", mine]);
    assert.equal(results[mine].fetched, 20);
  });
});
