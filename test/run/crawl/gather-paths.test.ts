import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { generateDemoWeb } from "../../../demo/generate-demo-web.ts";
import { type ServedDemoWeb, serveDemoWeb } from "../../../demo/serve-demo-web.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { gatherPaths, hasPaths, loadPaths } from "../../../lib/run/crawl/gather-paths.ts";
import { loadNeed } from "../../../lib/run/folder/run-inputs.ts";
import { runProject } from "../../../lib/run/folder/run-project.ts";
import { EXIT } from "../../../lib/run/print/print-error.ts";
import { openRecording, recorded } from "../../../lib/run/web/open-web.ts";
import { gatherRecordedPaths } from "../../../peers/commands/compare/gather-recorded-paths.ts";
import { writeCourseWarc } from "../../support/course-web.ts";
import { runCli, startCli } from "../../support/run-cli.ts";

const one = (path: string) => `http://one.example${path}`;
const PATHS = [
  [one("/"), one("/dept"), one("/courses"), one("/old")],
  ["http://two.example/", "http://two.example/teaching", "http://two.example/t1"],
  [one("/"), one("/dept"), one("/moved-away")],
]
  .map((path) => `${path.join(" ")}\n`)
  .join("");

/** In order of fetching: pages of paths by their distance from the start, then what they link to. */
const GATHERED = [
  ...[one("/"), "http://two.example/", one("/dept"), "http://two.example/teaching/"],
  ...[one("/courses"), "http://two.example/t1"],
  ...[one("/about"), "http://two.example/news", one("/staff"), "http://two.example/t2"],
  ...[one("/c1"), one("/c2"), one("/c3")],
];

describe("the training crawl on a recording", () => {
  let folder = "";
  let warc = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-training-"));
    warc = await writeCourseWarc(folder);
    writeFileSync(join(folder, "paths.txt"), PATHS);
  });
  after(() => rmSync(folder, { recursive: true }));

  function project(name: string, more: Record<string, unknown> = {}): string {
    const file = join(folder, `${name}.yaml`);
    const need = { topic: "courses", paths: "paths.txt" };
    const text = { name, need, seeds: { urls: [one("/")] }, ...more };
    writeFileSync(file, JSON.stringify(text));
    return file;
  }
  const crawl = (file: string, run: string) =>
    runCli(["crawl", file, "--web", warc, "--out", join(folder, run)]);

  async function open(file: string) {
    const asked = runProject(await loadProject(file), [warc]);
    assert.ok(hasPaths(asked));
    const web = await openRecording([warc]);
    return { asked, web, opened: recorded(web) };
  }

  it("A training crawl gives complete paths, their pages and linked pages, with and without a run", async () => {
    const { asked, web, opened } = await open(project("seam"));
    const directory = join(folder, "seam");
    const training = await gatherPaths(asked, opened, directory);
    assert.ok(training.kind === "gathered");
    const { paths, pages } = training.paths;
    assert.deepEqual(paths, [
      [one("/"), one("/dept"), one("/courses"), one("/c3")],
      ["http://two.example/", "http://two.example/teaching/", "http://two.example/t1"],
    ]);
    assert.deepEqual(pages.map(({ url }) => url).toSorted(), GATHERED.toSorted());
    assert.deepEqual(await loadPaths(asked, opened, directory), training.paths);
    assert.deepEqual(await gatherRecordedPaths(asked, web), training.paths);
    web.close();
  });

  it("A training crawl is kept with the run, which starts with it and later needs nothing else", async () => {
    const short = project("kept", { budget: { pages: 2 } });
    const { code, stderr } = await crawl(short, "kept");
    assert.equal(code, EXIT.noTarget, stderr);
    assert.match(stderr, /the path to .*\/moved-away is left out: .*\/moved-away \(not-recorded\)/);
    assert.match(
      stderr,
      /^2 of 3 click paths are whole: 7 pages, and 6 that those link to; 2 could not be fetched, 0 were beyond/m,
    );
    const need = loadNeed(join(folder, "kept", "need.json"));
    assert.deepEqual([need?.paths?.paths.length, need?.paths?.pages.length], [2, 0]);
    assert.equal(
      readFileSync(join(folder, "kept", "training", "paths.txt"), "utf8").split("\n").length,
      4,
    );

    writeFileSync(join(folder, "paths.txt"), "nonsense");
    const log = join(folder, "kept", "training", "log.jsonl");
    const before = readFileSync(log, "utf8");
    const resumed = await crawl(project("kept", { budget: { pages: 4 } }), "kept");
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.equal(readFileSync(log, "utf8"), before, "nothing is crawled again");
    rmSync(join(folder, "kept", "training", "crawl.sqlite"));
    const damaged = await crawl(project("kept", { budget: { pages: 4 } }), "kept");
    assert.match(damaged.stderr, /\[run-damaged\]: .*training.crawl\.sqlite is missing/);
    writeFileSync(join(folder, "paths.txt"), PATHS);
  });

  it("A training crawl spends its own budget on the pages of the paths first", async () => {
    const file = project("short", { budget: { pages: 2, trainingPages: 8 } });
    const { code, stderr } = await crawl(file, "short");
    assert.equal(code, EXIT.noTarget, stderr);
    assert.match(stderr, /^2 of 3 click paths are whole: 7 pages, and 1 that those link to/m);
    assert.match(stderr, /[1-9]\d* were beyond budget\.trainingPages/);
  });

  it("A training crawl without a complete path, or with an invalid file, ends the crawl before its start", async () => {
    const run = join(folder, "none");
    writeFileSync(join(folder, "none.txt"), `${one("/")} ${one("/moved-away")}\n`);
    const need = (paths: string) => project("none", { need: { paths } });
    const broken = await crawl(need("none.txt"), "none");
    assert.equal(broken.code, 2);
    assert.match(broken.stderr, /\[no-click-path\]/);
    assert.ok(!existsSync(join(run, "project.json")));
    const missing = await crawl(need("nowhere.txt"), "none");
    assert.match(missing.stderr, /\[paths-unreadable\]: .*nowhere\.txt/);
  });

  it("A training crawl runs once for all compared strategies, and leaves nothing behind", async () => {
    const args = ["compare", project("compared"), "--web", warc, "--budget", "5"];
    const strategies = ["--strategies", "breadth-first,random"];
    const { code, stderr } = await runCli([...args, ...strategies], { cwd: folder });
    assert.equal(code, 0, stderr);
    assert.equal(stderr.match(/2 of 3 click paths are whole/g)?.length, 1);
    assert.ok(!existsSync(join(folder, "runs")));
  });
});

describe("the training crawl on the live web", () => {
  let folder = "";
  let served: ServedDemoWeb;
  let onRequest: () => void = () => {};
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-training-live-"));
    served = await serveDemoWeb(generateDemoWeb(1), { onRequest: () => onRequest() });
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  it("A live training crawl resumes after a pause or kill, and never requests a page it has", async () => {
    const origin = served.origins.get("university") ?? "";
    const way = ["/", "/horticulture/", "/horticulture/courses/"].map((path) => origin + path);
    writeFileSync(join(folder, "paths.txt"), `${way.join(" ")}\n`);
    const project = join(folder, "project.yaml");
    const politeness = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };
    const text = { need: { paths: "paths.txt" }, seeds: { urls: [way[0]] }, budget: { pages: 1 } };
    writeFileSync(project, JSON.stringify({ name: "live", politeness, ...text }));
    const run = join(folder, "run");
    const args = ["crawl", project, "--out", run];

    const stopAfter = async (requests: number, signal: NodeJS.Signals) => {
      const { child, done } = startCli(args);
      let left = requests;
      onRequest = () => {
        left -= 1;
        if (left === 0) child.kill(signal);
      };
      return done.finally(() => {
        onRequest = () => {};
      });
    };
    const paused = await stopAfter(4, "SIGINT");
    assert.equal(paused.code, 130, paused.stderr);
    assert.match(paused.stdout, /paused; the same command resumes/);
    assert.equal((await stopAfter(5, "SIGKILL")).signal, "SIGKILL");
    assert.ok(!existsSync(join(run, "need.json")), "the crawl itself has not begun");

    const { code, stderr } = await runCli(args);
    assert.equal(code, EXIT.noTarget, stderr);
    assert.match(stderr, /^1 of 1 click paths are whole: 3 pages, and [1-9]\d that those link to/m);
    const report = await runCli(["report", join(run, "training"), "--json"]);
    const { fetched }: { fetched: number } = JSON.parse(report.stdout);
    const asked = served.requests.filter(({ url }) => !url.endsWith("/robots.txt"));
    // The crawl itself fetched one page; what was in flight at the kill is asked for again.
    const again = asked.length - 1 - fetched;
    assert.ok(again >= 0 && again <= 5, `${again} pages were asked for again`);
  });
});
