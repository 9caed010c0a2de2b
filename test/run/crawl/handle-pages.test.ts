import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import type { HandledPage } from "../../../lib/features/handler/handle-pages.ts";
import { parseProject } from "../../../lib/project/load-project.ts";
import { type CrawlOptions, crawl, openCorpus, readRun } from "../../../lib/public/crawl.ts";
import { serveChangingSite } from "../../support/a-changing-site.ts";
import { recordPages } from "../../support/a-crawled-site.ts";
import { runCli, succeed } from "../../support/run-cli.ts";
import { linking } from "../../support/scripted-web.ts";

const SITE = "http://site.example";

const PAGES: [string, string][] = [
  [`${SITE}/`, `<title>Start</title><p>Bees and honey.</p>${linking("/a", "/b", "/c")}`],
  [`${SITE}/a`, '<h1>A jar</h1><p class="price">9 €</p><p>Bees make <b>honey</b>.</p>'],
  [`${SITE}/b`, `<p>Stones lie there.</p>${linking("/d")}`],
  [`${SITE}/c`, "<p>Bees, and more bees.</p>"],
  [`${SITE}/d`, "<p>Sand lies there.</p>"],
  [`${SITE}/hidden`, "<p>Bees and honey, hidden.</p>"],
  ["http://other.example/", "<p>Bees and honey, elsewhere.</p>"],
];

describe("a handler of pages", () => {
  let folder = "";
  let web = "";
  let runs = 0;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-handler-"));
    web = join(folder, "web.warc.gz");
    await recordPages(web, PAGES);
  });
  after(() => rmSync(folder, { recursive: true }));

  async function crawled(onPage: CrawlOptions["onPage"], more: object = {}, to?: string) {
    const text = { name: "bees", need: { topic: "bees honey" }, seeds: { urls: [`${SITE}/`] } };
    const project = await parseProject(
      JSON.stringify({ ...text, scope: { hosts: "seeds" }, strategy: "breadth-first", ...more }),
      "project",
    );
    runs += 1;
    const directory = to ?? join(folder, `run-${runs}`);
    const given = onPage === undefined ? {} : { onPage };
    const ended = await crawl(project, { directory, recordings: [web], ...given });
    return { directory, ...ended };
  }

  async function rowsOf(run: string, ...args: string[]) {
    const lines = await succeed("export", run, "--format", "jsonl", ...args);
    return lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  }

  it("It sees each page once, with its text, Markdown, selectors, score and links", async () => {
    const seen = new Map<string, object>();
    const { report } = await crawled(
      ({ url, page, $, text, markdown, posts, score, verdict, links }) => {
        assert.ok(!seen.has(url));
        const found = [$("h1"), $("a@href"), posts.length, page.title, verdict.isTarget];
        seen.set(url, { text, markdown, found, score, links: links.map((each) => each.url) });
      },
    );
    assert.equal(report.fetched, 5);
    assert.equal(seen.size, 5);
    const start = { text: "Bees and honey.", markdown: "Bees and honey." };
    const { score, ...others } = seen.get(`${SITE}/`) as { score: number };
    assert.ok(score > 0 && score <= 1);
    assert.deepEqual(others, {
      ...start,
      found: [[], ["/a", "/b", "/c"], 0, "Start", true],
      links: [`${SITE}/a`, `${SITE}/b`, `${SITE}/c`],
    });
    const jar = seen.get(`${SITE}/a`) as { markdown: string; found: unknown[] };
    assert.match(jar.markdown, /Bees make \*\*honey\*\*\./);
    assert.deepEqual(jar.found[0], ["A jar"]);
  });

  it("A link that it names is offered as any other: the scope holds, and the report counts it", async () => {
    const results: boolean[] = [];
    const { directory, report } = await crawled(({ url, enqueue }) => {
      if (url === `${SITE}/`)
        results.push(
          enqueue("hidden"),
          enqueue("http://other.example/"),
          enqueue("mailto:a@b.example"),
        );
    });
    assert.deepEqual(results, [true, true, false]);
    assert.equal(report.fetched, 6);
    assert.equal(report.reasons["refused:host"], 1);
    const why = JSON.parse(await succeed("why", directory, `${SITE}/hidden`, "--json"));
    assert.equal(why.link.why, "named by the handler");
    assert.equal(why.path[0].url, `${SITE}/`);
  });

  it("On the live web robots rules and what pages ask hold for its links, whatever thread reads a page", async () => {
    const html = (body: string) => ({ body, headers: { "content-type": "text/html" } });
    const site = await serveChangingSite([
      ["/robots.txt", { body: "User-agent: *\nDisallow: /forbidden\n" }],
      ["/", html("<p>Bees and honey.</p>")],
      ["/named", html('<meta name="robots" content="nofollow"><p>Bees and honey, named.</p>')],
      ["/forbidden", html("<p>Bees.</p>")],
      ["/unlinked", html("<p>Bees.</p>")],
    ]);
    const politeness = { contact: "me@example.org", minDelayMs: 0, allowLoopback: true };
    const text = { name: "live", seeds: { urls: [`${site.origin}/`] }, strategy: "breadth-first" };
    const project = await parseProject(JSON.stringify({ ...text, politeness }), "project");
    const texts: string[] = [];
    const directory = join(folder, "live");
    const { report } = await crawl(project, {
      directory,
      threads: 1,
      onPage({ url, text: told, enqueue }) {
        texts.push(told);
        if (url === `${site.origin}/`) for (const path of ["/named", "/forbidden"]) enqueue(path);
        else enqueue("/unlinked");
      },
    });
    await site.close();
    assert.deepEqual(texts, ["Bees and honey.", "Bees and honey, named."]);
    assert.deepEqual(
      site.requests.map(({ path }) => path),
      ["/", "/named"],
    );
    assert.equal(report.reasons["refused:robots"], 1);
    assert.equal(report.reasons["refused:nofollow"], 1);
    await succeed("audit", directory);
  });

  it("A page that it skips is counted with its reason, is in no export, and its links are followed", async () => {
    const { directory, report } = await crawled(({ url, skip }) => {
      if (url === `${SITE}/b`) skip("no bees");
    });
    assert.equal(report.reasons["refused:skipped"], 1);
    assert.equal(report.fetched, 4);
    const urls = new Set((await rowsOf(directory)).map(({ url }) => url));
    assert.ok(urls.has(`${SITE}/d`) && !urls.has(`${SITE}/b`));
    const why = JSON.parse(await succeed("why", directory, `${SITE}/b`, "--json"));
    assert.deepEqual([why.reason, why.fetch.detail], ["skipped", "no bees"]);
    await succeed("audit", directory);
  });

  it("What it saves is columns of the exports, also when the pages are judged again by labels", async () => {
    const save: CrawlOptions["onPage"] = ({ url, $, save: keep }) => {
      const [price] = $(".price");
      if (price !== undefined) keep({ price, words: ["a", "b"] });
      if (url === `${SITE}/c`) keep({ is_bee: true, number: 2 });
    };
    const { directory } = await crawled(save, { strategy: "auto" });
    const saved = async () => {
      const rows = await rowsOf(directory);
      const named = rows.map(({ url, ...row }) => [
        url,
        [row.saved_price, row.saved_words, row.saved_is_bee, row.saved_number],
      ]);
      return Object.fromEntries(named);
    };
    const expected = {
      [`${SITE}/`]: [null, null, null, null],
      [`${SITE}/a`]: ["9 €", ["a", "b"], null, null],
      [`${SITE}/b`]: [null, null, null, null],
      [`${SITE}/c`]: [null, null, true, 2],
      [`${SITE}/d`]: [null, null, null, null],
    };
    assert.deepEqual(await saved(), expected);
    await succeed("label", "add", directory, `${SITE}/a`, "good", `${SITE}/b`, "bad");
    await crawled(save, { strategy: "auto", budget: { pages: 50 } }, directory);
    assert.deepEqual(await saved(), expected);
    const csv = await succeed("export", directory, "--format", "csv");
    assert.match(csv.split("\n")[0] ?? "", /saved_is_bee,saved_number,saved_price,saved_words/);
  });

  it("What is saved keeps its type in every format; a column of several types is texts, and one with a list is lists", async () => {
    const at = new Date("2026-03-01T12:00:00.000Z");
    const given: Readonly<Record<string, Parameters<HandledPage["save"]>[0]>> = {
      [`${SITE}/`]: { number: -2.5, isNew: true, at, tags: "bees", years: [2025, 2026], mixed: 1 },
      [`${SITE}/a`]: { number: 3, isNew: false, tags: ["a", "b"], mixed: "=one", years: [] },
      [`${SITE}/b`]: { number: null, isNew: undefined, mixed: at, times: [at] },
      [`${SITE}/c`]: { number: "nine", mixed: [true, "b"] },
    };
    const { directory } = await crawled(({ url, save }) => {
      // What is saved last counts.
      save({ ...given[url], number: 7 });
      save({ number: given[url]?.["number"] });
      if (url === `${SITE}/c`) save({ number: 4 });
    });
    const expected = {
      "/": [at, true, ["1"], -2.5, ["bees"], null, [2025, 2026]],
      "/a": [null, false, ["=one"], 3, ["a", "b"], null, []],
      "/b": [null, null, ["2026-03-01T12:00:00.000Z"], null, null, [at], null],
      "/c": [null, null, ["true", "b"], 4, null, null, null],
      "/d": [null, null, null, null, null, null, null],
    };
    const columns = "at isNew mixed number tags times years".split(" ");
    const cellsOf = (rows: readonly Readonly<Record<string, unknown>>[]) =>
      Object.fromEntries(
        rows.map((row) => [
          new URL(String(row["url"])).pathname,
          columns.map((name) => row[`saved_${name}`] ?? null),
        ]),
      );
    assert.deepEqual(cellsOf(await rowsOf(directory)), JSON.parse(JSON.stringify(expected)));

    const parquet = join(folder, "typed.parquet");
    const card = join(folder, "typed.json");
    const to = ["--out", parquet, "--croissant", card];
    await succeed("export", directory, "--format", "parquet", ...to);
    const file = new Uint8Array(readFileSync(parquet)).buffer;
    assert.deepEqual(cellsOf(await parquetReadObjects({ file })), expected);
    const { recordSet } = JSON.parse(readFileSync(card, "utf8"));
    const typeOf = new Map<string, unknown[]>(
      recordSet[0].field.map((each: Record<string, unknown>) => [
        each["name"],
        [each["dataType"], each["isArray"]],
      ]),
    );
    assert.deepEqual(typeOf.get("saved_number"), ["sc:Float", undefined]);
    assert.deepEqual(typeOf.get("saved_years"), ["sc:Float", true]);
    assert.deepEqual(typeOf.get("saved_at"), ["sc:DateTime", undefined]);

    const lines = await succeed("export", directory, "--format", "csv");
    const csv = parse<Record<string, unknown>>(lines, { columns: true });
    const iso = at.toISOString();
    assert.deepEqual(cellsOf(csv)["/"], [
      iso,
      "true",
      '["1"]',
      "-2.5",
      '["bees"]',
      "",
      "[2025,2026]",
    ]);
    assert.deepEqual(cellsOf(csv)["/c"]?.slice(2, 4), ['["true","b"]', "4"]);

    const run = await openCorpus(directory);
    const saved = new Map<string, object>();
    for await (const page of run.pages()) saved.set(page.url, page.saved);
    await run.close();
    const { number, isNew, ...others } = given[`${SITE}/`] ?? {};
    assert.deepEqual(saved.get(`${SITE}/`), { ...others, isNew, number });
  });

  it("What no table can hold fails its page", async () => {
    const bad: Readonly<Record<string, Parameters<HandledPage["save"]>[0]>> = {
      [`${SITE}/`]: { price: Number.NaN },
      [`${SITE}/a`]: { at: new Date("no date") },
      [`${SITE}/b`]: JSON.parse('{ "price": { "amount": 9 } }'),
      [`${SITE}/c`]: JSON.parse('{ "rows": [["a"]] }'),
    };
    const { directory, report } = await crawled(
      ({ url, save, enqueue }) => {
        if (url === `${SITE}/hidden`) for (const path of ["/a", "/b", "/c"]) enqueue(path);
        save(bad[url] ?? {});
      },
      { seeds: { urls: [`${SITE}/hidden`, `${SITE}/`] } },
    );
    assert.equal(report.reasons["failed:page-error"], 4);
    const why = JSON.parse(await succeed("why", directory, `${SITE}/`, "--json"));
    assert.match(why.fetch.detail, /^TypeError: `price` cannot be saved: NaN is no text/);
  });

  it("Addresses of people in what is saved are redacted, too", async () => {
    const { directory } = await crawled(({ url, save }) => {
      if (url === `${SITE}/a`) save({ by: "ann@bees.example", all: ["bo@bees.example", 3] });
    });
    const rows = await rowsOf(directory, "--redact");
    const row = rows.find(({ url }) => url === `${SITE}/a`);
    assert.doesNotMatch(JSON.stringify(row), /@bees/);
    assert.equal(row.saved_all[1], "3");
  });

  it("An error fails its page, with the stack, and nothing else; so does a promise that is rejected", async () => {
    const { directory, report } = await crawled(async ({ url }) => {
      if (url === `${SITE}/a`) throw new Error("no jar");
      await Promise.resolve();
      if (url === `${SITE}/c`) throw new TypeError("no bees");
    });
    assert.equal(report.fetched, 3);
    assert.equal(report.reasons["failed:page-error"], 2);
    const why = JSON.parse(await succeed("why", directory, `${SITE}/a`, "--json"));
    assert.match(why.fetch.detail, /^Error: no jar\n +at .*handle-pages\.test\.ts:\d+/);
  });

  it("A column without a name, and a priority that is none, fail the page that they are for", async () => {
    const { report } = await crawled(({ url, save, enqueue }) => {
      if (url === `${SITE}/a`) save({ "a column": 1 });
      if (url === `${SITE}/b`) enqueue("/d", { priority: -1 });
    });
    assert.equal(report.reasons["failed:page-error"], 2);
  });

  it("A crawl goes on where it was paused, without a page that it has handled; never without the handler", async () => {
    const seen: string[] = [];
    const handler: CrawlOptions["onPage"] = ({ url }) => void seen.push(url);
    const { directory } = await crawled(handler, { budget: { pages: 2 } });
    await crawled(handler, { budget: { pages: 4 } }, directory);
    assert.deepEqual([seen.length, new Set(seen).size], [4, 4]);
    const run = readRun(directory);
    const urls: string[] = [];
    for await (const { url, page } of run.records.list()) if (page !== undefined) urls.push(url);
    await run.close();
    assert.deepEqual(urls, seen);
    await assert.rejects(crawled(undefined, {}, directory), {
      code: "run-of-another-project",
      message: /handler/,
    });
  });

  it("An audit proves all but the order of its decisions, and says why; render is refused", async () => {
    const { directory } = await crawled(({ enqueue }) => void enqueue("/hidden"));
    const { code, stdout } = await runCli(["audit", directory]);
    assert.equal(code, 0);
    assert.match(stdout, /a program acted on its pages/);
    await assert.rejects(
      crawled(() => {}, { render: {} }),
      { code: "handler-and-render" },
    );
  });
});
