import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openRecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import type { PageRecord } from "../../lib/domain/fetch/page-record.ts";
import { writeDemoWarc } from "../support/demo-warc.ts";
import { runCli } from "../support/run-cli.ts";

describe("dowser crawl, report and export", () => {
  let folder = "";
  let warc = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-crawl-"));
    ({ warc } = await writeDemoWarc(folder));
  });
  after(() => rmSync(folder, { recursive: true }));

  function project(name: string, budget: number, more = ""): string {
    const file = join(folder, `${name}.yaml`);
    const text = `name: ${name}
need: { topic: beekeeping }
seeds: { urls: ["http://garden-blog.demo.example/"] }
budget: { pages: ${budget} }
extract: { heading: h1, links: "a@href" }
${more}`;
    writeFileSync(file, text);
    return file;
  }

  async function crawl(file: string, out: string) {
    const { code, stdout, stderr } = await runCli([
      ...["crawl", file, "--web", warc, "--out", join(folder, out), "--json"],
    ]);
    assert.equal(code, 0, stderr);
    const result: { end: string; fetched: number; states: Record<string, number> } =
      JSON.parse(stdout);
    return result;
  }

  async function exported(out: string, ...more: string[]): Promise<string> {
    const { code, stdout, stderr } = await runCli(["export", join(folder, out), ...more]);
    assert.equal(code, 0, stderr);
    return stdout;
  }

  const recordsIn = (jsonl: string) =>
    jsonl
      .trim()
      .split("\n")
      .map((line): PageRecord => JSON.parse(line));

  it("resumes with the same command, and ends with the pages of one undisturbed run", async () => {
    await crawl(project("one", 90), "whole");
    assert.equal((await crawl(project("one", 30), "parts")).fetched, 30);
    assert.equal((await crawl(project("one", 90), "parts")).fetched, 90);
    const strip = async (out: string) =>
      recordsIn(await exported(out, "--format", "jsonl")).map((record) => ({
        ...record,
        fetchedAt: 0,
        fetchMs: 0,
        page: { ...record.page, ref: undefined },
      }));
    assert.deepEqual(await strip("parts"), await strip("whole"));
  });

  it("tells the figures of a run", async () => {
    await crawl(project("told", 20), "told");
    const { code, stdout } = await runCli(["report", join(folder, "told")]);
    assert.equal(code, 0);
    assert.match(stdout, /pages fetched +20\n/);
    assert.match(stdout, /harvest rate +0\.\d{3}\n/);
    const { stdout: json } = await runCli(["report", join(folder, "told"), "--json"]);
    assert.equal(JSON.parse(json).fetched, 20);
  });

  it("exports records with scores, reasons, provenance and fields", async () => {
    await crawl(project("fields", 40), "fields");
    const records = recordsIn(await exported("fields", "--format", "jsonl"));
    const pages = records.filter(({ page }) => page !== undefined);
    assert.equal(pages.length, 40);
    const target = pages.find(
      ({ page }) => page?.isTarget === true && page.fields["heading"] !== undefined,
    );
    assert.match(target?.page?.why ?? "", /^cosine /);
    assert.match(target?.linkModel ?? "", /^sha256:/);
    assert.ok(Array.isArray(target?.page?.fields["links"]));
    const other = pages.find(({ page }) => page?.isTarget === false);
    assert.deepEqual(other?.page?.fields, {});
  });

  it("exports a table whose rows are the records", async () => {
    const out = join(folder, "t.csv");
    await crawl(project("table", 60), "table");
    await exported("table", "--format", "csv", "--targets", "--out", out);
    const lines = readFileSync(out, "utf8").trim().split("\n");
    assert.match(lines[0] ?? "", /^url,host,/);
    assert.ok(lines.length > 1, "no target in 60 pages");
    assert.ok(lines.slice(1).every((line) => line.includes(",true,")));
  });

  it("exports a WARC that is a web again", async () => {
    const out = join(folder, "again.warc.gz");
    await crawl(project("again", 25), "again");
    await exported("again", "--format", "warc", "--out", out);
    const web = await openRecordedWeb([out]);
    assert.equal(web.size, 25);
    web.close();
  });

  it("refuses another project in the same directory", async () => {
    await crawl(project("mine", 5), "mine");
    const { code, stderr } = await runCli([
      ...[
        "crawl",
        project("other", 5, "strategy: random"),
        "--web",
        warc,
        "--out",
        join(folder, "mine"),
      ],
    ]);
    assert.equal(code, 2);
    assert.match(stderr, /run-of-another-project.*strategy/);
  });

  it("names key, value and mend of a malformed project, and begins nothing", async () => {
    const file = project("bad", 5, "budgt: { pages: 3 }");
    const { code, stderr } = await runCli([
      "crawl",
      file,
      "--web",
      warc,
      "--out",
      join(folder, "bad"),
    ]);
    assert.equal(code, 2);
    assert.match(stderr, /bad\.yaml:6:1.*budgt.*budget/);
    assert.ok(!existsSync(join(folder, "bad")));
  });

  it("says so when there is no run, no project, no recording", async () => {
    const wrong: [string[], RegExp][] = [
      [["report", join(folder, "nothing")], /no-run/],
      [["crawl", join(folder, "nothing.yaml")], /project-unreadable/],
      [["crawl", project("w", 5), "--web", join(folder, "nothing.warc")], /nothing\.warc/],
      [["export", join(folder, "told"), "--format", "xml"], /bad-export-format.*xml/],
      [["frobnicate"], /unknown command/],
    ];
    for (const [args, message] of wrong) {
      const { code, stderr } = await runCli(args);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n\s+at /);
    }
  });

  it("shows the place in the code when asked", async () => {
    const { stderr } = await runCli(["--stack", "report", join(folder, "nothing")]);
    assert.match(stderr, /\n\s+at /);
  });
});
