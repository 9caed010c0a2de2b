import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import "../../examples/my-handler.test.ts";
import { recordPages } from "../support/a-crawled-site.ts";
import { aFolder } from "../support/a-folder.ts";
import { runCli, startCli } from "../support/run-cli.ts";
import { linking } from "../support/scripted-web.ts";

const SITE = "http://site.example";

/** A folder with nothing but a project and a recorded web: nothing is installed there. */
async function aProject(test: TestContext) {
  const cwd = aFolder(test);
  await recordPages(join(cwd, "web.warc.gz"), [
    [`${SITE}/`, `<h1>Bees</h1>${linking("/a/b", "/a")}`],
    [`${SITE}/a`, "<p>Bees.</p>"],
    [`${SITE}/a/b`, "<h1>More bees</h1>"],
  ]);
  const project = { name: "bees", need: { topic: "bees" }, seeds: { urls: [`${SITE}/`] } };
  writeFileSync(join(cwd, "project.yaml"), JSON.stringify(project));
  const dowser = (...args: string[]) => runCli(args, { cwd });
  // In a process of its own: what modules find there depends on what was loaded before.
  const crawl = async (...args: string[]) => {
    const words = ["crawl", "project.yaml", "--web", "web.warc.gz", "--json", ...args];
    const { stdout, stderr, code } = await startCli(words, { cwd }).done;
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  return { cwd, dowser, crawl };
}

describe("dowser new", () => {
  it("A strategy that it writes crawls where nothing is installed", async (test) => {
    const { cwd, dowser, crawl } = await aProject(test);
    const { code, stdout } = await dowser("new", "strategy", "first-paths");
    assert.equal(code, 0);
    assert.match(stdout, /^written: first-paths.ts, first-paths.test.ts, package.json\n/);
    assert.match(stdout, /dowser crawl PROJECT.yaml --strategy .\/first-paths.ts/);
    assert.equal((await crawl("--strategy", "./first-paths.ts:penalty=0.5")).fetched, 3);
    const { devDependencies } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
    assert.deepEqual(Object.keys(devDependencies), ["dowser", "fast-check"]);
  });

  it("A handler that it writes acts on each page of a crawl, which does not go on without it", async (test) => {
    const { dowser, crawl } = await aProject(test);
    assert.equal((await dowser("new", "handler", "headings")).code, 0);
    const { reasons } = await crawl("--handler", "./headings.ts");
    assert.equal(reasons["refused:skipped"], 1);
    const { stdout } = await dowser("export", "runs/bees", "--format", "jsonl");
    assert.match(stdout, /"saved_heading":"More bees"/);
    const again = await dowser("crawl", "project.yaml", "--web", "web.warc.gz");
    assert.equal(again.code, 2);
    assert.match(again.stderr, /handler/);
  });

  it("Nothing is overwritten, and a package.json that is there stays", async (test) => {
    const { cwd, dowser } = await aProject(test);
    writeFileSync(join(cwd, "package.json"), "{}");
    const { stdout } = await dowser("new", "handler", "mine");
    assert.match(stdout, /npm install --save-dev dowser, then node --test mine.test.ts/);
    writeFileSync(join(cwd, "mine.ts"), "// Mine.");
    const { code, stderr } = await dowser("new", "handler", "mine");
    assert.equal(code, 2);
    assert.match(stderr, /mine.ts exists already/);
    const files = readdirSync(cwd);
    const refused = await dowser("new", "strategy", "../Mine");
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /\[bad-name\]/);
    assert.deepEqual(readdirSync(cwd), files);
    assert.equal(readFileSync(join(cwd, "mine.ts"), "utf8"), "// Mine.");
    assert.equal(readFileSync(join(cwd, "package.json"), "utf8"), "{}");
  });

  it("A module without a function is no handler, and says so before anything is crawled", async (test) => {
    const { cwd, dowser } = await aProject(test);
    const words = ["crawl", "project.yaml", "--web", "web.warc.gz", "--handler"];
    writeFileSync(join(cwd, "none.ts"), "export default 1;");
    for (const [file, problem] of [
      ["none.ts", /no function as its default export/],
      ["missing.ts", /cannot be loaded/],
    ] as const) {
      const { code, stderr } = await dowser(...words, file);
      assert.equal(code, 2);
      assert.match(stderr, /\[bad-handler\]/);
      assert.match(stderr, problem);
    }
    assert.ok(!readdirSync(cwd).includes("runs"));
  });
});
