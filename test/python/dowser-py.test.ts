import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { after, before, describe, it, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { labelAddText } from "../../lib/cli/label/label.ts";
import { pageColumns } from "../../lib/evaluation/export/page-columns.ts";
import { SEED_COLUMNS, SITE_COLUMNS } from "../../lib/run/export/export-content.ts";
import { POST_COLUMNS } from "../../lib/run/export/post-table.ts";
import { aCrawledSite, recordPages } from "../support/a-crawled-site.ts";
import { aListedFailure, aListedPage } from "../support/a-listed-page.ts";
import { aStartedStack } from "../support/a-served-stack.ts";
import { aStack, serveStack, TOKEN } from "../support/a-stack.ts";
import { writeDemoWarc } from "../support/demo-warc.ts";
import { succeed } from "../support/run-cli.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PACKAGE = join(ROOT, "python");
const PYTHON = process.env["TEST_PYTHON"] ?? "python3";

/** Pages of the demo web that are crawled. */
const PAGES = 80;

/** A project for it. */
const PROJECT = `name: bees
need: { topic: beekeeping honey hive }
seeds: { urls: [http://forum.demo.example/, http://garden-blog.demo.example/] }
budget: { pages: ${PAGES} }
politeness: { contact: you@example.org }
`;

describe("dowser-py, the package for Python", () => {
  let folder = "";
  let run = "";
  let exports = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-python-"));
    [run, exports] = [join(folder, "run"), join(folder, "exports")];
    mkdirSync(exports);
    const { warc } = await writeDemoWarc(folder);
    writeFileSync(join(folder, "project.yaml"), PROJECT);
    await succeed("crawl", join(folder, "project.yaml"), "--web", warc, "--out", run);
  });
  after(() => rmSync(folder, { recursive: true }));

  it("Runs in folders, and exports, are read as Dowser has them", async (test) => {
    await labelAddText(run, ["http://forum.demo.example/", "good"], { json: true });
    await judged();
    for (const kind of ["pages", "posts"])
      for (const format of ["jsonl", "csv", "parquet"])
        await exported(`${kind}.${format}`, format, ...(kind === "posts" ? ["--posts"] : []));
    await exported("all-columns.jsonl", "jsonl", "--all-columns");
    const odd = [
      ["http://odd.example/", "<title>=HONEY()</title><p>Bees make honey, 蜂蜜.</p>"],
    ] as const;
    await succeed(
      ...["export", await aCrawledSite(folder, odd, "odd"), "--format", "csv"],
      ...["--out", join(exports, "odd.csv")],
    );
    const [names = ""] = readFileSync(join(exports, "pages.csv"), "utf8").split("\n", 1);
    writeFileSync(join(exports, "empty.csv"), `${names}\n`);
    const status = JSON.parse(await succeed("status", run, "--json"));
    const called = {
      '{"cut":"clean"}': await calledUrls("--cut", "clean"),
      '{"minScore":0.5}': await calledUrls("--min-score", "0.5"),
    };
    const program = [process.execPath, join(ROOT, "lib/cli/dowser.ts")];
    const given = { run, exports, program, status, called, saved: await crawledWithHandler() };
    for (const name of ["test_exports", "test_runs", "test_datasets"])
      await passes(test, name, given);
  });

  it("The crawl of a stack is read by its API", async (test) => {
    const stack = await aStartedStack(test);
    const count = 1_205;
    const pages = Array.from({ length: count }, (_, index) =>
      aListedPage(index + 1, {}, index === 6 ? { isTarget: true, utility: 0.95 } : {}),
    );
    await stack.listing.put([...pages, aListedFailure(count + 1)], 1);
    await stack.report({ listedRecords: count + 1 });
    const parts = await serving(test, (request, response) => {
      // A signed URL is asked for without the token.
      const isSigned = request.headers.authorization === undefined;
      const sequence = Number(request.url?.slice(1));
      const row = { url: `https://bees.example/${sequence}`, utility: 0.5 / sequence };
      response.writeHead(isSigned ? 200 : 403);
      response.end(gzipSync(`${JSON.stringify(row)}\n`));
    });
    const callTrainer = async () => {
      const held = await stack.ports.keyValueStore.read("export");
      const { crawl, at, format, targets } = (held?.value ?? {}) as Record<string, unknown>;
      const done = { crawl, at, format, targets, parts: ["1", "2"], records: 2 };
      await stack.ports.keyValueStore.write("export", done as never, held?.version ?? 0);
    };
    const presign = async (key: string) => parts + key;
    const endpoint = await serveStack(test, {
      ...stack.ports,
      callTrainer,
      presignMade: presign,
      presign,
    });
    const redirecting = await serving(test, (_request, response) => {
      response.writeHead(302, { location: `${endpoint}crawl` });
      response.end();
    });
    const { ports } = aStack();
    const bucket = await serving(test, async (request, response) => {
      const isSigned = request.headers.authorization === undefined && request.headers["x-signed"];
      if (request.method === "PUT" && isSigned)
        await ports.blobs.putNew((request.url ?? "").slice(1), await buffer(request));
      response.writeHead(isSigned ? 200 : 403).end();
    });
    const presignPut = async (key: string) => ({ url: bucket + key, headers: { "x-signed": "1" } });
    const idle = await serveStack(test, { ...ports, presignPut });
    await passes(test, "test_stacks", { endpoint, idle, redirecting, token: TOKEN });
  });

  it("Each cell of the notebook of the study runs, one after the other", async (test) => {
    if (!(await hasFrames())) return test.skip("pandas and pyarrow are not installed");
    const notebook = JSON.parse(readFileSync(join(ROOT, "examples/study.ipynb"), "utf8"));
    const cells: { cell_type: string; source: string[]; outputs?: unknown[] }[] = notebook.cells;
    const code = cells.filter(({ cell_type: type }) => type === "code");
    assert.ok(
      code.every(({ outputs }) => outputs?.length === 0),
      "outputs are not kept",
    );
    const program = `${process.execPath} ${join(ROOT, "lib/cli/dowser.ts")}`;
    const env = { ...process.env, STUDY_RUN: run, DOWSER: program };
    const said = await answerOf(
      PYTHON,
      ["-c", code.map(({ source }) => source.join("")).join("\n")],
      env,
    );
    assert.match(said, new RegExp(`^${PAGES} pages fetched, \\d+ of them called relevant`));
    assert.match(said, /pages called relevant are relevant \(95 % interval|nobody has judged/);
    assert.match(said, /^\d+ words on \d+ pages/m);
  });

  it("The example in R reads an export by base R", async (test) => {
    if (spawnSync("Rscript", ["--version"]).status !== 0) return test.skip("there is no Rscript");
    await exported("for-r.csv", "csv");
    const script = join(ROOT, "examples/read_export.R");
    const said = await answerOf("Rscript", ["--vanilla", script, join(exports, "for-r.csv")]);
    assert.match(said, new RegExp(`^${PAGES} pages, [1-9]\\d* of them predicted relevant\n`));
    assert.match(said, /fetched from \d{4}-\d\d-\d\d [\d:]+ to .* UTC\n/);
    assert.match(said, /garden-blog\.demo\.example/);
  });

  it("It knows the type of each column of the data dictionary", () => {
    const columns = [...pageColumns([], true), ...POST_COLUMNS, ...SEED_COLUMNS, ...SITE_COLUMNS];
    const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
    const known = JSON.parse(readFileSync(join(PACKAGE, "src/dowser_py/columns.json"), "utf8"));
    assert.deepEqual(known, types);
    // One name, one type.
    for (const { name, type } of columns) assert.equal(types[name], type, name);
  });

  /** Crawls two pages with a handler that saves values of all types, and exports what it saved in each format. */
  async function crawledWithHandler(): Promise<string> {
    const [web, project] = [join(folder, "two.warc.gz"), join(folder, "two.yaml")];
    const saved = join(folder, "two");
    await recordPages(web, [
      ["http://two.example/", '<p>Beekeeping: honey from a hive.</p><a href="/b">b</a>'],
      ["http://two.example/b", "<p>Beekeeping, honey and hives.</p>"],
    ]);
    writeFileSync(
      project,
      `${PROJECT.replace(/urls: .*/, "urls: [http://two.example/] }")}strategy: breadth-first\n`,
    );
    const handler = join(folder, "save.mjs");
    writeFileSync(
      handler,
      `const at = new Date("2026-03-01T12:00:00.250Z");
       export default ({ url, save }) => url.endsWith("/b")
         ? save({ price: 3, isNew: false, mixed: 0.00001, tags: ["=a", "b"] })
         : save({ price: -2.5, isNew: true, at, mixed: at, tags: "[a", years: [2025] });`,
    );
    await succeed("crawl", project, "--web", web, "--out", saved, "--handler", handler);
    for (const format of ["jsonl", "csv", "parquet"]) {
      const out = join(exports, `saved.${format}`);
      await succeed("export", saved, "--format", format, "--out", out);
    }
    return saved;
  }

  async function exported(name: string, format: string, ...options: readonly string[]) {
    await succeed("export", run, "--format", format, ...options, "--out", join(exports, name));
  }

  async function calledUrls(...cut: readonly string[]): Promise<readonly string[]> {
    const lines = await succeed("export", run, "--format", "jsonl", "--relevant", ...cut);
    return lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).url);
  }

  /** Judges the sample of the run: every third page is said to be relevant. */
  async function judged(): Promise<void> {
    await succeed("sample", run, "--n", "30");
    const pages = readFileSync(join(run, "sample.jsonl"), "utf8").trim().split("\n");
    const verdicts = pages.map((line, index) =>
      JSON.stringify({ url: JSON.parse(line).url, label: index % 3 === 0 ? "good" : "bad" }),
    );
    const file = join(folder, "verdicts.jsonl");
    writeFileSync(file, verdicts.join("\n"));
    await succeed("judge", run, "--labels", file, "--json");
  }
});

/** Runs a file of the package's own tests by the installed wheel; what it skips is told. */
async function passes(test: TestContext, name: string, given: object): Promise<void> {
  const child = spawn(PYTHON, ["-W", "error::ResourceWarning", "-m", "unittest", "-v", name], {
    cwd: join(PACKAGE, "tests"),
    env: { ...process.env, DOWSER_GIVEN: JSON.stringify(given), PYTHONDONTWRITEBYTECODE: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = text(child.stderr);
  await once(child, "close");
  assert.equal(child.exitCode, 0, await said);
  assert.match(await said, /^Ran \d+ tests/m);
  for (const [line] of (await said).matchAll(/^.* skipped '.*'$/gm)) test.diagnostic(line);
}

async function hasFrames(): Promise<boolean> {
  const child = spawn(PYTHON, ["-c", "import pandas, pyarrow"], { stdio: "ignore" });
  await once(child, "close");
  return child.exitCode === 0;
}

/** Returns what a program prints that ends well. */
async function answerOf(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const [said, faults] = [text(child.stdout), text(child.stderr)];
  await once(child, "close");
  assert.equal(child.exitCode, 0, await faults);
  return said;
}

/** Serves answers on loopback; returns where, with a slash behind. */
async function serving(
  test: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  test.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
