import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { aFolder } from "../../support/a-folder.ts";
import { anUi } from "../../support/an-ui.ts";
import { runCli, startCli } from "../../support/run-cli.ts";

const SITE = "http://site.example";
const PAGE = `${SITE}/page3`;

/** A module that leaves a mark when it is loaded, and is a strategy in order of discovery. */
const moduleText = (mark: string) => `import { writeFileSync } from "node:fs";
import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
writeFileSync(${JSON.stringify(mark)}, "");
export default {
  name: "mine",
  description: "Mine.",
  options: z.strictObject({}),
  create: () => ({
    name: "mine",
    selection: { kind: "best" },
    merge: "greater",
    train: () => 0,
    compile: () => ({
      assessPage: () => ({ utility: 1, isTarget: true, why: "all" }),
      scoreLinks: (page) => page.links.map(() => ({ priority: 1, why: "all" })),
    }),
    isStale: () => false,
  }),
};
`;

/** A run of a stranger, whose project names a module; and the mark that shows that it was loaded. */
async function aStrangersRun(test: TestContext, more: object = {}) {
  const folder = aFolder(test);
  const run = await aCrawledSite(folder, beesAndStones(SITE, 8));
  const [module, mark] = [join(run, "evil.mjs"), join(folder, "loaded")];
  writeFileSync(module, moduleText(mark));
  change(run, { strategy: { name: "mine", module }, ...more });
  return { folder, run, module, mark, isLoaded: () => existsSync(mark) };
}

function change(run: string, parts: object): void {
  const file = join(run, "project.json");
  const project: object = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...project, ...parts }));
}

describe("a run of somebody else", () => {
  for (const command of [
    ["report", "RUN"],
    ["report", "RUN", "--html", "RUN/report.html"],
    ["status", "RUN"],
    ["why", "RUN", PAGE],
    ["audit", "RUN"],
    ["sitemap", "RUN"],
    ["overlap", "RUN", "RUN"],
    ["export", "RUN", "--format", "jsonl", "--out", "RUN/pages.jsonl"],
    ["sample", "RUN", "--n", "3"],
    ["label", "list", "RUN"],
    ["label", "suggest", "RUN"],
    ["label", "add", "RUN", PAGE, "good"],
    ["forget", "RUN", PAGE, "--reason", "asked for"],
    ["recrawl", "RUN"],
  ]) {
    it(`\`dowser ${command.slice(0, 2).join(" ")}\` loads no module that the run names (${command.length} words)`, async (test) => {
      const { run, isLoaded } = await aStrangersRun(test);
      const args = command.map((word) => word.replace("RUN", run));
      const { stdout, stderr } = await runCli(args);
      assert.ok(!isLoaded(), stdout + stderr);
      assert.doesNotMatch(stderr, /internal|TypeError/, stderr);
    });
  }

  it("A module is loaded for a run when the user names it, and what it can then say is said", async (test) => {
    const { run, module, mark } = await aStrangersRun(test);
    const without = await runCli(["audit", run, "--json"]);
    const checks = JSON.parse(without.stdout).checks as { check: string; isMade: boolean }[];
    const left = checks.filter(({ isMade }) => !isMade).map(({ check }) => check);
    for (const check of ["replay", "database"]) assert.ok(new Set(left).has(check), check);
    assert.match(without.stdout, /only --strategy-module FILE loads/);
    rmSync(mark, { force: true });
    const { stdout } = await runCli(["audit", run, "--json", "--strategy-module", module]);
    assert.ok(existsSync(mark));
    assert.doesNotMatch(stdout, /only --strategy-module/);
  });

  it("A module named for a run with a strategy of Dowser's is refused", async (test) => {
    const run = await aCrawledSite(aFolder(test), beesAndStones(SITE, 8));
    const { code, stderr } = await runCli(["audit", run, "--strategy-module", "./mine.mjs"]);
    assert.deepEqual([code, /strategy-not-a-module/.test(stderr)], [2, true], stderr);
  });

  it("The page types of a module's run are not said to be unknown: the module has to be named", async (test) => {
    const { run } = await aStrangersRun(test);
    assert.match((await runCli(["sitemap", run])).stderr, /strategy-module-not-named/);
  });

  for (const [what, parts] of [
    ["a strategy module", {}],
    ["an access file", { strategy: { name: "breadth-first" }, access: "/etc/passwd" }],
    ["a browser", { strategy: { name: "breadth-first" }, render: { browser: "/bin/sh" } }],
  ] as const) {
    it(`A recrawl takes ${what} from the user's project file alone`, async (test) => {
      const { run, isLoaded } = await aStrangersRun(test, parts);
      const { code, stderr } = await runCli(["recrawl", run]);
      assert.deepEqual([code, isLoaded()], [2, false]);
      assert.match(stderr, new RegExp(`recrawl-needs-project.*names ${what}`));
      assert.match(stderr, /--project FILE/);
    });
  }

  it("A recrawl with the user's project file uses its module, if it is the strategy of the run", async (test) => {
    const { folder, run, mark } = await aStrangersRun(test);
    const own = join(folder, "own.mjs");
    writeFileSync(own, moduleText(mark));
    const file = join(folder, "own.yaml");
    writeFileSync(file, JSON.stringify({ name: "r", strategy: { module: "./own.mjs" } }));
    const other = await runCli(["recrawl", run, "--project", join(folder, "project.json")]);
    assert.match(other.stderr, /run-of-another-project.*strategy/);
    const { hash } = await hashIn(file);
    change(run, { strategy: { name: "mine", module: "/nowhere.mjs", hash } });
    const { code, stderr } = await runCli(["recrawl", run, "--project", file]);
    assert.equal(code, 0, stderr);
    const kept = JSON.parse(readFileSync(join(`${run}-2`, "project.json"), "utf8"));
    assert.equal(kept.strategy.module, own);
  });

  it("A crawl that is resumed takes no file from the command line that the run says it was begun with", async (test) => {
    const { folder, run, module, isLoaded } = await aStrangersRun(test);
    change(run, { strategy: { name: "breadth-first" }, overrides: { strategy: module } });
    const args = ["crawl", join(folder, "project.json"), "--web", join(folder, "web.warc.gz")];
    const { code, stderr } = await runCli([...args, "--out", run]);
    assert.deepEqual([code, isLoaded()], [2, false]);
    assert.match(stderr, /kept-strategy-not-named/);
  });

  it("A recrawl reads no file that the project of the run names, neither list nor example", async (test) => {
    const { folder, run } = await aStrangersRun(test);
    const secret = join(folder, "secret.csv");
    writeFileSync(secret, `url\n${SITE}/secret\n`);
    const project = JSON.parse(readFileSync(join(run, "project.json"), "utf8"));
    const seeds = { ...project.seeds, file: secret };
    change(run, { strategy: { name: "breadth-first" }, seeds });
    assert.equal((await runCli(["recrawl", run])).code, 0);
    assert.ok(!existsSync(join(`${run}-2`, "seed-list.csv")));
    rmSync(join(run, "need.json"));
    const { stderr } = await runCli(["recrawl", run, "--into", join(folder, "again")]);
    assert.match(stderr, /run-damaged.*need\.json is missing/);
  });

  it("A run that is said to be a recrawl of itself is refused", async (test) => {
    const { run } = await aStrangersRun(test);
    change(run, { strategy: { name: "breadth-first" }, recrawl: { of: ".", known: 1 } });
    const { stderr } = await runCli(["recrawl", run, "--into", `${run}-9`]);
    assert.match(stderr, /run-damaged.*recrawl of itself/);
  });

  for (const name of ["project.json", "log.jsonl", "need.json", "labels.jsonl", "crawl.sqlite"]) {
    it(`A link out of the run in the place of ${name} is neither read nor written`, async (test) => {
      const { folder, run } = await aStrangersRun(test);
      const outside = join(folder, `outside-${name}`);
      if (existsSync(join(run, name))) cpSync(join(run, name), outside);
      else writeFileSync(outside, "");
      const before = readFileSync(outside);
      rmSync(join(run, name), { force: true });
      symlinkSync(outside, join(run, name));
      for (const args of [
        ["report", run],
        ["label", "add", run, PAGE, "good"],
        ["audit", run],
      ]) {
        const { code, stderr } = await runCli(args);
        assert.deepEqual(
          [code, /run-damaged.*leads out of the run/.test(stderr)],
          [1, true],
          stderr,
        );
      }
      assert.deepEqual(readFileSync(outside), before);
    });
  }

  it("A link out of the run is refused in its training crawl and among its pages, too", async (test) => {
    for (const [folder, name] of [
      ["training", "paths.txt"],
      ["training", "log.jsonl"],
      ["pages", "more.warc.gz"],
    ] as const) {
      const { run } = await aStrangersRun(test);
      mkdirSync(join(run, folder), { recursive: true });
      symlinkSync("/etc/passwd", join(run, folder, name));
      const { code, stderr } = await runCli(["report", run]);
      assert.deepEqual([code, /run-damaged.*leads out of the run/.test(stderr)], [1, true], stderr);
    }
  });

  it("A link that stays in the run is followed, and a run may be one as a whole", async (test) => {
    const { folder, run } = await aStrangersRun(test);
    cpSync(join(run, "log.jsonl"), join(run, "kept.jsonl"));
    rmSync(join(run, "log.jsonl"));
    symlinkSync("kept.jsonl", join(run, "log.jsonl"));
    symlinkSync(run, join(folder, "elsewhere"));
    assert.equal((await runCli(["report", join(folder, "elsewhere")])).code, 0);
  });

  it("A pipe in the place of a file of the run is refused, and not waited for", async (test) => {
    for (const name of ["log.jsonl", "pages/pipe.warc.gz"]) {
      const { run } = await aStrangersRun(test);
      rmSync(join(run, name), { force: true });
      execFileSync("mkfifo", [join(run, name)]);
      const { code, stderr } = await startCli(["report", run]).done;
      assert.deepEqual([code, /run-damaged.*is no file/.test(stderr)], [1, true], stderr);
    }
  });

  it("The workbench loads nothing that a run, or a text that is checked, names", async (test) => {
    const { folder, run, module, isLoaded } = await aStrangersRun(test);
    mkdirSync(join(folder, "ui/runs"), { recursive: true });
    cpSync(run, join(folder, "ui/runs/r"), { recursive: true });
    const ui = await anUi([], join(folder, "ui"));
    try {
      for (const path of [
        "pages/4",
        "queue?queue=likely",
        "site",
        "verdicts",
        "watch",
        "project",
        "report.html",
        "export?format=jsonl",
      ])
        await (await ui.ask("GET", `/runs/r/${path}`)).text();
      const labels = { labels: [{ url: PAGE, label: "good" }] };
      await ui.ask("POST", "/runs/r/labels", JSON.stringify(labels));
      await ui.ask("POST", "/runs/r/sample");
      const named = JSON.stringify({ name: "x", strategy: { module } });
      const checked = await (await ui.ask("POST", "/projects/check", named)).json();
      assert.deepEqual((checked as { problems: string[] }).problems.length, 2, "seeds and contact");
      const gone = JSON.stringify({ name: "x", strategy: { module: "./nowhere.mjs" } });
      const missing = await (await ui.ask("POST", "/projects/check", gone)).json();
      assert.match(JSON.stringify(missing), /strategy\.module: expected the path of a file/);
      assert.ok(!isLoaded());
    } finally {
      await ui.close();
    }
  });
});

async function hashIn(file: string): Promise<{ readonly hash: unknown }> {
  const { loadProject } = await import("../../../lib/project/load-project.ts");
  return { hash: (await loadProject(file)).strategy["hash"] };
}
