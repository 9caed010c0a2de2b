import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import type { Fault, Runs } from "../../../lib/workbench/schemas.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";

const SITE = "http://site.example";

/** Views of a run, over the API. */
const VIEWS = ["watch", "pages", "pages/1", "queue?queue=likely", "verdicts", "site", "corpus"];
const FILES = ["pages/1/frame", "report.html", "export?format=jsonl"];

function otherDatabase(file: string): void {
  rmSync(file);
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE cookies (name TEXT); PRAGMA user_version = 7;");
  database.close();
}

/** What may happen to a run, by its name in the folder. */
const DAMAGE: Readonly<Record<string, (run: string) => void>> = {
  "log-line": (run) => writeFileSync(join(run, "log.jsonl"), "x\n"),
  "log-folder": (run) => replace(run, "log.jsonl", (file) => mkdirSync(file)),
  "log-pipe": (run) => replace(run, "log.jsonl", (file) => void execFileSync("mkfifo", [file])),
  "log-circle": (run) => replace(run, "log.jsonl", (file) => symlinkSync(file, file)),
  "project-text": (run) => writeFileSync(join(run, "project.json"), "{"),
  "project-number": (run) => writeFileSync(join(run, "project.json"), "7"),
  "project-kinds": (run) =>
    writeFileSync(join(run, "project.json"), JSON.stringify({ need: 1, strategy: [], web: 2 })),
  "database-text": (run) => writeFileSync(join(run, "crawl.sqlite"), "no database".repeat(900)),
  "database-other": (run) => otherDatabase(join(run, "crawl.sqlite")),
  "database-folder": (run) => replace(run, "crawl.sqlite", (file) => mkdirSync(file)),
  "database-empty": (run) => writeFileSync(join(run, "crawl.sqlite"), ""),
  "database-gone": (run) => rmSync(join(run, "crawl.sqlite")),
  "pages-file": (run) => replace(run, "pages", (file) => writeFileSync(file, "")),
};

function replace(run: string, name: string, by: (file: string) => void): void {
  const file = join(run, name);
  rmSync(file, { recursive: true });
  by(file);
}

describe("damaged runs in the workbench", () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-damaged-"));
  let ui: TestedUi;
  before(async () => {
    mkdirSync(join(folder, "runs"));
    const good = await aCrawledSite(join(folder, "runs"), beesAndStones(SITE, 8), "good");
    for (const [name, damage] of Object.entries(DAMAGE)) {
      const run = join(folder, "runs", name);
      cpSync(good, run, { recursive: true });
      damage(run);
    }
    symlinkSync(join(folder, "runs", "circle"), join(folder, "runs", "circle"));
    writeFileSync(join(folder, "runs", "notes.txt"), "no run");
    execFileSync("mkfifo", [join(folder, "runs", "pipe")]);
    ui = await anUi([], folder);
  });
  after(async () => {
    await ui.close();
    rmSync(folder, { recursive: true });
  });

  async function fault(path: string): Promise<Fault & { readonly status: number }> {
    const response = await ui.ask("GET", path);
    return { status: response.status, ...((await response.json()) as Fault) };
  }

  it("Each is a row that says what is wrong, and the others are listed as ever", async () => {
    const { runs } = (await (await ui.ask("GET", "/runs")).json()) as Runs;
    const problems = new Map(runs.map(({ run, problem }) => [run, problem]));
    assert.equal(problems.get("good"), null);
    for (const name of Object.keys(DAMAGE)) {
      const problem = problems.get(name);
      assert.equal(problem?.code, "run-damaged", name);
      assert.ok(!problem.message.includes(folder), problem.message);
      assert.notEqual(problem.hint, "");
    }
    assert.equal(problems.get("circle")?.code, "run-damaged");
    assert.ok(!problems.has("notes.txt") && !problems.has("pipe"), "what is no folder is no run");
  });

  for (const name of Object.keys(DAMAGE)) {
    it(`Every view of a run with ${name} says that it is damaged, or shows what is not`, async () => {
      const refusals = new Map<string, string>();
      for (const view of [...VIEWS, ...FILES]) {
        const response = await ui.ask("GET", `/runs/${name}/${view}`);
        const text = await response.text();
        if (response.ok) continue;
        assert.ok(response.status < 500, `${view}: ${response.status} ${text}`);
        assert.ok(!text.includes(folder), `no place on the machine is named: ${text}`);
        refusals.set(view, JSON.parse(text).code);
      }
      const expected = name === "database-gone" ? "no-run" : "run-damaged";
      assert.deepEqual(new Set(refusals.values()), new Set([expected]));
      assert.ok(refusals.has("watch"));
    });
  }

  it("A run that may not be read says so", { skip: process.getuid?.() === 0 }, async () => {
    const run = join(folder, "runs/good");
    chmodSync(join(run, "project.json"), 0);
    try {
      assert.equal((await fault("/runs/good/pages/1")).code, "run-damaged");
    } finally {
      chmodSync(join(run, "project.json"), 0o600);
    }
  });

  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"]) {
    it(`${name} names no file of a run, no route, no order and no field`, async () => {
      assert.equal((await fault(`/runs/good/${name}`)).code, "no-such-route");
      assert.equal((await fault(`/runs/${name}/watch`)).status, name === "__proto__" ? 400 : 404);
      const table = await ui.ask("GET", `/runs/good/pages?order=field-rising&field=${name}`);
      assert.equal(table.status, 200);
      assert.equal((await fault(`/runs/good/pages?${name}=1`)).code, "bad-parameters");
    });
  }

  it("Names that are too long for a file are refused, and not repeated in full", async () => {
    for (const length of [201, 256, 5_000]) {
      const { status, code, message } = await fault(`/runs/${"a".repeat(length)}/watch`);
      assert.deepEqual([status, code], [400, "bad-run-name"]);
      assert.ok(message.length < 200);
      const name = "a".repeat(length);
      const begun = await ui.ask("PUT", `/runs/${name}/crawl`, `name: ${name}`);
      assert.equal(begun.status, 400);
    }
    const wide = await ui.ask(
      "PUT",
      `/examples/${encodeURIComponent("語".repeat(90))}.html`,
      "<p>",
    );
    assert.equal(((await wide.json()) as Fault).code, "bad-example-name");
  });

  it("A pipe among the projects of the folder is no project, and nothing waits for it", async () => {
    for (const name of ["x.yaml", "good.yaml", "list.csv", "names.obo"])
      execFileSync("mkfifo", [join(folder, name)]);
    assert.equal((await fault("/runs/nowhere/project")).code, undefined);
    assert.equal((await ui.ask("GET", "/ontologies")).status, 200);
    const text = "name: x\nseeds: { urls: ['http://a.example/'] }";
    const begun = await ui.ask("PUT", "/runs/x/crawl", text);
    assert.equal(((await begun.json()) as Fault).code, "file-exists");
    const resumed = await ui.ask("POST", "/runs/good/crawl/resume");
    assert.equal(((await resumed.json()) as Fault).code, "no-project-file");
  });

  it("What a crawl says goes into a file of its run, and nowhere else", async () => {
    const [run, outside] = [join(folder, "runs/fresh"), join(folder, "outside.txt")];
    mkdirSync(run);
    writeFileSync(outside, "kept");
    symlinkSync(outside, join(run, "ui-crawl.log"));
    const text = "name: fresh\nseeds: { urls: ['http://a.example/'] }";
    const begun = await ui.ask("PUT", "/runs/fresh/crawl", text);
    assert.equal(((await begun.json()) as Fault).code, "run-damaged");
    assert.equal(readFileSync(outside, "utf8"), "kept");
  });

  it("A run that says the name of a project outside of the folder goes on with none", async () => {
    const run = join(folder, "runs/astray");
    cpSync(join(folder, "runs/good"), run, { recursive: true });
    writeFileSync(join(run, "evil.yaml"), "name: r\nstrategy: { module: ./evil.mjs }\n");
    const project = { name: "runs/astray/evil", web: "live" };
    writeFileSync(join(run, "project.json"), JSON.stringify(project));
    const resumed = await ui.ask("POST", "/runs/astray/crawl/resume");
    assert.equal(((await resumed.json()) as Fault).code, "no-project-file");
  });
});
