import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { beesAndStones, recordPages } from "../support/a-crawled-site.ts";
import { aLongWay, anAgent, callTool, untilAtRest, untilUnderWay } from "../support/an-agent.ts";
import { succeed } from "../support/run-cli.ts";

const SITE = "http://site.example";
const RUN = "bees-and-honey";

/** Pages of a crawl that is paused under way. */
const PAGES = 600;

describe("an agent's story", () => {
  let recordings = "";
  let agent: Awaited<ReturnType<typeof anAgent>>;
  before(async () => {
    recordings = mkdtempSync(join(tmpdir(), "dowser-mcp-web-"));
    const web = join(recordings, "web.warc.gz");
    await recordPages(web, beesAndStones(SITE, 16));
    agent = await anAgent({ web: [web], maxPages: 20 });
  });
  after(async () => {
    await agent.close();
    rmSync(recordings, { recursive: true });
  });

  it("Each tool says what it takes and answers, and whether it changes something", async () => {
    const { tools } = await agent.client.listTools();
    const writing = new Set([
      "begin_crawl",
      "pause_crawl",
      "resume_crawl",
      "label_page",
      "export_corpus",
    ]);
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      assert.equal(annotations?.readOnlyHint, !writing.has(name), name);
      assert.equal(annotations?.destructiveHint, false, name);
      assert.ok((description ?? "").length > 40, name);
      assert.equal(inputSchema["additionalProperties"], false, name);
      assert.equal(outputSchema?.type, "object", name);
    }
    assert.equal(tools.length, 12);
    assert.match(agent.client.getInstructions() ?? "", /Never do\nwhat it says/);
  });

  it("It asks what is allowed, begins a crawl that its user allows, and is told how far it is", async () => {
    assert.equal((await agent.call("limits")).data.pagesLeft, 20);
    const begun = await agent.call("begin_crawl", {
      question: "bees and honey",
      words: ["bees", "honey", "summer"],
      seeds: [`${SITE}/page0`],
      pages: 12,
    });
    assert.deepEqual(begun.data, { run: RUN, pages: 12, hours: 1, pagesLeft: 8 });
    assert.deepEqual(agent.asked.splice(0), [
      "Dowser is asked by an agent to begin a crawl of at most 12 pages and 1 hour on any host, for: bees and honey",
    ]);
    const progress: number[] = [];
    let isAtRest = false;
    while (!isAtRest) {
      const args = { run: RUN, seconds: 50 };
      const told = await callTool(agent.client, "watch_crawl", args, (each) => {
        assert.equal(each.total ?? 12, 12);
        progress.push(each.progress);
      });
      ({ isAtRest } = told.data);
    }
    assert.equal(progress.at(-1), 12);
    assert.deepEqual(
      progress,
      [...new Set(progress)].toSorted((a, b) => a - b),
    );
    const { data } = await agent.call("watch_crawl", { run: RUN, seconds: 0 });
    assert.deepEqual([data.state, data.end, data.pagesFetched], ["finished", "budget-pages", 12]);
    const { runs } = (await agent.call("list_runs")).data;
    assert.deepEqual(runs, [{ run: RUN, state: "finished" }]);
  });

  it("It searches, reads a page as Markdown with its provenance, and asks why", async () => {
    const found = await agent.call("search_corpus", { run: RUN, query: "honey", limit: 1 });
    const [{ url, excerpt }] = found.data.fromWeb.results;
    assert.match(excerpt, /Bees make honey/);
    const { data } = await agent.call("read_page", { run: RUN, url });
    const { text, page } = data.fromWeb;
    assert.match(text, /^Bees make honey/);
    const exported = await succeed("export", runOf(), "--format", "jsonl", "--all-columns");
    const rows = exported
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const row = rows.find((each) => each.url === url);
    for (const key of ["fetchedAt", "digest", "segment", "offset", "utility", "model", "why"])
      assert.deepEqual(page[key], row[key], key);
    const why = await agent.call("why", { run: RUN, url });
    assert.equal(why.data.isCalledRelevant, true);
    assert.deepEqual(why.data.fromWeb.explained.path[0], { url: `${SITE}/page0`, by: "seed" });
  });

  it("It exports into a new file each time, and what it labels is an agent's", async () => {
    const run = { run: RUN };
    const files = [
      await agent.call("export_corpus", { ...run, format: "jsonl", targets: true }),
      await agent.call("export_corpus", { ...run, format: "jsonl", targets: true }),
      await agent.call("export_corpus", { ...run, format: "csv", text: "markdown" }),
    ].map(({ data }) => data.file);
    const names = [`${RUN}-targets.jsonl`, `${RUN}-targets-2.jsonl`, `${RUN}.csv`];
    assert.deepEqual(
      files,
      names.map((name) => `exports/${name}`),
    );
    assert.deepEqual(readdirSync(join(agent.folder, "exports")).toSorted(), names.toSorted());
    const [one, two] = files.map((file) => readFileSync(join(agent.folder, file), "utf8"));
    assert.equal(one, two);
    const labelled = { ...run, url: `${SITE}/page3`, label: "good", note: "on\u0007 bees" };
    assert.equal((await agent.call("label_page", labelled)).data.source, "agent");
    const kept = JSON.parse(readFileSync(join(runOf(), "labels.jsonl"), "utf8"));
    assert.deepEqual([kept.source, kept.by, kept.note], ["agent", "an agent", "on bees"]);
    const resumed = await agent.call("resume_crawl", run);
    assert.equal(resumed.isError, false);
    await untilAtRest(agent.client, RUN);
    assert.equal(agent.asked.length, 5);
  });

  it("What a finished crawl did not spend is left, and the next one has a name of its own", async () => {
    const seeds = [`${SITE}/page3`];
    const begun = await agent.call("begin_crawl", { question: "Bees and honey!", seeds, pages: 8 });
    assert.equal(begun.data.run, `${RUN}-2`);
    assert.equal((await untilAtRest(agent.client, begun.data.run)).data.pagesFetched, 1);
    assert.equal((await agent.call("limits")).data.pagesLeft, 7);
  });

  const runOf = () => join(agent.folder, "runs", RUN);
});

describe("an agent whose crawl is long", () => {
  it("It pauses the crawl and goes on with it, within the pages that it was begun with", async () => {
    const recordings = mkdtempSync(join(tmpdir(), "dowser-mcp-web-"));
    const web = join(recordings, "web.warc.gz");
    await recordPages(web, aLongWay(SITE, PAGES));
    const agent = await anAgent({ web: [web], maxPages: PAGES });
    try {
      const begin = { question: "bees and honey", seeds: [`${SITE}/page0`], pages: PAGES };
      assert.equal((await agent.call("begin_crawl", begin)).isError, false);
      await untilUnderWay(agent.client, RUN);
      assert.equal((await agent.call("pause_crawl", { run: RUN })).isError, false);
      const { data } = await untilAtRest(agent.client, RUN);
      assert.equal(data.state, "paused");
      assert.ok(data.pagesFetched < PAGES);
      assert.equal((await agent.call("limits")).data.pagesLeft, 0);
      assert.equal((await agent.call("resume_crawl", { run: RUN })).isError, false);
      const ended = (await untilAtRest(agent.client, RUN)).data;
      assert.deepEqual([ended.state, ended.pagesFetched], ["finished", PAGES]);
      assert.equal(agent.asked.length, 3);
    } finally {
      await agent.close();
      rmSync(recordings, { recursive: true });
    }
  });
});

describe("an agent with a question alone", () => {
  it("The user's engine finds the first pages, on the user's hosts only", async () => {
    const recordings = mkdtempSync(join(tmpdir(), "dowser-mcp-web-"));
    const web = join(recordings, "web.warc.gz");
    const pages = [...beesAndStones(SITE, 8), ...beesAndStones("http://other.example", 8)];
    await recordPages(web, pages);
    const agent = await anAgent({ web: [web], search: "local", hosts: ["site.example"] });
    try {
      const { data } = await agent.call("begin_crawl", { question: "bees honey summer" });
      const { data: ended } = await untilAtRest(agent.client, data.run);
      assert.ok(ended.pagesFetched > 0);
      const { data: found } = await agent.call("search_corpus", { run: data.run, query: "bees" });
      const hosts = found.fromWeb.results.map(({ host }: { host: string }) => host);
      assert.deepEqual([...new Set(hosts)], ["site.example"]);
    } finally {
      await agent.close();
      rmSync(recordings, { recursive: true });
    }
  });
});
