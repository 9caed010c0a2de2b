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
import { parse } from "csv-parse/sync";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { openRecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { crawlInto, type Watcher } from "../../../lib/run/crawl/crawl.ts";
import { EXIT } from "../../../lib/run/print/print-error.ts";
import { aUrl } from "../../support/a-url.ts";
import { writeDemoWarc } from "../../support/demo-warc.ts";
import { runCli, startCli } from "../../support/run-cli.ts";
import { aFetchedPage } from "../../support/scripted-web.ts";
import { cases, movingSeed } from "../../support/slow.ts";
import { read } from "../../support/spoilt-run.ts";

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

  /** A run for the tests of other commands: crawled in this process, which takes a tenth of the time. */
  async function prepare(file: string, out: string): Promise<void> {
    await crawlInto(join(folder, out), await loadProject(file), [warc]);
  }

  let sixty: Promise<void> | undefined;

  /** Prepares the run of sixty pages that several exports read. */
  function prepareSixty(): Promise<void> {
    sixty ??= prepare(project("sixty", 60, "strategy: best-first"), "sixty");
    return sixty;
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

  it("`dowser crawl` resumes with the same command, and ends with the pages of one undisturbed run", async () => {
    // What `auto` makes of a link depends on the budget that is left.
    const strategy = "strategy: adaptive";
    await crawl(project("one", 60, strategy), "whole");
    assert.equal((await crawl(project("one", 20, strategy), "parts")).fetched, 20);
    assert.equal((await crawl(project("one", 60, strategy), "parts")).fetched, 60);
    const strip = async (out: string) =>
      recordsIn(await exported(out, "--format", "records")).map((record) => ({
        ...record,
        fetchedAt: 0,
        fetchMs: 0,
        page: { ...record.page, ref: undefined },
      }));
    assert.deepEqual(await strip("parts"), await strip("whole"));
  });

  it("`dowser crawl` keeps its need when it resumes, though the example pages are gone", async () => {
    const example = join(folder, "example.html");
    writeFileSync(example, "<title>bees</title><p>honey, hives and swarms of bees");
    const file = project("kept", 20).replace(".yaml", "-need.yaml");
    const wanted = (pages: number) =>
      JSON.stringify({
        name: "kept",
        strategy: "best-first",
        need: { good: [example] },
        seeds: { urls: ["http://garden-blog.demo.example/"] },
        budget: { pages },
      });
    writeFileSync(file, wanted(20));
    await crawl(file, "kept");
    rmSync(example);
    writeFileSync(file, wanted(30));
    assert.equal((await crawl(file, "kept")).fetched, 30);
    const models = recordsIn(await exported("kept", "--format", "records")).map(
      ({ page }) => page?.model,
    );
    assert.equal(new Set(models.filter(Boolean)).size, 1);
  });

  it("`dowser crawl` pauses on Ctrl-C, and keeps its pages when it is killed, also on a recording", async () => {
    const file = project("stopped", 100_000, "strategy: best-first");
    const args = ["crawl", file, "--web", warc, "--out", join(folder, "stopped"), "--json"];
    /** Stops the crawl as soon as its directory shows that it is under way. */
    const stop = async (signal: NodeJS.Signals) => {
      const { child, done } = startCli(args);
      const pages = join(folder, "stopped", "pages");
      const size = () => (existsSync(pages) ? folderBytes(pages) : 0);
      const before = size();
      const watch = setInterval(() => {
        if (size() <= before + 20_000) return;
        child.kill(signal);
        clearInterval(watch);
      }, 5);
      return done.finally(() => clearInterval(watch));
    };
    const paused = await stop("SIGINT");
    assert.equal(paused.code, 130, paused.stderr);
    assert.equal(JSON.parse(paused.stdout).end, "paused");
    const { fetched } = JSON.parse(paused.stdout);
    assert.ok(fetched > 0);
    const killed = await stop("SIGKILL");
    assert.equal(killed.signal, "SIGKILL");
    const { stdout } = await runCli(["report", join(folder, "stopped"), "--json"]);
    assert.ok(JSON.parse(stdout).fetched >= fetched);
  });

  it("A crawl says that it is over when all of its records are stored: a kill after that takes none back", async () => {
    const run = join(folder, "over");
    const stored: [kind: string, records: number][] = [];
    const watcher: Watcher = {
      watchLog: async (log) => ({
        list: () => log.list(),
        append: async (event) => {
          await log.append(event);
          const [row] = read(run, "SELECT count(*) AS records FROM record");
          stored.push([event.kind, Number(row?.["records"])]);
        },
      }),
      watch: (_crawl, work) => work(new AbortController().signal),
    };
    await crawlInto(
      run,
      await loadProject(project("over", 20, "strategy: breadth-first")),
      [warc],
      {
        watcher,
      },
    );
    const [row] = read(run, "SELECT count(*) AS records FROM record");
    assert.deepEqual(stored.at(-1), ["finished", Number(row?.["records"])]);
  });

  it("`dowser crawl` refuses a run that lost a part, and leaves the rest unchanged", async () => {
    await prepare(project("torn", 5), "torn");
    const pages = folderBytes(join(folder, "torn", "pages"));
    const again = () =>
      runCli(["crawl", project("torn", 9), "--web", warc, "--out", join(folder, "torn")]);
    for (const [lost, put] of [
      ["crawl.sqlite", undefined],
      ["need.json", "{"],
      ["need.json", "null"],
    ] as const) {
      const path = join(folder, "torn", lost);
      const kept = readFileSync(path);
      rmSync(path);
      if (put !== undefined) writeFileSync(path, put);
      const { code, stderr } = await again();
      assert.equal(code, 1);
      assert.match(stderr, /run-damaged/);
      writeFileSync(path, kept);
    }
    assert.equal(folderBytes(join(folder, "torn", "pages")), pages);
    assert.equal((await again()).code, 0);
  });

  it("`dowser report` prints the figures of a run", async () => {
    await prepare(project("told", 20), "told");
    const { code, stdout } = await runCli(["report", join(folder, "told")]);
    assert.equal(code, 0);
    assert.match(stdout, /pages fetched +20 /);
    assert.match(stdout, /\nrelevant pages as predicted by the crawl +\d+ +\d+\.\d %/);
    const { stdout: json } = await runCli(["report", join(folder, "told"), "--json"]);
    assert.equal(JSON.parse(json).fetched, 20);
  });

  it("`dowser export` writes records with scores, reasons, provenance and fields", async () => {
    await prepareSixty();
    const records = recordsIn(await exported("sixty", "--format", "records"));
    const pages = records.filter(({ page }) => page !== undefined);
    assert.equal(pages.length, 60);
    const target = pages.find(
      ({ page }) => page?.isTarget === true && page.fields["heading"] !== undefined,
    );
    assert.match(target?.page?.why ?? "", /^similar /);
    assert.match(target?.linkModel ?? "", /^sha256:/);
    assert.ok(Array.isArray(target?.page?.fields["links"]));
    const other = pages.find(({ page }) => page?.isTarget === false);
    assert.deepEqual(other?.page?.fields, {});
  });

  it("`dowser export` writes a table whose rows are the pages, with a column for each field", async () => {
    const out = join(folder, "t.csv");
    await prepareSixty();
    await exported("sixty", "--format", "csv", "--relevant", "--out", out);
    const rows = parse<Record<string, string>>(readFileSync(out, "utf8"), { columns: true });
    assert.ok(rows.length > 0, "no target in 60 pages");
    assert.ok(rows.every(({ isTarget, text }) => isTarget === "true" && text !== ""));
    assert.ok(rows.some(({ field_heading: heading }) => heading !== ""));
  });

  it("`dowser export` writes no formula that a spreadsheet would run", async () => {
    const url = "http://garden-blog.demo.example/";
    const html = `<title>=HYPERLINK("http://evil.example/","bees")</title><a href="/next">next</a>`;
    const web = join(folder, "formula.warc.gz");
    await writeWarcFile(
      web,
      [url, `${url}next`].map((each) => ({ page: aFetchedPage(aUrl(each), html), fetchedAt: 0 })),
      { software: "test" },
    );
    const out = join(folder, "formula");
    const { code, stderr } = await runCli([
      ...["crawl", project("formula", 2), "--web", web, "--out", out],
    ]);
    assert.equal(code, EXIT.noTarget, stderr);
    const csv = await exported("formula", "--format", "csv");
    assert.match(csv, /,"'=HYPERLINK\(/);
    assert.doesNotMatch(csv, /(?:^|,)"?[=@]/m);
  });

  it("`dowser export` ends without an error when the reader of its output has left", async () => {
    await prepare(project("unread", 5), "unread");
    const all = [
      ["report"],
      ["export", "--format", "jsonl"],
      ["export", "--format", "csv"],
      ["export", "--format", "parquet"],
      ["export", "--explain"],
    ];
    const step = cases(3, 1);
    for (const args of all.filter((_, at) => (at + movingSeed()) % step === 0)) {
      const { child, done } = startCli([...args, join(folder, "unread")]);
      child.stdout.destroy();
      const { code, stderr } = await done;
      assert.deepEqual([code, stderr], [0, ""], args.join(" "));
    }
  });

  it("`dowser export` names a missing segment of the run's pages", async () => {
    await prepare(project("holed", 5), "holed");
    rmSync(join(folder, "holed", "pages", "pages-00001.warc.gz"));
    const { code, stderr } = await runCli([
      ...["export", join(folder, "holed"), "--format", "warc", "--out", join(folder, "h.warc.gz")],
    ]);
    assert.equal(code, 1);
    assert.match(stderr, /run-damaged.*pages-00001\.warc\.gz is missing/);
  });

  it("`dowser export` writes a WARC that is a web again", async () => {
    const out = join(folder, "again.warc.gz");
    await prepare(project("again", 25), "again");
    await exported("again", "--format", "warc", "--out", out);
    const web = await openRecordedWeb([out]);
    assert.equal(web.size, 25);
    web.close();
  });

  it("`dowser crawl` refuses another project or another web in the same directory", async () => {
    await prepare(project("mine", 5), "mine");
    const out = join(folder, "mine");
    const wrong: [string[], RegExp][] = [
      [[project("other", 5, "strategy: random"), "--web", warc], /strategy/],
      [[project("mine", 9, "politeness: { contact: a@b.example }")], /web/],
      [[project("mine", 9), "--web", warc, "--web", warc], /web/],
    ];
    for (const [args, part] of wrong) {
      const { code, stderr } = await runCli(["crawl", ...args, "--out", out]);
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`run-of-another-project.*another ${part.source}`));
    }
    assert.equal((await crawl(project("mine", 9), "mine")).fetched, 9);
  });

  it("`dowser crawl` creates nothing for a project that cannot be crawled, which can then be fixed", async () => {
    const out = join(folder, "seedless");
    const seedless = project("seedless", 5);
    writeFileSync(seedless, readFileSync(seedless, "utf8").replace(/^seeds: .*$/m, "seeds: {}"));
    const refused = await runCli(["crawl", seedless, "--web", warc, "--out", out]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /no-seeds/);
    assert.ok(!existsSync(out));
    assert.equal((await crawl(project("seedless", 5), "seedless")).fetched, 5);
  });

  it("`dowser crawl` gives key, value and hint of a malformed project, and starts nothing", async () => {
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

  it("`dowser` reports an error when there is no run, no project or no recording", async () => {
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

  it("`dowser` gives path, error and hint when a file cannot be created or read", async () => {
    const file = project("f", 5);
    const nowhere = join(folder, "nowhere", "x");
    await prepare(project("filed", 5), "filed");
    const filed = join(folder, "filed");
    const wrong: [string[], RegExp][] = [
      [["init", "--yes", "--out", nowhere], /nowhere.x: no such file.*\n.*make the directory/],
      [
        ["crawl", file, "--web", warc, "--out", file],
        /f\.yaml: file already exists\n.*name another path/,
      ],
      [["export", filed, "--format", "csv", "--out", nowhere], /nowhere.x: no such file/],
      [["export", filed, "--format", "warc", "--out", nowhere], /nowhere.x: no such file/],
    ];
    for (const [args, message] of wrong) {
      const { code, stderr } = await runCli(args);
      assert.equal(code, 1, stderr);
      assert.match(stderr, /file-trouble/);
      assert.match(stderr, message);
    }
  });

  it("`dowser` prints the stack trace when asked", async () => {
    const { stderr } = await runCli(["--stack", "report", join(folder, "nothing")]);
    assert.match(stderr, /\n\s+at /);
  });
});

function folderBytes(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
