import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { truthOf } from "../../../demo/demo-truth.ts";
import { forgetText } from "../../../lib/cli/forget/forget.ts";
import { reportText } from "../../../lib/cli/report/report.ts";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import type { QueryFigures } from "../../../lib/evaluation/report/report-text.ts";
import { wordsOf } from "../../../lib/features/forget/forgotten-texts.ts";
import type { RunEvent } from "../../../lib/ports/run-log.ts";
import { readRun, storedViews } from "../../../lib/run/folder/read-run.ts";
import { loadRunProject } from "../../../lib/run/folder/run-project.ts";
import { aUrl } from "../../support/a-url.ts";
import { writeDemoWarc } from "../../support/demo-warc.ts";
import { runCli } from "../../support/run-cli.ts";
import { findings } from "../../support/spoilt-run.ts";

describe("queries that a crawl composes, over a recording's own full text", () => {
  let folder = "";
  let warc = "";
  let good: readonly string[] = [];
  let bad: readonly string[] = [];
  const targets = new Set<string>();
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-queries-"));
    const written = await writeDemoWarc(folder);
    ({ warc } = written);
    const posts = truthOf(written.demo).filter(({ type }) => type === "post" || type === "thread");
    for (const { url, target } of posts) if (target) targets.add(url);
    good = [...targets].slice(0, 4);
    bad = posts.flatMap(({ url, target }) => (target ? [] : [url])).slice(0, 4);
  });
  after(() => rmSync(folder, { recursive: true }));

  function project(name: string, pages: number, more: object = {}): string {
    const file = join(folder, `${name}.yaml`);
    const search = { provider: "local", results: 5, compose: { queries: 6, every: 4 } };
    const parts = { need: { good, bad }, strategy: "naive", search, budget: { pages }, ...more };
    writeFileSync(file, JSON.stringify({ name, ...parts }));
    return file;
  }

  const crawl = (file: string, out: string) =>
    runCli(["crawl", file, "--web", warc, "--out", join(folder, out)]);

  const queriesOf = (out: string) =>
    readFileSync(join(folder, out, "log.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line): RunEvent => JSON.parse(line))
      .filter(({ kind }) => kind === "queried")
      .map(({ detail }) => detail);

  async function recordsOf(out: string): Promise<PageRecord[]> {
    const { stdout } = await runCli(["export", join(folder, out), "--format", "records"]);
    const lines = stdout.trim().split("\n");
    return lines.map((line): PageRecord => {
      const record: PageRecord = JSON.parse(line);
      return {
        ...record,
        fetchedAt: 0,
        fetchMs: 0,
        page: record.page && { ...record.page, ref: undefined },
      };
    });
  }

  it("Composed queries find pages like the good examples, without a seed and without following a link", async () => {
    const { code, stdout, stderr } = await crawl(project("whole", 100), "whole");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /no link is left/);
    const queried = queriesOf("whole");
    assert.equal(queried.length, 6);
    const pages = (await recordsOf("whole")).filter(({ page }) => page !== undefined);
    const asked = new Set(queried.map(({ query }) => query));
    assert.ok(
      pages.every(({ snippet }) => snippet?.query !== undefined && asked.has(snippet.query)),
    );
    const hits = pages.filter(({ url }) => targets.has(url)).length;
    assert.ok(hits > pages.length / 2, `${hits} of ${pages.length} pages are targets`);
  });

  it("Composed queries are the same again, even when the crawl was stopped and resumed", async () => {
    for (const pages of [9, 100]) {
      const { code, stderr } = await crawl(project("parts", pages), "parts");
      assert.equal(code, 0, stderr);
    }
    assert.deepEqual(
      queriesOf("parts").map(({ query, pages }) => [query, pages]),
      queriesOf("whole").map(({ query, pages }) => [query, pages]),
    );
    assert.deepEqual(await recordsOf("parts"), await recordsOf("whole"));
  });

  it("A query that was composed with words of a forgotten page is nowhere in the run any more", async () => {
    const run = join(folder, "forgotten");
    cpSync(join(folder, "whole"), run, { recursive: true });
    const [example = ""] = good;
    const reader = readRun(join(folder, "whole"));
    const page = await storedViews(reader.pages, loadRunProject(run) ?? {})(aUrl(example));
    await reader.close();
    const words = new Set(wordsOf(`${page?.title} ${page?.text}`));
    const asked = queriesOf("whole").flatMap(({ query }) =>
      typeof query === "string" ? [query] : [],
    );
    const meant = asked.filter((query) => wordsOf(query).some((word) => words.has(word)));
    assert.ok(meant.length > 0);
    await forgetText(run, [example], { reason: "asked", dryRun: false, json: true });
    const files = readdirSync(run).filter((name) => /^(?:crawl\.sqlite|log|need)/.test(name));
    const bytes = files.map((name) => readFileSync(join(run, name), "utf8")).join("\n");
    for (const query of meant)
      for (const form of [`"query":"${query}"`, `the query "${query}"`, `the query \\"${query}\\"`])
        assert.ok(!bytes.includes(form), form);
    assert.equal(queriesOf("forgotten").length, 6);
    assert.deepEqual(await findings(run), []);
  });

  it("Composed queries are in the report, with their results", async () => {
    const text = await reportText(join(folder, "whole"), { json: false });
    assert.match(text, /\nquery +results +fetched +relevant +mean utility\n/);
    const { queries, fetched, targets } = JSON.parse(
      await reportText(join(folder, "whole"), { json: true }),
    );
    assert.deepEqual(
      queries.map(({ query, askedAt, results }: QueryFigures) => [query, askedAt, results]),
      queriesOf("whole").map(({ query, pages, results }) => [query, pages, results]),
    );
    const sum = (of: "fetched" | "targets") =>
      queries.reduce((total: number, query: QueryFigures) => total + query[of], 0);
    assert.deepEqual([sum("fetched"), sum("targets")], [fetched, targets]);
  });

  it("Composed queries serve each strategy of a comparison", async () => {
    const file = project("compared", 20, { seeds: { urls: [good[0]] } });
    const { code, stdout, stderr } = await runCli([
      ...["compare", file, "--web", warc, "--budget", "20"],
      ...["--strategies", "naive,breadth-first"],
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^naive +(?!1 )\d+ /m);
    assert.match(stdout, /^breadth-first +20 /m);
  });

  it("Composed queries cannot start a crawl without good examples", async () => {
    const { code, stderr } = await crawl(project("bare", 9, { need: { bad } }), "bare");
    assert.equal(code, 2);
    assert.match(stderr, /no-seeds/);
  });
});
