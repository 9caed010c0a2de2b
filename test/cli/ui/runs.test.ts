import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { isOpenedByCrawl } from "../../../lib/adapters/sqlite/open-database.ts";
import { recallInWords } from "../../../lib/domain/stats/intervals/recall-statement.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { recallOfRun } from "../../../lib/run/folder/recall-of-run.ts";
import type {
  Fault,
  ProjectAnswer,
  RunCrawl,
  Table,
  Tally,
} from "../../../lib/workbench/schemas.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { startCli } from "../../support/run-cli.ts";
import { until } from "../../support/until.ts";
import { untilRead } from "../../support/until-read.ts";

const SITE = "http://site.example";

describe("the runs of a folder, over the API of the workbench", () => {
  let ui: TestedUi;
  before(async () => {
    ui = await anUi();
    mkdirSync(join(ui.folder, "runs"));
    await aCrawledSite(join(ui.folder, "runs"), beesAndStones(SITE, 120));
  });
  after(() => ui.close());

  const read = async <Answer>(path: string): Promise<Answer> =>
    (await ui.ask("GET", path)).json() as Promise<Answer>;
  const table = (query: string) => untilRead(() => read<Table>(`/runs/run/pages?${query}`));

  async function refused(method: string, path: string, body?: string): Promise<Fault> {
    const response = await ui.ask(method, path, body);
    assert.ok(response.status >= 400, `${response.status}`);
    return (await response.json()) as Fault;
  }

  it("The table has filters, orders and sheets, all on the server", async () => {
    const all = await table("limit=50&order=oldest");
    assert.deepEqual([all.rows.length, all.total, all.all], [50, 120, 120]);
    assert.deepEqual(
      all.rows.map(({ sequence }) => sequence),
      Array.from({ length: 50 }, (_, at) => at + 1),
    );
    const last = await table("limit=50&skip=100&order=oldest");
    assert.equal(last.rows.length, 20);
    const bees = await table("limit=100&text=BEES&targets=true&order=score");
    assert.equal(bees.total, 30);
    assert.ok(bees.rows.every(({ title, isTarget }) => title.startsWith("Bees") && isTarget));
    const scores = bees.rows.map(({ utility }) => utility);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
    assert.equal((await table("host=other.example")).total, 0);
  });

  it("A faulty query is refused with what is wrong with it", async () => {
    const { code, message } = await refused("GET", "/runs/run/pages?limit=9999&order=worst");
    assert.equal(code, "bad-parameters");
    assert.match(message, /limit.*order/);
  });

  it("A run that is not there is refused by its name in the folder: paths of the machine are private", async () => {
    for (const path of ["pages", "pages/3", "queue?queue=likely", "verdicts", "site", "corpus"]) {
      const { code, message } = await refused("GET", `/runs/nowhere/${path}`);
      assert.deepEqual([code, message], ["no-run", "runs/nowhere holds no run"], path);
    }
  });

  it("Verdicts filter the table at once, and the last one of a page counts", async () => {
    const url = `${SITE}/page3`;
    const say = (label: string) =>
      ui.ask(
        "POST",
        "/runs/run/labels",
        JSON.stringify({ labels: [{ url, label, by: "Ada", note: "n" }] }),
      );
    assert.equal((await say("bad")).status, 201);
    assert.equal((await table("verdict=bad")).total, 1);
    assert.equal((await say("good")).status, 201);
    assert.equal((await table("verdict=bad")).total, 0);
    assert.equal((await table("verdict=good")).rows[0]?.url, url);
    const unknown = JSON.stringify({ labels: [{ url: `${SITE}/nowhere`, label: "good" }] });
    assert.equal((await refused("POST", "/runs/run/labels", unknown)).code, "page-not-stored");
    assert.equal((await refused("POST", "/runs/run/labels", "{")).code, "bad-body");
  });

  it("The recall that the rule of a project states is that of a fresh look, also after a verdict", async () => {
    await aCrawledSite(join(ui.folder, "runs"), beesAndStones(SITE, 60), "ruled", {
      stop: { of: "discovered" },
    });
    const stated = async () => (await read<Tally>("/runs/ruled/verdicts")).recall;
    const fresh = async () => {
      const directory = join(ui.folder, "runs/ruled");
      const run = readRun(directory);
      const recall = await recallOfRun(directory, run);
      await run.close();
      return recall && recallInWords(recall);
    };
    const first = await stated();
    assert.match(first ?? "", /^recall: at least/);
    assert.equal(first, await fresh());
    const drawn = (await read<Table>("/runs/ruled/pages?limit=100")).rows;
    const labels = drawn.map(({ url }) => ({ url, label: "bad" }));
    await ui.ask("POST", "/runs/ruled/labels", JSON.stringify({ labels }));
    assert.notEqual(await stated(), first);
    assert.equal(await stated(), await fresh());
  });

  it("An answer that has not changed is not sent again", async () => {
    const headers = { authorization: `Bearer ${new URL(ui.url).searchParams.get("token")}` };
    const first = await fetch(`${ui.origin}/api/runs/run/pages`, { headers });
    const tag = first.headers.get("etag") ?? "";
    const again = await fetch(`${ui.origin}/api/runs/run/pages`, {
      headers: { ...headers, "if-none-match": tag },
    });
    assert.equal(again.status, 304);
  });

  it("A crawl that another program runs is watched, and paused by a request", async () => {
    const directory = join(ui.folder, "runs/live");
    const file = join(ui.folder, "live.yaml");
    const web = join(ui.folder, "runs/web.warc.gz");
    const parts = {
      name: "live",
      need: { topic: "bees honey" },
      seeds: { urls: [`${SITE}/page0`] },
    };
    writeFileSync(file, JSON.stringify(parts));
    const { child, done } = startCli(["crawl", "live.yaml", "--web", web], { cwd: ui.folder });
    let seen: RunCrawl | undefined;
    await until("the crawl runs, or is over", async () => {
      const response = await ui.ask("GET", "/runs/live/crawl");
      if (response.ok) seen = (await response.json()) as RunCrawl;
      else assert.equal(response.status, 404);
      return seen?.state === "running" || child.exitCode !== null;
    });
    if (seen?.state === "running") {
      assert.equal(seen.isOwn, false);
      assert.equal((await ui.ask("POST", "/runs/live/crawl/pause")).status, 202);
    }
    await done;
    assert.equal(isOpenedByCrawl(join(directory, "crawl.sqlite")), false);
    const ended = await read<RunCrawl>("/runs/live/crawl");
    // It may have ended before it looked for requests.
    assert.ok(ended.state === "paused" || ended.report?.fetched === 120);
  });

  it("A crawl is begun from a project file, which is kept; faults of its start are told with a hint", async () => {
    const seeds = { urls: ["http://127.0.0.1:9/"] };
    const text = JSON.stringify({
      name: "new",
      need: { topic: "bees", good: ["missing.html"] },
      seeds,
    });
    assert.equal((await refused("PUT", "/runs/other/crawl", text)).code, "other-project-name");
    assert.equal((await refused("PUT", "/runs/new/crawl", "name: [")).code, "bad-project");
    assert.equal((await ui.ask("PUT", "/runs/new/crawl", text)).status, 201);
    assert.equal(readFileSync(join(ui.folder, "new.yaml"), "utf8"), text);
    const problem = await until(
      "the start has failed",
      async () => (await read<RunCrawl>("/runs/new/crawl")).problem ?? undefined,
    );
    assert.match(problem.code, /^(?:contact-missing|example-unreadable)$/);
    assert.notEqual(problem.hint, "");
    const changed = text.replace("missing.html", "other.html");
    assert.equal((await refused("PUT", "/runs/new/crawl", changed)).code, "file-exists");
    assert.equal(
      (await refused("PUT", "/runs/run/crawl", text.replace("new", "run"))).code,
      "run-exists",
    );
  });

  it("A form without seeds or a contact is told what is missing, in the words of the project file", async () => {
    const empty = {
      name: "",
      topic: "bees",
      seedUrls: [],
      good: [],
      examplePage: "",
      pages: "10",
      hours: "2",
      minDelaySeconds: "1.5",
      contact: "",
    };
    const response = await ui.ask("POST", "/projects/propose", JSON.stringify(empty));
    const { text, problems, strategy } = (await response.json()) as ProjectAnswer;
    assert.deepEqual(
      problems.map((problem) => problem.split(":", 1)[0]),
      ["seeds.urls", "politeness.contact"],
    );
    assert.equal(strategy, "auto");
    assert.match(text, /hours: 2\b/);
    assert.match(text, /minDelayMs: 1500\b/);
  });

  it("An example is kept under a name of its own, and nowhere else", async () => {
    const first = await ui.ask("PUT", "/examples/bees.html", "<p>Bees");
    assert.deepEqual(await first.json(), { file: "examples/bees.html", pages: 1, leftOut: 0 });
    const second = await ui.ask("PUT", "/examples/bees.html", "<p>Other bees");
    assert.deepEqual(await second.json(), { file: "examples/bees-2.html", pages: 1, leftOut: 0 });
    for (const name of ["..%2Fevil.html", "bees.exe", "%00.html", "a%5Cb.html"])
      assert.equal((await refused("PUT", `/examples/${name}`, "x")).code, "bad-example-name");
  });
});
