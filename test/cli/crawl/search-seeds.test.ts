import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import type { FoundSeeds } from "../../../lib/project/found-seeds.ts";
import { saveFoundSeeds } from "../../../lib/run/folder/run-inputs.ts";
import { EXIT } from "../../../lib/run/print/print-error.ts";
import { aUrl } from "../../support/a-url.ts";
import { type FakeEngine, json, startEngine } from "../../support/fake-engine.ts";
import { type CliOptions, runCli } from "../../support/run-cli.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";

const SITE = "http://bees.example/";

/** What the engine finds under each query. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  bees: [`${SITE}hive#top`, `${SITE}swarm`, "ftp://bees.example/", `${SITE}queen`],
  honey: [`${SITE}swarm`, `${SITE}honey`, SITE],
};

describe("seeds from a search", () => {
  let folder = "";
  let warc = "";
  let engine: FakeEngine;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-search-"));
    warc = join(folder, "bees.warc.gz");
    const pages = ["", "hive", "swarm", "queen", "honey"].map((path) => ({
      page: aFetchedPage(aUrl(SITE + path), `<h1>${path}</h1>${linking(`${SITE}other-${path}`)}`),
      fetchedAt: 0,
    }));
    await writeWarcFile(warc, pages, { software: "test" });
    engine = await startEngine(({ url }) => {
      const page = Number(url.searchParams.get("pageno"));
      const urls = page === 1 ? (FOUND[url.searchParams.get("q") ?? ""] ?? []) : [];
      return json({ results: urls.map((url) => ({ url, title: `About ${url}`, content: "" })) });
    });
  });
  after(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  const searxng = (results = 3) => ({ provider: "searxng", url: engine.origin, results });

  function project(name: string, parts: object): string {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(
      file,
      JSON.stringify({ name, need: { topic: "bees" }, strategy: "best-first", ...parts }),
    );
    return file;
  }

  const crawl = (file: string, out: string, options: CliOptions = {}) =>
    runCli(["crawl", file, "--web", warc, "--out", join(folder, out)], options);

  const queriesAsked = () => engine.seen.map(({ url }) => url.searchParams.get("q"));

  async function seedRecords(out: string): Promise<PageRecord[]> {
    const { stdout } = await runCli(["export", join(folder, out), "--format", "records"]);
    const records = stdout
      .trim()
      .split("\n")
      .map((line): PageRecord => JSON.parse(line));
    return records.filter(({ linkWhy }) => linkWhy === "seed");
  }

  const seedsOf = async (out: string) => (await seedRecords(out)).map(({ url }) => url);

  const found = (out: string): FoundSeeds =>
    JSON.parse(readFileSync(join(folder, out, "seeds.json"), "utf8"));

  it("Search seeds follow the named seeds, each once, and are kept with their query", async () => {
    const file = project("joined", {
      seeds: { urls: [SITE, `${SITE}queen`], queries: ["bees", "honey"] },
      search: searxng(),
    });
    const asked = queriesAsked().length;
    const { code, stderr } = await crawl(file, "joined");
    assert.equal(code, 0, stderr);
    assert.deepEqual(queriesAsked().slice(asked), ["bees", "honey"]);
    const told = stderr.split("\n").filter((line) => line.startsWith("search "));
    assert.deepEqual(told, [
      'search "bees": 3 results from searxng; 1 that are no http(s) URLs were left out',
      'search "honey": 3 results from searxng',
    ]);
    assert.deepEqual(
      await seedsOf("joined"),
      ["", "queen", "hive", "swarm", "honey"].map((path) => SITE + path),
    );
    const { provider, found: seeds } = found("joined");
    assert.equal(provider, "searxng");
    assert.deepEqual(
      seeds.map(({ query, rank, url }) => [query, rank, url]),
      [
        ["bees", 1, `${SITE}hive`],
        ["bees", 2, `${SITE}swarm`],
        ["bees", 3, `${SITE}queen`],
        ["honey", 1, `${SITE}swarm`],
        ["honey", 2, `${SITE}honey`],
        ["honey", 3, SITE],
      ],
    );
    assert.equal(seeds[0]?.title, `About ${SITE}hive#top`);
  });

  it("Search seeds keep the engine's extract as snippet, with the first query that found them", async () => {
    const file = project("told", { seeds: { queries: ["bees", "honey"] }, search: searxng() });
    assert.equal((await crawl(file, "told")).code, 0);
    const snippets = (await seedRecords("told")).map(({ snippet }) => snippet);
    const said = { before: "", after: "", title: "" };
    assert.deepEqual(snippets.slice(0, 2), [
      { ...said, anchor: `About ${SITE}hive#top`, query: "bees" },
      { ...said, anchor: `About ${SITE}swarm`, query: "bees" },
    ]);
    assert.deepEqual(
      snippets.map((snippet) => snippet?.query),
      ["bees", "bees", "bees", "honey", "honey"],
    );
  });

  it("Search seeds are the first results for the topic when no query is given", async () => {
    const file = project("topic", { search: searxng(2) });
    const { code, stderr } = await crawl(file, "topic");
    assert.equal(code, EXIT.noTarget, stderr);
    assert.deepEqual(await seedsOf("topic"), [`${SITE}hive`, `${SITE}swarm`]);
  });

  it("Search seeds are searched for once in a crawl's life, and keep its hosts constant", async () => {
    const parts = { search: searxng(), scope: { hosts: "seeds" } };
    const file = (pages: number) => project("resumed", { ...parts, budget: { pages } });
    assert.equal((await crawl(file(1), "resumed")).code, EXIT.noTarget);
    const asked = queriesAsked().length;
    const { code, stdout, stderr } = await crawl(file(100), "resumed");
    assert.equal(code, EXIT.noTarget, stderr);
    assert.match(stdout, /pages fetched +3\n/);
    assert.equal(queriesAsked().length, asked);
    assert.doesNotMatch(stderr, /search "/);
  });

  it("Search seeds that an earlier, killed start found are not searched for again", async () => {
    // What a kill leaves that came after the search and before the need was kept.
    mkdirSync(join(folder, "killed"));
    const seed = { query: "bees", rank: 1, url: `${SITE}honey`, title: "" };
    const seeds: FoundSeeds = { provider: "searxng", found: [{ ...seed, url: aUrl(seed.url) }] };
    saveFoundSeeds(join(folder, "killed", "seeds.json"), seeds);
    const asked = queriesAsked().length;
    const { code, stderr } = await crawl(project("killed", { search: searxng() }), "killed");
    assert.equal(code, EXIT.noTarget, stderr);
    assert.deepEqual(await seedsOf("killed"), [`${SITE}honey`]);
    assert.equal(queriesAsked().length, asked);
  });

  it("Search seeds that were lost end a resumed run, rather than change its crawl", async () => {
    const file = project("torn", { search: searxng() });
    assert.equal((await crawl(file, "torn")).code, EXIT.noTarget);
    rmSync(join(folder, "torn", "seeds.json"));
    const { code, stderr } = await crawl(file, "torn");
    assert.equal(code, 1, stderr);
    assert.match(stderr, /run-damaged.*seeds\.json is missing/);
  });

  it("Search seeds come from the recording itself when the project asks for that", async () => {
    const file = project("local", {
      seeds: { queries: ["swarm"] },
      search: { provider: "local" },
    });
    const { code, stderr } = await crawl(file, "local");
    assert.equal(code, EXIT.noTarget, stderr);
    assert.match(stderr, /^indexing the recording: 0 of 5 URLs\n/);
    assert.match(stderr, /search "swarm": 1 result from local\n/);
    assert.deepEqual(await seedsOf("local"), [`${SITE}swarm`]);
  });

  it("Search seeds are searched for once for all strategies of a comparison", async () => {
    const file = project("compared", { search: searxng() });
    const asked = queriesAsked().length;
    const { code, stdout, stderr } = await runCli([
      ...["compare", file, "--web", warc, "--budget", "9"],
      ...["--strategies", "breadth-first,depth-first"],
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^breadth-first +3 [^]*^depth-first +3 /m);
    assert.equal(queriesAsked().length, asked + 1);
  });

  it("Search seeds are not searched for when something else is wrong, since searching may cost money", async () => {
    const asked = queriesAsked().length;
    const wrong: [object, RegExp][] = [
      [{ need: { topic: "bees", ontology: "none" } }, /unknown-ontology/],
      [{ need: { topic: "bees", good: ["missing.html"] } }, /example-unreadable/],
      [{ need: { topic: "…" }, strategy: "lokman" }, /no-topic/],
    ];
    for (const [parts, message] of wrong) {
      const file = project("unread", { search: searxng(), ...parts });
      const { code, stderr } = await crawl(file, "unread");
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    }
    assert.equal(queriesAsked().length, asked);
  });

  it("Search seeds that are unavailable end the crawl before anything is created", async () => {
    const { BRAVE_SEARCH_API_KEY: _key, ...env } = process.env;
    const politeness = { contact: "a@b.example" };
    const wrong: [object, readonly string[], RegExp][] = [
      [
        { search: { provider: "brave" } },
        ["--web", warc],
        /search-key-missing.*BRAVE_SEARCH_API_KEY/,
      ],
      [{ search: { provider: "local" }, politeness }, [], /search-needs-recording[^]*--web/],
      [
        { seeds: { queries: ["zebra"] }, search: searxng() },
        ["--web", warc],
        /no-seeds.*its search found none[^]*seeds\.urls.*seeds\.queries/,
      ],
    ];
    const out = join(folder, "nothing");
    for (const [parts, web, message] of wrong) {
      const args = ["crawl", project("wrong", parts), ...web, "--out", out];
      const { code, stderr } = await runCli(args, { env });
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
      assert.ok(!existsSync(out));
    }
  });
});
