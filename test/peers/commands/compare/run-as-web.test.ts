import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { loadProject } from "../../../../lib/project/load-project.ts";
import { crawlInto } from "../../../../lib/run/crawl/crawl.ts";
import { readRun } from "../../../../lib/run/folder/read-run.ts";
import { openRunAsWeb } from "../../../../peers/commands/compare/run-as-web.ts";
import { aUrl } from "../../../support/a-url.ts";
import { writeDemoWarc } from "../../../support/demo-warc.ts";
import { runCli } from "../../../support/run-cli.ts";

const LIMITS = { bodyBytes: 5_000_000, timeoutMs: 1_000 };

describe("dowser compare --against", () => {
  let folder = "";
  let run = "";
  let project = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-against-"));
    const { warc, demo } = await writeDemoWarc(folder);
    project = join(folder, "project.yaml");
    // The examples' pages are none of the first 400 that the crawl comes to.
    const { good, bad } = demo.examples;
    const need = { topic: "beekeeping", good, bad };
    const parts = { seeds: { urls: demo.seeds }, budget: { pages: 400 } };
    writeFileSync(
      project,
      JSON.stringify({ name: "t", need, ...parts, strategy: "breadth-first" }),
    );
    run = join(folder, "run");
    await crawlInto(run, await loadProject(project), [warc]);
  });
  after(() => rmSync(folder, { recursive: true }));

  const compare = (...more: string[]) =>
    runCli([
      ...["compare", project, "--against", run, "--strategies", "breadth-first,random"],
      ...["--budget", "50", ...more],
    ]);

  it("`dowser compare --against` uses a run's pages as web and its verdicts as truth, and reports it", async () => {
    const json = join(folder, "out.json");
    const { code, stdout, stderr } = await compare("--json", json);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^truth: the verdicts of the crawl kept in \S+, right or wrong/m);
    assert.match(stdout, /that crawl by breadth-first fetched, and no more$/m);
    const { strategies, knownTargets } = JSON.parse(readFileSync(json, "utf8"));
    assert.equal(strategies["breadth-first"].fetched, 50);
    assert.ok(knownTargets > 0 && knownTargets < 400);
  });

  it("`dowser compare --against` uses the run's labels as truth when asked, if there are any", async () => {
    const none = await compare("--own-truth", "labels");
    assert.equal(none.code, 2);
    assert.match(none.stderr, /no-good-label/);
    const opened = await openRunAsWeb(run);
    const [first = "", second = ""] = opened.truthBy("verdicts").targets;
    opened.web.close();
    const added = await runCli(["label", "add", run, first, "good", second, "bad"]);
    assert.equal(added.code, 0, added.stderr);
    const { code, stdout, stderr } = await compare("--own-truth", "labels");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /known relevant pages: 1$/m);
    assert.match(stdout, /^truth: 2 labels of \S+; a page without a label counts as none/m);
  });

  it("`dowser compare --against` reads examples of the same need from the run, others from its pages alone", async () => {
    const other = join(folder, "other.yaml");
    const { seeds, need } = JSON.parse(readFileSync(project, "utf8"));
    writeFileSync(other, JSON.stringify({ name: "o", seeds, need: { ...need, topic: "bees" } }));
    const strategies = ["--strategies", "best-first", "--budget", "20"];
    const { code, stderr } = await runCli(["compare", other, "--against", run, ...strategies]);
    assert.equal(code, 2);
    assert.match(stderr, /example-unreadable/);
  });

  it("`dowser compare --against` refuses a directory without a run", async () => {
    const { code, stderr } = await runCli([
      ...["compare", project, "--against", folder, "--strategies", "random", "--budget", "5"],
    ]);
    assert.equal(code, 2);
    assert.match(stderr, /no-run/);
  });

  it("`dowser compare --against` replays the run's redirects and missing pages, and knows no others", async () => {
    const { web } = await openRunAsWeb(run);
    try {
      const kinds = new Map<string, number>();
      for (const url of await settledIn(run)) {
        const { kind } = await web.fetch(aUrl(url), LIMITS);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
      assert.equal(kinds.get("page"), 400);
      assert.ok((kinds.get("redirect") ?? 0) > 0);
      const unknown = await web.fetch(aUrl("http://news.demo.example/nowhere"), LIMITS);
      assert.equal(unknown.kind, "not-recorded");
    } finally {
      web.close();
    }
  });
});

/** URLs that the run has come to an end with. */
async function settledIn(run: string): Promise<string[]> {
  const opened = readRun(run);
  const urls: string[] = [];
  for await (const { url } of opened.records.list()) urls.push(url);
  await opened.close();
  return urls;
}
