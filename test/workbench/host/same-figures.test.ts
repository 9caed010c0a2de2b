import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { appendToRunLog } from "../../../lib/adapters/files/file-run-log.ts";
import { openDatabase } from "../../../lib/adapters/sqlite/open-database.ts";
import { createSqliteRecordStore } from "../../../lib/adapters/sqlite/sqlite-record-store.ts";
import type { Corpus } from "../../../lib/workbench/corpus-schemas.ts";
import type { Compared, Site } from "../../../lib/workbench/look-schemas.ts";
import type { Table, Tally, Watch } from "../../../lib/workbench/schemas.ts";
import { serveChangingSite } from "../../support/a-changing-site.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { runCli } from "../../support/run-cli.ts";
import { linking } from "../../support/scripted-web.ts";

/** What every reader of a run says of it. */
interface Said {
  readonly fetched: number;
  readonly called: number;
}

describe("the figures of a run, by the page and by commands", () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-figures-"));
  const site = "http://site.example";
  const pages = beesAndStones(site, 60);
  let ui: TestedUi;
  before(async () => {
    mkdirSync(join(folder, "runs"));
    await aCrawledSite(join(folder, "runs"), pages, "run", { strategy: "auto" });
    ui = await anUi([], folder);
  });
  after(async () => {
    await ui.close();
    rmSync(folder, { recursive: true });
  });

  const cli = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCli(args, { cwd: folder });
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const json = async (...args: string[]) => JSON.parse(await cli(...args, "--json"));
  const get = async <Answer>(run: string, path: string) => {
    const response = await ui.ask("GET", `/runs/${run}${path}`);
    return (await response.json()) as Answer;
  };
  const rowsOf = (text: string) => text.split("\n").filter((line) => line !== "").length;
  const sum = (parts: readonly { pages: number; targets: number }[]): Said => ({
    fetched: parts.reduce((all, part) => all + part.pages, 0),
    called: parts.reduce((all, part) => all + part.targets, 0),
  });

  /** Returns what each view of the page says, without having anything judged. */
  async function saidByPage(run: string): Promise<Readonly<Record<string, Said>>> {
    const watch = await get<Watch>(run, "/watch");
    const table = await get<Table>(run, "/pages?targets=true&limit=1");
    const site = await get<Site>(run, "/site");
    const compared = await get<Compared>(run, "/compare");
    const corpus = await get<Corpus>(run, "/corpus");
    const last = watch.harvest.at(-1);
    const own = compared.runs[0];
    const { at } = corpus.cut;
    const outlook = corpus.outlooks.find((each) => each.at >= (at ?? 2));
    assert.ok(outlook === undefined || outlook.called <= corpus.called);
    return {
      watch: {
        fetched: watch.crawl.report?.fetched ?? -1,
        called: watch.crawl.report?.targets ?? -1,
      },
      curve: { fetched: last?.pages ?? -1, called: last?.targets ?? -1 },
      "hosts of Watch": sum(watch.hosts),
      table: { fetched: table.all, called: table.total },
      hosts: sum(site.hosts),
      compare: { fetched: own?.pages ?? -1, called: own?.targets ?? -1 },
      corpus: { fetched: corpus.pages, called: corpus.called },
    };
  }

  /** Returns what commands and saved files say; status is asked first, as it judges nothing. */
  async function saidByCommands(run: string): Promise<Readonly<Record<string, Said>>> {
    const named = `runs/${run}`;
    const said = async (name: string): Promise<Said> => {
      const { fetched, targets } = await json(name, named);
      return { fetched, called: targets };
    };
    const status = await said("status");
    const report = await said("report");
    const exported = async (...more: string[]) =>
      rowsOf(await cli("export", named, "--format", "jsonl", ...more));
    const saved = async (query: string) => {
      const response = await ui.ask("GET", `/runs/${run}/export?format=jsonl${query}`);
      return rowsOf(await response.text());
    };
    const { called } = await json("cut", named);
    return {
      status,
      report,
      export: { fetched: await exported(), called: await exported("--relevant") },
      saved: { fetched: await saved(""), called: await saved("&targets=true") },
      cut: { fetched: status.fetched, called },
    };
  }

  /** Asserts that all say the same; the view that was open before included. */
  async function assertSame(run: string): Promise<Said> {
    const commands = await saidByCommands(run);
    const page = await saidByPage(run);
    const all = { ...commands, ...page };
    const { report } = commands;
    assert.ok(report !== undefined);
    assert.deepEqual(all, Object.fromEntries(Object.keys(all).map((name) => [name, report])));
    assert.equal((await json("status", `runs/${run}`)).isLookDue, false);
    const audit = await json("audit", `runs/${run}`, "--no-replay");
    assert.equal(audit.isGreen, true);
    return report;
  }

  async function label(run: string, label: "good" | "bad", numbers: readonly number[]) {
    const labels = numbers.map((number) => ({ url: `${site}/page${number}`, label }));
    const answer = await ui.ask("POST", `/runs/${run}/labels`, JSON.stringify({ labels }));
    assert.equal(answer.status, 201);
  }

  it("After a crawl all say the same", async () => {
    const { fetched, called } = await assertSame("run");
    assert.equal(fetched, 60);
    assert.ok(called > 0 && called < 60, String(called));
  });

  it("After labels the page says that its figures are due, and once pages are judged again all say the same", async () => {
    const before = await saidByPage("run");
    await label("run", "bad", [3, 7, 11, 15, 19]);
    await label("run", "good", [0, 1, 2, 4, 5]);
    assert.equal((await get<Watch>("run", "/watch")).isDue, true);
    assert.equal((await json("status", "runs/run")).isLookDue, true);
    assert.match(await cli("status", "runs/run"), /came since all pages were judged/);
    assert.deepEqual(await saidByPage("run"), before);
    assert.equal((await ui.ask("POST", "/runs/run/look")).status, 200);
    assert.equal((await get<Watch>("run", "/watch")).isDue, false);
    const { called } = await assertSame("run");
    assert.notEqual(called, before["watch"]?.called);
  });

  it("After a cut is chosen all say the same, and after it is taken back", async () => {
    const before = (await get<Corpus>("run", "/corpus")).called;
    const chosen = (await get<Corpus>("run", "/corpus")).outlooks.find(
      (each) => each.called !== before,
    );
    assert.ok(chosen !== undefined);
    const body = JSON.stringify({ minScore: chosen.at });
    assert.equal((await ui.ask("PUT", "/runs/run/cut", body)).status, 200);
    assert.equal((await assertSame("run")).called, chosen.called);
    assert.equal((await get<Corpus>("run", "/corpus")).cut.isKept, true);
    await cli("cut", "runs/run", "--cut", "clean");
    const clean = (await get<Corpus>("run", "/corpus")).named.find(({ name }) => name === "clean");
    assert.equal((await assertSame("run")).called, clean?.called);
    await cli("cut", "runs/run", "--reset");
    assert.equal((await assertSame("run")).called, before);
  });

  it("Precision by a sample of the exported set is the same for page, status and report", async () => {
    const drawn = await ui.ask("POST", "/runs/run/sample?of=targets");
    assert.equal(drawn.status, 201);
    const { called } = await get<Corpus>("run", "/corpus");
    assert.equal(((await drawn.json()) as { pages: number }).pages, called);
    const { exported: none } = await json("status", "runs/run");
    assert.equal(none, null);
    const { rows } = await get<Table>("run", "/pages?targets=true&limit=200");
    const labels = rows.map(({ url, title }) => ({
      url,
      label: title.startsWith("Bees") ? "good" : "bad",
    }));
    await ui.ask("POST", "/runs/run/verdicts", JSON.stringify({ labels }));
    const right = labels.filter(({ label }) => label === "good").length / labels.length;
    const status = (await json("status", "runs/run")).exported.called.precision;
    const report = (await json("report", "runs/run")).exported.called.precision;
    const tally = await get<Tally>("run", "/verdicts");
    assert.deepEqual(status, report);
    assert.deepEqual([status.share, status.low, status.high], [right, right, right]);
    assert.equal(tally.exported?.precision?.share, right);
    assert.ok(tally.harvest.startsWith("precision by people of the"), tally.harvest);
    const { outlooks, cut } = await get<Corpus>("run", "/corpus");
    const outlook = outlooks.find(({ called: each, at }) => each === called && at <= (cut.at ?? 1));
    assert.deepEqual([outlook?.by, outlook?.share], ["sample", right]);
  });

  it("After pages are forgotten all say the same, also what was open before", async () => {
    const before = await assertSame("run");
    const { rows } = await get<Table>("run", "/pages?targets=true&limit=200");
    const gone = rows.slice(0, 2).map(({ url }) => url);
    await cli("forget", "runs/run", ...gone, "--reason", "asked by letter");
    const page = await saidByPage("run");
    const { fetched } = await assertSame("run");
    assert.equal(fetched, before.fetched - 2);
    assert.deepEqual(page, await saidByPage("run"));
  });

  it("After a recrawl all say the same of both runs", async () => {
    const home = { body: `<title>Home</title>${linking("/a", "/b", "/c")}` };
    const bees = (title: string) => ({ body: `<title>${title}</title><p>Bees make honey.</p>` });
    const served = await serveChangingSite([
      ["/", home],
      ["/a", bees("a")],
      ["/b", bees("b")],
      ["/c", { body: "<title>c</title><p>Stones lie there.</p>" }],
    ]);
    try {
      const settings = {
        ...{ name: "live", strategy: "best-first", need: { topic: "bees honey" } },
        seeds: { urls: [`${served.origin}/`] },
        politeness: { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true },
      };
      writeFileSync(join(folder, "live.yaml"), JSON.stringify(settings));
      await cli("crawl", "live.yaml", "--out", "runs/live");
      const { fetched, called } = await assertSame("live");
      assert.equal(fetched, 4);
      served.pages.delete("/a");
      await cli("recrawl", "runs/live");
      assert.deepEqual(await assertSame("live"), { fetched, called });
      assert.deepEqual(await assertSame("live-2"), { fetched: 3, called: called - 1 });
    } finally {
      await served.close();
    }
  });

  it("Pages that the crawl itself judges again are shown so at once, and all say the same", async () => {
    const run = await aCrawledSite(join(folder, "runs"), pages, "judged", { strategy: "auto" });
    rmSync(join(run, "look.sqlite"));
    const before = (await saidByPage("judged"))["watch"];
    const database = openDatabase(join(run, "crawl.sqlite"));
    const records = createSqliteRecordStore(database);
    for await (const { sequence: _, page, ...record } of records.list())
      if (page !== undefined) await records.put({ ...record, page: { ...page, isTarget: false } });
    database.close();
    const log = join(run, "log.jsonl");
    appendToRunLog(log, { at: 1, kind: "labelled", detail: { labels: 3, seen: 0, model: "m" } });
    appendToRunLog(log, { at: 2, kind: "trained", detail: { model: "m" } });
    assert.notEqual(before?.called, 0);
    const { fetched } = JSON.parse(await cli("status", "runs/judged", "--json"));
    const page = await saidByPage("judged");
    assert.deepEqual(
      page,
      Object.fromEntries(Object.keys(page).map((name) => [name, { fetched, called: 0 }])),
    );
  });
});
