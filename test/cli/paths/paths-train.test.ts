import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { generateDemoWeb } from "../../../demo/generate-demo-web.ts";
import { type ServedDemoWeb, serveDemoWeb } from "../../../demo/serve-demo-web.ts";
import { readModelFile } from "../../../lib/project/model-file.ts";
import { loadNeed } from "../../../lib/run/folder/run-inputs.ts";
import { EXIT } from "../../../lib/run/print/print-error.ts";
import { writeCourseWarc } from "../../support/course-web.ts";
import { runCli, startCli } from "../../support/run-cli.ts";

const one = (path: string) => `http://one.example${path}`;
const PATHS = [
  [one("/"), one("/dept"), one("/courses"), one("/c1")],
  ["http://two.example/", "http://two.example/teaching/", "http://two.example/t1"],
]
  .map((path) => `${path.join(" ")}\n`)
  .join("");
/** What is told of those paths, however the model is made. */
const MADE = { paths: 2, pages: 7, neighbours: 6, sites: 2, seed: 1 };

describe("dowser paths train", () => {
  let folder = "";
  let warc = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-train-"));
    warc = await writeCourseWarc(folder);
    writeFileSync(join(folder, "paths.txt"), PATHS);
  });
  after(() => rmSync(folder, { recursive: true }));

  function project(name: string, more: Record<string, unknown> = {}): string {
    const file = join(folder, `${name}.yaml`);
    const strategy = { name: "link-distance" };
    const need = { paths: "paths.txt" };
    writeFileSync(
      file,
      JSON.stringify({ name, need, strategy, seeds: { urls: [one("/")] }, ...more }),
    );
    return file;
  }
  const train = (file: string, ...more: string[]) =>
    runCli(["paths", "train", file, "--web", warc, ...more], { cwd: folder });
  const crawl = (file: string, run: string) =>
    runCli(["crawl", file, "--web", warc, "--out", join(folder, run)]);

  /** Lengths of the segments in which a training crawl keeps its pages. */
  function storedBytes(name: string): number[] {
    const pages = join(folder, "runs", name, "training/pages");
    return readdirSync(pages).map((segment) => statSync(join(pages, segment)).size);
  }

  /** A model that the paths taught, made once. */
  async function aModel(): Promise<string> {
    const file = join(folder, "dowser.model");
    if (existsSync(file)) return file;
    const { code, stderr } = await train(
      project("made-dowser", { strategy: "link-distance" }),
      ...["--out", file],
    );
    assert.equal(code, 0, stderr);
    return file;
  }

  it("`dowser paths train` writes what it learned from the paths, and describes them", async () => {
    const file = project("first");
    const { code, stdout, stderr } = await train(file, "--out", "first.model");
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^2 paths of 7 pages on 2 sites, and 6 neighbours of these pages\nfirst\.model: \d+ kB, variant dowser\n$/,
    );
    assert.match(stderr, /^2 of 2 click paths are whole: 7 pages/m);
    const { variant, made } = readModelFile(join(folder, "first.model"));
    assert.deepEqual({ variant, made }, { variant: "dowser", made: MADE });
    assert.ok(existsSync(join(folder, "runs/first/training/crawl.sqlite")));
  });

  it("`dowser paths train` gives the same bytes again, from pages that it fetches once", async () => {
    const file = project("twice");
    await train(file, "--out", "twice.model");
    const before = storedBytes("twice");
    const { stdout } = await train(file, "--out", "again.model", "--json");
    const bytes = readFileSync(join(folder, "again.model"));
    assert.deepEqual(JSON.parse(stdout), {
      ...{ file: "again.model", bytes: bytes.length, variant: "dowser", made: MADE, errors: null },
    });
    assert.deepEqual(bytes, readFileSync(join(folder, "twice.model")));
    assert.deepEqual(storedBytes("twice"), before);
  });

  it("`dowser paths train` reports how large the error of the published form is on a site left out", async () => {
    const file = project("paper", { strategy: "published-link-distance" });
    const { code, stdout, stderr } = await train(file, "--out", "paper-told.model");
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^mean absolute error on each of 2 sites left out: pages 0\.\d{3}, links 0\.\d{3} \(/m,
    );
  });

  it("A trained model is used by crawls of other sites, which keep what it learned", async () => {
    const model = await aModel();
    const used = project("used", { need: {}, strategy: { name: "link-distance", model } });
    const { code, stderr } = await crawl(used, "used");
    assert.equal(code, 0, stderr);
    const need = loadNeed(join(folder, "used", "need.json"));
    const { variant, learned } = readModelFile(model);
    assert.deepEqual(need?.pathModel, { strategy: "link-distance", variant, learned });
    assert.ok(!existsSync(join(folder, "used", "training")));
  });

  it("A trained model is not read again by a crawl that has begun", async () => {
    const model = join(folder, "gone.model");
    writeFileSync(model, readFileSync(await aModel()));
    const strategy = { name: "link-distance", model: "gone.model" };
    const begun = (pages: number) => project("gone", { need: {}, strategy, budget: { pages } });
    assert.equal((await crawl(begun(2), "gone")).code, EXIT.noTarget);
    rmSync(model);
    const resumed = await crawl(begun(4), "gone");
    assert.equal(resumed.code, 0, resumed.stderr);
    const run = join(folder, "gone");
    for (const args of [
      ["label", "add", run, one("/"), "bad"],
      ["label", "suggest", run],
      ["why", run, one("/")],
    ]) {
      const { code, stderr } = await runCli(args);
      assert.equal(code, 0, stderr);
    }
    assert.match((await crawl(begun(4), "anew")).stderr, /\[model-unreadable\]: .*gone\.model/);
  });

  it("`dowser compare` gives each strategy its own trained model, and the others the paths", async () => {
    await aModel();
    const name = "link-distance:model=dowser.model";
    const strategies = `${name},${name},depthPenalty=0,context-graph`;
    const args = ["--web", warc, "--budget", "5", "--strategies", strategies];
    const compared = project("compared", { strategy: "breadth-first" });
    const { code, stdout, stderr } = await runCli(["compare", compared, ...args], { cwd: folder });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^link-distance:model=dowser\.model,depthPenalty=0 +5 /m);
    assert.match(stdout, /^context-graph +5 /m);
    const pathless = project("pathless", { need: {}, strategy: "breadth-first" });
    const alone = await runCli(["compare", pathless, ...args], { cwd: folder });
    assert.match(alone.stderr, /\[no-click-path\]: context-graph/);
  });

  it("`dowser paths train` names what is wrong before it fetches anything", async () => {
    const out = ["--out", "wrong.model"];
    const other = await train(project("wrong", { strategy: "context-graph" }), ...out);
    assert.equal(other.code, 2);
    assert.match(other.stderr, /\[strategy-without-model\]: strategy context-graph/);
    const pathless = await train(project("wrong", { need: {} }), ...out);
    assert.match(pathless.stderr, /\[no-click-path\]/);
    const strategy = { name: "link-distance", model: "x.model" };
    const both = await train(project("wrong", { strategy }), ...out);
    assert.match(
      both.stderr,
      /\[bad-project\].*strategy\.model: expected no need\.paths beside it/,
    );
    const nowhere = await train(project("wrong"), "--out", "nowhere/wrong.model");
    assert.match(nowhere.stderr, /\[file-trouble\]: nowhere: /);
    assert.ok(!existsSync(join(folder, "runs/wrong")));
  });

  it("A crawl refuses a trained model of another form, and a file that is no model", async () => {
    const model = await aModel();
    const paper = { name: "published-link-distance", model };
    const other = await crawl(project("other", { need: {}, strategy: paper }), "other");
    assert.equal(other.code, 2);
    assert.match(other.stderr, /\[other-path-model\]/);
    const none = { name: "link-distance", model: "paths.txt" };
    const bad = await crawl(project("none", { need: {}, strategy: none }), "none");
    assert.match(bad.stderr, /\[bad-model\]: .*paths\.txt is not a model file/);
    assert.ok(!existsSync(join(folder, "none")));
  });
});

describe("dowser paths train on the live web", () => {
  let folder = "";
  let served: ServedDemoWeb;
  let onRequest: () => void = () => {};
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-train-live-"));
    served = await serveDemoWeb(generateDemoWeb(1), { onRequest: () => onRequest() });
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  it("`dowser paths train` pauses on the live web, writes nothing yet, and continues", async () => {
    const origin = served.origins.get("university") ?? "";
    const way = ["/", "/horticulture/", "/horticulture/courses/"].map((path) => origin + path);
    writeFileSync(join(folder, "paths.txt"), `${way.join(" ")}\n`);
    const project = join(folder, "project.yaml");
    const politeness = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };
    const parts = { need: { paths: "paths.txt" }, strategy: "link-distance", politeness };
    writeFileSync(project, JSON.stringify({ name: "live", ...parts }));
    const args = ["paths", "train", project, "--out", "live.model"];
    const { child, done } = startCli(args, { cwd: folder });
    let left = 4;
    onRequest = () => {
      left -= 1;
      if (left === 0) child.kill("SIGINT");
    };
    const paused = await done;
    onRequest = () => {};
    assert.equal(paused.code, 130, paused.stderr);
    assert.match(paused.stdout, /paused; the same command resumes/);
    assert.ok(!existsSync(join(folder, "live.model")));

    const { code, stderr } = await runCli(args, { cwd: folder });
    assert.equal(code, 0, stderr);
    assert.equal(readModelFile(join(folder, "live.model")).made.paths, 1);
    const asked = served.requests.map(({ url }) => url).filter((url) => url === way[0]);
    assert.equal(asked.length, 1, "what is there is not fetched again");
  });
});
