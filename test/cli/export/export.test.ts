import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { labelAddText } from "../../../lib/cli/label/label.ts";
import { pageColumns } from "../../../lib/evaluation/export/page-columns.ts";
import { SEED_COLUMNS, SITE_COLUMNS } from "../../../lib/run/export/export-content.ts";
import { POST_COLUMNS } from "../../../lib/run/export/post-table.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { aCrawledSite } from "../../support/a-crawled-site.ts";
import { collect } from "../../support/collect.ts";
import { runCli } from "../../support/run-cli.ts";
import { linking } from "../../support/scripted-web.ts";

const SITE = "http://site.example";
const HOUR = "2026-01-02T03:04:05.678Z";

/** Pages with all that is hard in a table: quotes, separators, several lines, formulas, none at all. */
const PAGES: readonly (readonly [url: string, html: string])[] = [
  [
    `${SITE}/`,
    `<title>All, "of" them</title><h1>Bees</h1><p>Bees make honey.</p><p>The hive; is full.</p>
     ${linking("/formula", "/empty", "/gone", "http://site.example:99/no")}`,
  ],
  [`${SITE}/formula`, `<title>=HYPERLINK("http://evil.example/")</title><p>Honey, 蜂蜜 🐝.</p>`],
  [`${SITE}/empty`, ""],
];

type Row = Readonly<Record<string, unknown>>;

describe("dowser export", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-export-"));
    run = await aCrawledSite(folder, PAGES);
    await labelAddText(run, [`${SITE}/`, "good", `${SITE}/empty`, "bad"], { json: true });
    const verdict = { at: Date.parse(HOUR), url: `${SITE}/formula`, label: 0 };
    appendFileSync(join(run, "sample.verdicts.jsonl"), `${JSON.stringify(verdict)}\n`);
  });
  after(() => rmSync(folder, { recursive: true }));

  async function exported(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runCli(["export", run, ...args]);
    assert.equal(code, 0, stderr);
    return stdout;
  }

  const linesOf = (text: string): Row[] =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));

  async function parquetRows(): Promise<Row[]> {
    const out = join(folder, "pages.parquet");
    await exported("--format", "parquet", "--out", out);
    return parquetReadObjects({ file: await asyncBufferFromFile(out) });
  }

  it("An export with --text markdown has the main texts as Markdown, in tables of pages alone", async () => {
    const [first] = linesOf(await exported("--format", "jsonl", "--text", "markdown"));
    assert.match(String(first?.["text"]), /^# Bees\n\nBees make honey\.\n\nThe hive; is full\./);
    for (const args of [
      ["--format", "jsonl", "--text", "html"],
      ["--format", "wacz", "--text", "markdown"],
      ["--format", "jsonl", "--posts", "--text", "markdown"],
    ]) {
      const { code, stderr } = await runCli(["export", run, ...args]);
      assert.equal(code, 2);
      assert.match(stderr, /bad-export-format/);
    }
  });

  it("A row has the page's main text, title, label, verdict, score and reason", async () => {
    const [first, formula, empty] = linesOf(await exported("--format", "jsonl"));
    assert.equal(first?.["title"], 'All, "of" them');
    assert.match(String(first?.["text"]), /^Bees\nBees make honey\.\nThe hive; is full\./);
    assert.deepEqual([first?.["label"], first?.["verdict"]], [1, null]);
    assert.deepEqual([formula?.["label"], formula?.["verdict"]], [null, 0]);
    assert.deepEqual([empty?.["label"], empty?.["text"]], [0, ""]);
    assert.equal(formula?.["judgedAt"], HOUR);
    assert.equal(first?.["fetchedAt"], new Date(String(first?.["fetchedAt"])).toISOString());
    assert.equal(typeof first?.["utility"], "number");
    assert.match(String(first?.["why"]), /\w/);
  });

  it("JSONL, CSV and Parquet have the same rows, columns and values", async () => {
    const lines = linesOf(await exported("--format", "jsonl"));
    const table = parse<Record<string, string>>(await exported("--format", "csv"), {
      columns: true,
    });
    const columns = await parquetRows();
    assert.deepEqual([lines.length, table.length, columns.length], Array(3).fill(PAGES.length));
    const names = pageColumns([], false).map(({ name }) => name);
    for (const [index, line] of lines.entries()) {
      assert.deepEqual(Object.keys(line), names);
      assert.deepEqual(Object.keys(table[index] ?? {}), names);
      assert.deepEqual(Object.keys(columns[index] ?? {}), names);
      for (const name of names) {
        const text = plain(line[name]);
        assert.equal(table[index]?.[name]?.replace(/^'=/, "="), text, name);
        assert.equal(plain(columns[index]?.[name]), text, name);
      }
    }
  });

  it("`--all-columns` adds those on the crawl's own work behind all others, in tables of pages alone", async () => {
    const [line] = linesOf(await exported("--format", "jsonl", "--all-columns"));
    assert.deepEqual(
      Object.keys(line ?? {}),
      pageColumns([], true).map(({ name }) => name),
    );
    const [few] = linesOf(await exported("--format", "jsonl"));
    assert.deepEqual(
      Object.keys(line ?? {}).slice(0, Object.keys(few ?? {}).length),
      Object.keys(few ?? {}),
    );
    for (const args of [
      ["--format", "warc", "--out", join(folder, "x.warc.gz")],
      ["--format", "csv", "--posts"],
      ["--seeds"],
      ["--explain"],
    ]) {
      const { code, stderr } = await runCli(["export", run, ...args, "--all-columns"]);
      assert.deepEqual([code, /bad-export-format/.test(stderr)], [2, true], args.join(" "));
    }
  });

  it("CSV has an apostrophe before a text that a spreadsheet would run, and no other format has", async () => {
    assert.match(await exported("--format", "csv"), /,"'=HYPERLINK\(/);
    assert.equal((await parquetRows())[1]?.["title"], '=HYPERLINK("http://evil.example/")');
  });

  it("`--bom` begins CSV with a byte order mark, of every table, and is refused elsewhere", async () => {
    const plain = await exported("--format", "csv");
    assert.equal(await exported("--format", "csv", "--bom"), `\uFEFF${plain}`);
    assert.match(await exported("--seeds", "--format", "csv", "--bom"), /^\uFEFFfrom,line,/);
    assert.match(await exported("--posts", "--format", "csv", "--bom"), /^\uFEFF\w/);
    for (const format of [["--format", "jsonl"], ["--explain"], ["--seeds"]]) {
      const { code, stderr } = await runCli(["export", run, ...format, "--bom"]);
      assert.deepEqual([code, /bad-export-format.*--bom/s.test(stderr)], [2, true]);
    }
  });

  it("`--out -` and no `--out` write to standard output, also a Parquet file", async () => {
    const named = await exported("--format", "parquet", "--out", "-");
    assert.match(named, /^PAR1[^]+PAR1$/);
    assert.equal(await exported("--format", "parquet"), named);
  });

  it("`--explain` has each URL that gave no page, once, with its state and rule", async () => {
    const lines = linesOf(await exported("--explain"));
    const reader = readRun(run);
    const pages = new Set(
      (await collect(reader.records.list())).flatMap((r) => (r.page ? [r.url] : [])),
    );
    const known = Array.from(reader.knownLinks(), ({ url }) => url);
    await reader.close();
    assert.deepEqual(
      lines.map(({ url }) => url),
      known.filter((url) => !pages.has(url)),
    );
    const gone = lines.find(({ url }) => url === `${SITE}/gone`);
    assert.deepEqual([gone?.["state"], gone?.["rule"]], ["failed", "not-recorded"]);
    assert.equal(gone?.["parent"], `${SITE}/`);
    for (const { state, rule } of lines)
      assert.ok(rule !== null || state === "waiting" || state === "leased");
  });

  it("`--explain` takes neither a format nor `--relevant`, and an export without it needs a format", async () => {
    for (const args of [[], ["--explain", "--relevant"], ["--explain", "--format", "csv"]]) {
      const { code, stderr } = await runCli(["export", run, ...args]);
      assert.deepEqual([code, /bad-export-format/.test(stderr)], [2, true], args.join(" "));
    }
  });

  it("The data dictionary has each column, in order, with its type and meaning", () => {
    const file = join(import.meta.dirname, "../../../docs/data-dictionary.md");
    const rows = Array.from(
      readFileSync(file, "utf8").matchAll(/^\| `(\w+)` \| (\w+) \| (.+) \|$/gm),
      ([, name, type, meaning]) => ({ name, type, meaning }),
    );
    const columns = [...pageColumns([], true), ...POST_COLUMNS, ...SEED_COLUMNS, ...SITE_COLUMNS];
    assert.deepEqual(
      rows,
      columns.map(({ name, type, meaning }) => ({ name, type, meaning })),
    );
  });

  it("An output over a file of the run itself is refused before anything is opened", async () => {
    const log = readFileSync(join(run, "log.jsonl"), "utf8");
    const card = join(folder, "card.csv");
    for (const [command, ...options] of [
      ["export", "--format", "jsonl", "--out", join(run, "log.jsonl")],
      ["export", "--format", "warc", "--out", join(run, "crawl.sqlite")],
      ["export", "--explain", "--out", join(run, "project.json")],
      ["export", "--format", "jsonl", "--relevant", "--out", join(run, "exported.jsonl")],
      ["export", "--format", "csv", "--out", card, "--croissant", join(run, "need.json")],
      ["report", "--html", join(run, "log.jsonl")],
      ["sample", "--out", join(run, "labels.jsonl")],
    ] as const) {
      const { code, stderr } = await runCli([command, run, ...options]);
      assert.equal(code, 2, stderr);
      assert.match(
        stderr,
        /\[file-exists\]: .* is the name of a file of the run itself\nhint: name another/,
      );
    }
    assert.equal(readFileSync(join(run, "log.jsonl"), "utf8"), log);
    assert.ok(!existsSync(join(run, "exported.jsonl")) && !existsSync(card));
  });
});

/** A thread of two posts, and a page without any. */
const THREAD: readonly (readonly [url: string, html: string])[] = [
  [
    `${SITE}/`,
    `<title>How bees dance</title><h1>How bees dance</h1>${linking("/other")}<h2>2 comments</h2>
     <div id="comment-7"><p><b>Ann</b> <a href="#comment-7">May 5, 2011 at 10:52 am</a></p>
       <div>=1+1 is what honey bees count, they say.</div></div>
     <div id="comment-8"><p><b><a href="/people/bob">Bob</a></b> <a href="#comment-8">May 6, 2011 at 9:07 am</a></p>
       <div><blockquote>honey bees count</blockquote>I never saw bees that count.</div></div>`,
  ],
  [`${SITE}/other`, "<title>Bees</title><p>Bees make honey, all summer long.</p>"],
];

describe("dowser export --posts", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-posts-"));
    run = await aCrawledSite(folder, THREAD);
  });
  after(() => rmSync(folder, { recursive: true }));

  const posts = (...args: readonly string[]) => runCli(["export", run, "--posts", ...args]);

  it("A row has author, date, text and permalink of a post, and the command counts pages without any", async () => {
    const { code, stdout, stderr } = await posts("--format", "jsonl");
    assert.equal(code, 0, stderr);
    const rows: Row[] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(rows[1], {
      url: `${SITE}/`,
      host: "site.example",
      title: "How bees dance",
      rawTitle: "How bees dance",
      threadId: null,
      position: 2,
      id: "comment-8",
      postId: "8",
      replyTo: null,
      permalink: `${SITE}/#comment-8`,
      author: "Bob",
      authorUrl: `${SITE}/people/bob`,
      date: "2011-05-06T09:07",
      dateText: "May 6, 2011 at 9:07 am",
      dateZone: null,
      datePrecision: "minute",
      postedAt: "2011-05-06T09:07:00.000Z",
      text: "> honey bees count\nI never saw bees that count.",
    });
    assert.deepEqual([rows.length, rows[0]?.["author"], rows[0]?.["authorUrl"]], [2, "Ann", null]);
    assert.match(stderr, /2 posts on 1 page; 1 page has no certain structure of posts/);
  });

  it("CSV and Parquet have the same posts", async () => {
    const { stdout } = await posts("--format", "csv");
    const table = parse<Record<string, string>>(stdout, { columns: true });
    const out = join(folder, "posts.parquet");
    await posts("--format", "parquet", "--out", out);
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(out) });
    const names = POST_COLUMNS.map(({ name }) => name);
    assert.deepEqual([table.length, rows.length], [2, 2]);
    for (const [index, row] of rows.entries()) {
      assert.deepEqual([Object.keys(row), Object.keys(table[index] ?? {})], [names, names]);
      for (const name of names) {
        assert.equal(table[index]?.[name]?.replace(/^'=/, "="), plain(row[name]), name);
      }
    }
  });

  it("Posts are a table: other formats, and `--explain`, are refused", async () => {
    for (const args of [["--format", "warc"], ["--format", "records"], ["--explain"], []]) {
      const { code, stderr } = await posts(...args);
      assert.deepEqual([code, /bad-export-format/.test(stderr)], [2, true], args.join(" "));
    }
  });
});

describe("dowser export --posts of a thread with two addresses", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-copies-"));
    const thread = THREAD[0]?.[1] ?? "";
    const again = thread.replaceAll('href="/other"', 'href="/"');
    const first = thread.replaceAll('href="/other"', 'href="/?print=1"');
    run = await aCrawledSite(folder, [
      [`${SITE}/`, first],
      [`${SITE}/?print=1`, again],
    ]);
  });
  after(() => rmSync(folder, { recursive: true }));

  const rowsOf = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await runCli(["export", run, "--format", "jsonl", ...args]);
    return {
      code,
      stderr,
      rows: stdout
        .trim()
        .split("\n")
        .filter((line) => line !== ""),
    };
  };

  it("Has one row a post, and says how many copies are left out", async () => {
    const { rows, stderr } = await rowsOf("--posts");
    assert.equal(rows.length, 2);
    assert.match(stderr, /2 posts on 2 pages; 2 copies left out \(--all-copies has them\)/);
  });

  it("Has a row for each address with `--all-copies`, which is refused without `--posts`", async () => {
    assert.equal((await rowsOf("--posts", "--all-copies")).rows.length, 4);
    const { code, stderr } = await rowsOf("--all-copies");
    assert.deepEqual([code, /bad-export-format/.test(stderr)], [2, true]);
  });
});

/** A value of any format as text. */
function plain(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string") return value;
  if (typeof value === "bigint" || typeof value === "number" || typeof value === "boolean")
    return String(value);
  assert.ok(value === null || value === undefined);
  return "";
}
